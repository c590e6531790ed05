"""Processes and databases that die in the middle: nothing that was acknowledged is lost, and answers stay clean."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.databases import postgresql

from ..serving import Service, serving, wait_until
from .cluster import cluster
from .keepers import all_there, busy, more

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")


def killed_again_and_again(service: Service, database: str) -> None:
    """Kills a worker three times while rulings are kept."""
    with busy(service) as (keepers, askers):
        for _ in range(3):
            wait_until(lambda: len(service.workers()) == 2)
            victim = service.workers()[0]
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda gone=victim: gone not in service.workers())  # type: ignore[misc]
            more(keepers + askers)
    assert {status for one in keepers for status in one.statuses()} == {201}
    assert {status for one in askers for status in one.statuses()} == {200}
    all_there(service, keepers, database)
    wait_until(lambda: len(service.workers()) == 2)
    assert service.process.poll() is None


def test_a_killed_worker_loses_nothing_in_a_file(tmp_path: Path) -> None:
    database = str(tmp_path / "rulings.db")
    with serving("--workers", 2, "--database", database) as service:
        killed_again_and_again(service, database)


def test_a_killed_worker_loses_nothing_in_postgresql() -> None:
    with postgresql() as url, serving("--workers", 2, "--database", url) as service:
        killed_again_and_again(service, url)


def test_the_whole_service_killed_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "rulings.db"
    with serving("--workers", 2, "--database", file) as service, busy(service) as (keepers, _):
        for process in (service.process.pid, *service.workers()):
            os.kill(process, signal.SIGKILL)
        service.process.wait(90)
    with serving("--workers", 1, "--database", file) as again:
        all_there(again, keepers, str(file))


def test_a_database_that_dies_gives_503_and_works_again_when_it_is_back() -> None:
    """More have rulings kept than there are threads; who needs no database is served all the same."""
    command = ("--workers", 2, "--threads", 4, "--database")
    with cluster() as postgres, serving(*command, postgres.url) as service:
        with busy(service, keeping=12) as (keepers, askers):
            assert service.ask("GET", "/readyz").status == 200
            postgres.kill()
            wait_until(lambda: all(503 in one.statuses() for one in keepers))
            answer = service.ask("GET", "/readyz")
            assert (answer.status, answer.json["code"]) == (503, "store.unavailable")
            assert service.ask("GET", "/livez").status == 200
            before = [len(one.answers) for one in askers]
            wait_until(lambda: all(len(one.answers) > had + 20 for one, had in zip(askers, before, strict=True)))
            postgres.start()
            wait_until(lambda: service.ask("GET", "/readyz").status == 200)
            more(keepers)
        assert {status for one in askers for status in one.statuses()} == {200}, "what needs no database has none"
        for one in keepers:
            assert one.statuses() == {201, 503}
            for refusal in (answer for answer in one.answers if answer.status == 503):
                assert refusal.headers["Content-Type"] == "application/problem+json"
                assert int(refusal.headers["Retry-After"]) > 0
                assert refusal.json["code"] == "store.unavailable"
        all_there(service, keepers, postgres.url)
        said = service.err.read_text()
        assert "Traceback" not in said
        assert not [line for line in service.lines() if line["event"] == "unforeseen"]
