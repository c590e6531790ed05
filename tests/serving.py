"""`bummerl serve` in a process of its own, and plain requests to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = [sys.executable, "-c", "from bummerl.service.cli import main; main()"]
HAND = {
    "ruleset": "schnapsen",
    "players": {"A": "Anna", "B": "Bert"},
    "dealer": "B",
    "deal": {
        "hands": {"A": ["SA", "SK", "HT", "DJ", "CQ"], "B": ["HK", "HQ", "DA", "CJ", "ST"]},
        "turn_up": "HJ",
        "talon": ["CA", "DT", "DK", "SQ", "CK", "DQ", "CT", "SJ", "HA"],
    },
    "moves": ["SA", "ST", "HT", "HK"],
}
"""Two tricks: A's ace takes the ten (21 points), A's trump ten the king (14); A is to lead."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class Service:
    """A service that runs: ask it, signal it, read what it has written."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, folder: Path, said: str) -> None:
        self.process, self.port, self.said = process, port, said
        self.out, self.err = folder / "out", folder / "err"

    def connect(self) -> http.client.HTTPConnection:
        """A connection of one's own."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request on a connection of its own; a body that is no text or bytes is sent as JSON."""
        connection = self.connect()
        try:
            return ask(connection, method, path, body, **headers)
        finally:
            connection.close()

    def workers(self) -> list[int]:
        """The processes that serve."""
        tasks = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in tasks.read_text().split()]

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the main process."""
        self.process.send_signal(number)

    def stop(self) -> int:
        """Stops it, and gives the status that it ended with."""
        self.process.terminate()
        return self.process.wait(90)

    def lines(self) -> list[dict[str, Any]]:
        """The log so far; every line must be JSON."""
        return [json.loads(line) for line in self.err.read_text().splitlines()]


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None, **headers: str) -> Answer:
    """One request on this connection."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None and not isinstance(body, str | bytes):
        body = json.dumps(body)
        given.setdefault("Content-Type", "application/json")
    connection.request(method, path, body, given)
    response = connection.getresponse()
    return Answer(response.status, response.headers, response.read())


@contextmanager
def serving(*arguments: object, under: Sequence[str] = (), **environment: str) -> Iterator[Service]:
    """Runs the service on a free port, without a database if none is named; stops it when the block is left.

    `under` is a command that runs it.
    """
    given = [str(argument) for argument in arguments]
    if "--database" not in given:
        given += ["--database", "none"]
    with tempfile.TemporaryDirectory(prefix="bummerl-serving-") as name:
        folder = Path(name)
        with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
            process = subprocess.Popen(
                [*under, *COMMAND, "serve", "--port", "0", *given],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, "PYTHONWARNINGS": "ignore", **environment},
            )
        try:
            wait_until(lambda: process.poll() is not None or (folder / "out").read_text().count("\n") >= 2)
            said = (folder / "out").read_text()
            assert "listens on http://" in said, (folder / "err").read_text()
            service = Service(process, int(said.split("http://", 1)[1].split()[0].rpartition(":")[2]), folder, said)
            wait_until(lambda: service.ask("GET", "/livez").status == 200)
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(90)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise


def wait_until(holds: Callable[[], object], seconds: float = 150.0) -> None:
    """Waits until something holds; it is a failure if it does not in a time that is long even on a busy machine."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about in time"
        time.sleep(0.02)
