"""A disk that is full: keeping says so, everything else goes on."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ..serving import HAND, Service, ask, serving, wait_until

LIMIT = 400_000
"""Bytes that there is room for."""


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk with little room; making one takes root and Linux."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={LIMIT}", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("no disk can be made here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(service: Service) -> list[str]:
    """Has rulings kept until there is no more room."""
    kept: list[str] = []
    connection = service.connect()
    for _ in range(5000):
        answer = ask(connection, "POST", "/v1/rulings", {"record": HAND})
        if answer.status != 201:
            assert (answer.status, answer.json["code"]) == (507, "store.full")
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert int(answer.headers["Retry-After"]) > 0
            break
        kept.append(answer.json["id"])
    else:
        pytest.fail("there was room for everything")
    connection.close()
    return kept


def reading_goes_on(service: Service, kept: list[str]) -> None:
    """Everything that was kept can be read, and hands are judged; keeping fails in the same way again and again."""
    for _ in range(10):
        assert service.ask("POST", "/v1/rulings", {"record": HAND}).status in (507, 201)
    for ruling in kept:
        answer = service.ask("GET", f"/v1/rulings/{ruling}")
        assert (answer.status, answer.json["verdict"]["moves_checked"]) == (200, 4)
    assert service.ask("POST", "/v1/adjudicate", HAND).status == 200
    assert service.ask("GET", "/livez").status == 200
    assert service.ask("GET", "/readyz").status == 200, "it can read"
    assert not [line for line in service.lines() if line["event"] == "unforeseen"]


def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk, serving("--workers", 2, "--database", disk / "rulings.db") as service:
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 20_000)
        kept = fill(service)
        reading_goes_on(service, kept)
        ballast.unlink()
        wait_until(lambda: service.ask("POST", "/v1/rulings", {"record": HAND}).status == 201)
        reading_goes_on(service, kept)
        assert service.stop() == 0


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="limits of a process, as Linux has them")
def test_a_quota_that_is_used_up(tmp_path: Path) -> None:
    limited = ["prlimit", f"--fsize={LIMIT}"]
    with serving("--workers", 1, "--database", tmp_path / "rulings.db", under=limited) as service:
        reading_goes_on(service, fill(service))
        assert service.stop() == 0
