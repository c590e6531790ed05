"""A store that cannot: clean refusals that say when to ask again, and all the rest goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app, state
from bummerl.service.store import StoreError, open_store
from flask import Flask
from flask.testing import FlaskClient

FAILURES = [
    ("store.unavailable", 503),
    ("store.newer", 503),
    ("store.full", 507),
]
TOKEN = {"Authorization": "Bearer x"}
SECRET = "/srv/rulings.db on db7 cannot be written."


class Failing:
    """A store of which some methods fail."""

    def __init__(self, store: Any, code: str, *methods: str) -> None:
        self._store, self._code, self._methods = store, code, methods

    def __getattr__(self, name: str) -> Any:
        if name in self._methods:
            return self._fail
        return getattr(self._store, name)

    def _fail(self, *_args: Any, **_kwargs: Any) -> Any:
        raise StoreError(self._code, SECRET)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "rulings.db")


@pytest.fixture
def desk(database: str) -> Flask:
    return create_app(Config(database=database, keeping="open"))


def failing(app: Flask, monkeypatch: pytest.MonkeyPatch, database: str, code: str, *methods: str) -> FlaskClient:
    """A client of a service whose store fails from now on."""
    store = Failing(open_store(database), code, *methods)
    monkeypatch.setattr(state, "open_store", lambda *_, **__: store)
    app.extensions["bummerl"]._store = None
    return app.test_client()


def problem(response: Any, status: int, code: str) -> None:
    assert (response.status_code, response.mimetype) == (status, "application/problem+json"), response.text
    assert response.json["code"] == code
    assert "ruling" in response.json["detail"]
    assert not {part for part in ("/srv", "db7") if part in response.text}, "where rulings are kept"
    assert int(response.headers["Retry-After"]) > 0


@pytest.mark.parametrize(("code", "status"), FAILURES)
def test_what_cannot_be_kept_is_refused_and_the_rest_goes_on(
    desk: Flask, monkeypatch: pytest.MonkeyPatch, database: str, hand: dict[str, Any], code: str, status: int
) -> None:
    url = desk.test_client().post("/v1/rulings", json={"record": hand}).json["url"]
    client = failing(desk, monkeypatch, database, code, "keep", "delete")
    problem(client.post("/v1/rulings", json={"record": hand}), status, code)
    problem(client.delete(url, headers=TOKEN), status, code)
    assert client.get(url).status_code == 200
    assert client.post("/v1/adjudicate", json=hand).status_code == 200


def test_a_database_that_is_away_is_told_everywhere(
    desk: Flask, monkeypatch: pytest.MonkeyPatch, database: str, hand: dict[str, Any]
) -> None:
    client = failing(desk, monkeypatch, database, "store.unavailable", "keep", "delete", "ruling", "listed", "token")
    for response in (
        client.post("/v1/rulings", json={"record": hand}),
        client.post("/v1/rulings", json={"record": hand}, headers=TOKEN),
        client.get("/v1/rulings/22222-22222"),
        client.get("/v1/rulings", headers=TOKEN),
        client.delete("/v1/rulings/22222-22222", headers=TOKEN),
    ):
        problem(response, 503, "store.unavailable")
        assert response.headers["X-Robots-Tag"] == "noindex"
    assert client.post("/v1/adjudicate", json=hand, headers=TOKEN).status_code == 200


def test_a_database_that_comes_back_is_used_again(
    monkeypatch: pytest.MonkeyPatch, database: str, hand: dict[str, Any]
) -> None:
    now, tries = [100.0], []

    def opened(url: str, create: bool) -> Any:
        tries.append(now[0])
        if now[0] < 103:
            raise StoreError("store.unavailable", SECRET)
        return open_store(url, create=create)

    monkeypatch.setattr(state, "open_store", opened)
    monkeypatch.setattr(state, "monotonic", lambda: now[0])
    client = create_app(Config(database=database, keeping="open")).test_client()
    for second in (100.0, 100.5, 101.5, 102.0):
        now[0] = second
        problem(client.post("/v1/rulings", json={"record": hand}), 503, "store.unavailable")
    assert tries == [100.0, 101.5], "not every request waits for a database that has just been found away"
    now[0] = 103.0
    assert client.post("/v1/rulings", json={"record": hand}).status_code == 201


def test_a_database_that_cannot_be_is_no_traceback(tmp_path: Path, hand: dict[str, Any]) -> None:
    for database in ("nonsense://x", str(tmp_path), "postgresql://nobody@127.0.0.1:1/none"):
        client = create_app(Config(database=database, keeping="open")).test_client()
        response = client.post("/v1/rulings", json={"record": hand})
        assert (response.status_code, response.json["code"]) == (503, "store.unavailable"), response.text
        assert client.post("/v1/adjudicate", json=hand).status_code == 200


def test_a_file_that_is_lost_is_not_made_anew(database: str, hand: dict[str, Any]) -> None:
    """Not by a process that has opened it, nor by one that has not: it may come back, with all that is kept."""
    before = create_app(Config(database=database, keeping="open")).test_client()
    not_yet = create_app(Config(database=database, keeping="open")).test_client()
    url = before.post("/v1/rulings", json={"record": hand}).json["url"]
    for file in Path(database).parent.iterdir():
        file.rename(file.with_name("away-" + file.name))
    for client in (before, not_yet):
        problem(client.post("/v1/rulings", json={"record": hand}), 503, "store.unavailable")
    assert not Path(database).exists()
    for file in Path(database).parent.iterdir():
        file.rename(file.with_name(file.name.removeprefix("away-")))
    assert before.get(url).status_code == 200


def test_every_process_opens_the_store_for_itself(
    desk: Flask, monkeypatch: pytest.MonkeyPatch, hand: dict[str, Any]
) -> None:
    own = desk.extensions["bummerl"]
    assert own._store is None, "not before processes part"
    desk.test_client().post("/v1/rulings", json={"record": hand})
    first = own.store
    assert own.store is first
    monkeypatch.setattr(state.os, "getpid", lambda: -1)
    assert own.store is not first


def test_all_processes_have_the_same_secret() -> None:
    one, other = (create_app(Config()).extensions["bummerl"].secret for _ in range(2))
    assert len(one) >= 32
    assert one != other
    assert create_app(Config(secret="given")).extensions["bummerl"].secret == "given"
