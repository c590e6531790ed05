"""Alive, ready, not ready: with and without a database, and while the service stops."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app
from bummerl.service.http.state import State
from bummerl.service.store import StoreError

from ..serving import HAND, ask, serving, wait_until


def test_ready_with_a_database_and_without(tmp_path: Path) -> None:
    for database in (None, str(tmp_path / "rulings.db")):
        client = create_app(Config(database=database)).test_client()
        for path in ("/livez", "/readyz", "/healthz"):
            answer = client.get(path)
            assert (answer.status_code, answer.json["status"]) == (200, "ok")
            assert answer.headers["Cache-Control"] == "no-store"


def test_a_store_that_does_not_answer_makes_it_unready_and_no_less_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(Config(database=str(tmp_path / "rulings.db")))

    class Away:
        def ping(self) -> None:
            raise StoreError("store.unavailable", "The database does not answer.")

    monkeypatch.setattr(State, "store", property(lambda _self: Away()))
    client = app.test_client()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert answer.json["code"] == "store.unavailable"
    assert answer.json["detail"]
    assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/livez").status_code == client.get("/healthz").status_code == 200
    assert client.post("/v1/adjudicate", json=HAND).status_code == 200


def test_a_database_that_cannot_be_opened_makes_it_unready(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear arbiter, " * 100)
    client = create_app(Config(database=str(tmp_path / "letter"))).test_client()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["code"]) == (503, "store.unavailable")
    assert client.get("/livez").status_code == 200


def test_while_it_stops_it_says_so_and_still_finishes() -> None:
    line = json.dumps(HAND).encode() + b"\n"
    with serving("--workers", 1, "--grace", 20) as service:
        open_before = service.connect()
        assert ask(open_before, "GET", "/readyz").status == 200
        client = socket.create_connection(("127.0.0.1", service.port), timeout=90)
        client.sendall(
            b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: %d\r\nConnection: close\r\n\r\n" % (2 * len(line))
        )
        client.sendall(line)
        wait_until(lambda: ask(open_before, "GET", "/readyz").status == 200)
        service.process.terminate()
        wait_until(lambda: refused(service.port))
        answer = ask(open_before, "GET", "/readyz")
        assert (answer.status, answer.json["code"]) == (503, "request.stopping")
        assert int(answer.headers["Retry-After"]) > 0
        client.sendall(line)
        assert b"".join(iter(lambda: client.recv(65536), b"")).count(b'"moves_checked":4') == 2
        client.close()
        assert service.process.wait(90) == 0


def refused(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return True
    return False


def test_the_reason_is_in_the_log(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear arbiter, " * 100)
    client = create_app(Config(database=str(tmp_path / "letter"))).test_client()
    caplog.set_level("INFO", logger="bummerl.http")
    client.get("/readyz")
    record: Any = caplog.records[-1]
    assert (record.status, record.code) == (503, "store.unavailable")
