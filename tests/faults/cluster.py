"""A PostgreSQL of our own, which may be killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ..serving import wait_until


def program(name: str) -> str | None:
    """Where a program of PostgreSQL is; packages put them where no path leads."""
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(newest[0]) if newest else shutil.which(name)


def free_port() -> int:
    """A port that nobody listens at just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A server that runs, is killed, and runs again."""

    def __init__(self, folder: Path, identity: dict[str, Any]) -> None:
        self.folder, self.identity, self.port = folder, identity, free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Runs it, and waits until it answers."""
        wait_until(self._answers)

    def _answers(self) -> bool:
        if self.process is None or self.process.poll() is not None:  # what the one before left may be in the way still
            command = [program("postgres"), "-D", self.folder, "-k", self.folder, "-p", self.port, "-c", "fsync=off"]
            with (self.folder.parent / "log").open("ab") as log:
                self.process = subprocess.Popen(
                    [str(part) for part in command], stdout=log, stderr=log, start_new_session=True, **self.identity
                )
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """As when somebody pulls the plug."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(90)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A new cluster.  Where PostgreSQL is not installed, the test is skipped; in CI it fails."""
    initdb = program("initdb")
    if initdb is None or program("postgres") is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed", pytrace=False)
        pytest.skip("PostgreSQL is not installed")
    identity: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        import pwd  # nowhere but on Unix

        somebody = pwd.getpwnam("postgres")
        identity = {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
    with tempfile.TemporaryDirectory(prefix="bummerl-pg-") as name:
        if identity:
            os.chown(name, identity["user"], identity["group"])
        folder = Path(name) / "data"
        subprocess.run(
            [initdb, "-D", str(folder), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"],
            check=True,
            capture_output=True,
            cwd="/",
            **identity,
        )
        found = Cluster(folder, identity)
        found.start()
        try:
            yield found
        finally:
            assert found.process is not None
            if found.process.poll() is None:
                found.process.send_signal(signal.SIGINT)  # a fast end
                found.process.wait(90)
