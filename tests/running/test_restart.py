"""SIGHUP: new program, same address, no request lost. A worker that dies is replaced."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from ..serving import HAND, Answer, Service, ask, serving, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")


class Asking(threading.Thread):
    """Somebody who asks again and again until told to stop; `kept` on one connection, else on a new one each time.

    HTTP lets a server close a connection on which nothing is under way, and a client find that out when it asks again
    (RFC 9112, 9.3.1): who keeps connections opens another then. What had been answered in part is a failure.
    """

    def __init__(self, service: Service, *, kept: bool) -> None:
        super().__init__()
        self.service, self.kept = service, kept
        self.answers: list[Answer] = []
        self.failures: list[str] = []
        self.reopened = 0
        self.done = threading.Event()

    def run(self) -> None:
        connection = self.service.connect()
        while not self.done.is_set():
            try:
                self.answers.append(ask(connection, "POST", "/v1/adjudicate", HAND))
                if not self.kept:
                    connection.close()
                time.sleep(0.005)  # leaves something of a small machine to the service
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
                if not self.kept:
                    self.failures.append(repr(error))
                self.reopened += 1
                connection.close()
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
        connection.close()


def asking(service: Service) -> list[Asking]:
    """Four who ask: two on connections that they keep, two on new ones."""
    found = [Asking(service, kept=kept) for kept in (True, True, False, False)]
    for one in found:
        one.start()
    wait_until(lambda: all(len(one.answers) > 3 for one in found))
    return found


def finished(found: list[Asking]) -> None:
    """All were answered well, before and after."""
    counts = [len(one.answers) for one in found]
    wait_until(lambda: all(len(one.answers) > count + 3 for one, count in zip(found, counts, strict=True)))
    for one in found:
        one.done.set()
    for one in found:
        one.join(90)
        assert one.failures == []
        assert {answer.status for answer in one.answers} == {200}


def test_no_request_is_lost_when_it_restarts_again_and_again() -> None:
    with serving("--workers", 2) as service:
        found = asking(service)
        for number in range(1, 4):
            before = set(service.workers())
            service.signal(signal.SIGHUP)
            wait_until(lambda n=number: service.out.read_text().count("restarted") == n)  # type: ignore[misc]
            wait_until(lambda old=before: not old & set(service.workers()))  # type: ignore[misc]
            assert len(service.workers()) == 2
        finished(found)
        assert service.process.poll() is None
        assert service.stop() == 0
        assert [line for line in service.lines() if line["event"] != "request"] == []


def test_what_has_begun_is_finished_by_the_old_workers() -> None:
    line = json.dumps(HAND).encode() + b"\n"
    with serving("--workers", 1, "--grace", 30) as service:
        (old,) = service.workers()
        client = socket.create_connection(("127.0.0.1", service.port), timeout=90)
        client.sendall(
            b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (200 * len(line))
        )
        client.sendall(100 * line)
        service.signal(signal.SIGHUP)
        wait_until(lambda: "restarted" in service.out.read_text() and len(service.workers()) == 2)
        assert old in service.workers()
        client.sendall(100 * line)
        with http.client.HTTPResponse(client) as response:
            response.begin()
            answer = response.read()
        client.close()
        assert answer.count(b'"status":"ongoing"') == 200
        wait_until(lambda: old not in service.workers())
        assert service.stop() == 0


def test_counters_and_form_tokens_outlive_a_restart(tmp_path: Path) -> None:
    with serving("--workers", 1, "--database", tmp_path / "rulings.db") as service:
        for _ in range(3):
            service.ask("POST", "/v1/adjudicate", HAND)
        old = service.workers()
        service.signal(signal.SIGHUP)
        wait_until(lambda: service.workers() and not set(old) & set(service.workers()))
        service.ask("POST", "/v1/adjudicate", HAND)
        text = service.ask("GET", "/metrics").body.decode()
        assert 'bummerl_verdicts_total{status="ongoing"} 4.0' in text
        assert service.stop() == 0


BROKEN = "raise SystemExit('bummerl: this is broken')\n"
LATER = "import sys\nimport bummerl.service.http.server as server\n"


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("flask.py", BROKEN),
        ("gunicorn.py", BROKEN),
        ("sitecustomize.py", LATER + "server.warm = lambda: sys.exit('bummerl: this is broken')\n"),
        (
            "sitecustomize.py",
            "import sys\nimport gunicorn.arbiter\n"
            "gunicorn.arbiter.Arbiter.setup = lambda *_: sys.exit('bummerl: this is broken')\n",
        ),
        (
            "sitecustomize.py",
            "import json, sys\nfrom bummerl.service.http import handover\n"
            "handover.fields = lambda _: sys.exit('bummerl: this is broken')\n",
        ),
    ],
    ids=["a library", "the server", "a ruleset", "the server from within", "what is handed over"],
)
def test_a_program_that_does_not_start_is_not_taken(tmp_path: Path, module: str, text: str) -> None:
    environment = {"PYTHONPATH": str(tmp_path)}
    with serving("--workers", 1, **environment) as service:
        old = service.workers()
        (tmp_path / module).write_text(text)
        service.signal(signal.SIGHUP)
        wait_until(lambda: any(line["level"] == "error" for line in service.lines()))
        (failure,) = [line for line in service.lines() if line["level"] == "error"]
        assert failure["event"] == "not restarted: the program on the disk does not start"
        assert failure["reason"] == "bummerl: this is broken"
        assert service.workers() == old
        assert service.ask("POST", "/v1/adjudicate", HAND).status == 200
        (tmp_path / module).unlink()
        service.signal(signal.SIGHUP)
        wait_until(lambda: service.workers() and not set(old) & set(service.workers()))
        assert service.ask("POST", "/v1/adjudicate", HAND).status == 200
        assert service.stop() == 0


NEWER = """\
import bummerl.service.store.migrations, bummerl.service.store.sqlite as sqlite
before = sqlite.migrations
sqlite.migrations = lambda kind: (*before(kind), "CREATE TABLE later (x);")
"""


def version(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        return int(found)


def test_a_program_that_does_not_start_leaves_the_database_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "rulings.db"
    with serving("--workers", 1, "--database", database, PYTHONPATH=str(tmp_path)) as service:
        (tmp_path / "sitecustomize.py").write_text(f"{NEWER}{LATER}server.warm = lambda: sys.exit('broken')\n")
        before = version(database)
        service.signal(signal.SIGHUP)
        wait_until(lambda: any(line["level"] == "error" for line in service.lines()))
        (old,) = service.workers()
        os.kill(old, signal.SIGKILL)  # the next one opens the database anew
        wait_until(lambda: service.workers() and old not in service.workers())
        assert service.ask("POST", "/v1/rulings", {"record": HAND}).status == 201
        assert version(database) == before
        (old,) = service.workers()
        (tmp_path / "sitecustomize.py").write_text(NEWER)
        service.signal(signal.SIGHUP)
        wait_until(lambda: service.workers() and old not in service.workers())
        assert service.ask("POST", "/v1/rulings", {"record": HAND}).status == 201
        assert version(database) == before + 1


def test_a_file_that_is_lost_is_not_made_anew(tmp_path: Path) -> None:
    """Not by a worker that takes the place of another, nor by a restart."""
    database = tmp_path / "rulings.db"
    with serving("--workers", 2, "--database", database) as service:
        kept = service.ask("POST", "/v1/rulings", {"record": HAND}).json["url"]
        away = tmp_path / "away"
        away.mkdir()
        for file in tmp_path.glob("rulings.db*"):
            file.rename(away / file.name)
        victim = service.workers()[0]
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: len(set(service.workers()) - {victim}) == 2)
        service.signal(signal.SIGHUP)
        wait_until(lambda: any(line["event"].startswith("not restarted") for line in service.lines()))
        for _ in range(20):
            assert service.ask("POST", "/v1/rulings", {"record": HAND}).status == 503
        assert not database.exists()
        for file in away.iterdir():
            file.rename(tmp_path / file.name)
        wait_until(lambda: service.ask("GET", kept).status == 200)


def test_it_runs_the_program_that_is_on_the_disk_then(tmp_path: Path) -> None:
    """A module that is imported at every start stands for whatever a new version brings."""
    (tmp_path / "sitecustomize.py").write_text("import os\nos.environ['BUMMERL_MAX_RECORD'] = '100'\n")
    with serving("--workers", 1, PYTHONPATH=str(tmp_path)) as service:
        assert service.ask("POST", "/v1/adjudicate", HAND).status == 413
        old = service.workers()
        (tmp_path / "sitecustomize.py").write_text("import os\nos.environ['BUMMERL_MAX_RECORD'] = '100000'\n")
        service.signal(signal.SIGHUP)
        wait_until(lambda: service.workers() and not set(old) & set(service.workers()))
        assert service.ask("POST", "/v1/adjudicate", HAND).status == 200


def test_stopping_while_it_restarts_stops_it() -> None:
    with serving("--workers", 1) as service:
        before = set(service.workers())
        service.signal(signal.SIGHUP)
        wait_until(lambda: set(service.workers()) - before)  # the program that is tried, or else a new worker
        assert service.stop() == 0
        with pytest.raises(OSError, match="refused"):
            service.ask("GET", "/livez")


def test_a_worker_that_is_killed_is_replaced_and_others_go_on() -> None:
    with serving("--workers", 2) as service:
        wait_until(lambda: len(service.workers()) == 2)
        victim, other = service.workers()
        found = [Asking(service, kept=True) for _ in range(4)]  # those on the victim's connections open others
        for one in found:
            one.start()
        wait_until(lambda: all(len(one.answers) > 3 for one in found))
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: len(set(service.workers()) - {victim}) == 2)
        finished(found)
        assert other in service.workers()
        assert service.stop() == 0
        (told,) = [line for line in service.lines() if line["level"] == "error"]
        assert str(victim) in told["event"]
