"""So many requests of one client, and no more: who is one client, what is counted, what is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app, rates, windows
from bummerl.service.http.windows import Windows
from bummerl.service.store import MAY, open_store
from flask.testing import FlaskClient

FREE = ["/healthz", "/livez", "/readyz", "/metrics", "/docs/static/rapidoc-LICENSE.txt"]


def made(**settings: Any) -> FlaskClient:
    return create_app(Config(**settings)).test_client()


def ask(client: FlaskClient, address: str = "192.0.2.7", path: str = "/v1/rulesets", **more: Any) -> Any:
    return client.get(path, environ_overrides={"REMOTE_ADDR": address}, **more)


def statuses(client: FlaskClient, times: int, address: str = "192.0.2.7", **more: Any) -> list[int]:
    return [ask(client, address, **more).status_code for _ in range(times)]


def test_the_one_too_many_is_refused_and_told_when_to_come_back() -> None:
    client = made(rates="3/hour")
    left = []
    for _ in range(3):
        headers = ask(client).headers
        found = re.fullmatch(r'"requests-3600s";r=(\d+);t=(\d+)', headers["RateLimit"])
        assert found is not None
        left.append(int(found[1]))
        assert 3590 < int(found[2]) <= 3600
        assert headers["RateLimit-Policy"] == '"requests-3600s";q=3;w=3600'
    assert left == [2, 1, 0]
    response = ask(client)
    problem = response.json
    assert (response.status_code, problem["code"], response.mimetype) == (
        429,
        "request.rate",
        "application/problem+json",
    )
    assert 3590 < int(response.headers["Retry-After"]) <= 3600
    assert response.headers["RateLimit"] == f'"requests-3600s";r=0;t={response.headers["Retry-After"]}'
    assert response.headers["RateLimit-Policy"] == '"requests-3600s";q=3;w=3600'
    assert problem["request_id"] == response.headers["X-Request-ID"]
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "3 times in 3600 seconds" in problem["detail"]


def test_of_two_rates_for_the_same_time_the_smaller_one_holds() -> None:
    client = made(rates="5/hour;3/hour;100/day")
    assert statuses(client, 4) == [200, 200, 200, 429]
    assert ask(client).headers["RateLimit-Policy"] == '"requests-3600s";q=3;w=3600, "requests-86400s";q=100;w=86400'


@pytest.mark.parametrize("path", ["/healthzzz", "/metrics-nothing", "/livez/", "/openapi.json"])
def test_what_only_begins_like_something_free_is_counted(path: str) -> None:
    client = made(rates="1/hour")
    assert statuses(client, 2, path=path)[1] == 429


def test_each_client_has_its_own() -> None:
    client = made(rates="2/hour")
    assert statuses(client, 3) == [200, 200, 429]
    assert statuses(client, 3, "192.0.2.8") == [200, 200, 429]


def test_one_ipv6_network_is_one_client() -> None:
    client = made(rates="2/hour")
    assert [ask(client, f"2001:db8:0:1::{n}").status_code for n in range(3)] == [200, 200, 429]
    assert ask(client, "2001:db8:0:2::1").status_code == 200


def test_addresses_are_believed_as_far_as_proxies_are_told_of() -> None:
    def asked(client: FlaskClient, *addresses: str) -> list[int]:
        return [
            client.get("/v1/rulesets", headers={"X-Forwarded-For": f"{n}.0.0.1, {address}"}).status_code
            for n, address in enumerate(addresses)
        ]

    assert asked(made(rates="1/hour"), "192.0.2.7", "192.0.2.8") == [200, 429]
    assert asked(made(rates="1/hour", forwarded=1), "192.0.2.7", "192.0.2.8", "192.0.2.7") == [200, 200, 429]


def test_every_address_counts_together_and_refused_requests_too() -> None:
    client = made(rates="3/hour")
    assert ask(client, path="/v1/nothing").status_code == 404
    assert client.post("/v1/adjudicate", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 415
    assert ask(client, path="/openapi.json").status_code == 200
    assert ask(client).status_code == 429


@pytest.mark.parametrize("path", FREE)
def test_health_metrics_and_files_are_not_counted(path: str) -> None:
    client = made(rates="1/hour")
    assert statuses(client, 3, path=path) == [200, 200, 200]
    assert "RateLimit" not in ask(client, path=path).headers
    assert statuses(client, 2) == [200, 429]
    assert ask(client, path=path).status_code == 200


def test_the_nearest_limit_is_told() -> None:
    client = made(rates="5/minute;2/hour")
    headers = ask(client).headers
    assert headers["RateLimit"].startswith('"requests-3600s";r=1;')
    assert headers["RateLimit-Policy"] == '"requests-60s";q=5;w=60, "requests-3600s";q=2;w=3600'


def test_without_a_rate_nothing_is_counted() -> None:
    client = made()
    assert statuses(client, 5) == [200] * 5
    assert "RateLimit" not in ask(client).headers


@pytest.fixture
def desk(tmp_path: Path) -> tuple[str, dict[str, str], dict[str, str]]:
    """A database, and the headers with two tokens for it."""
    database = str(tmp_path / "rulings.db")
    store = open_store(database)
    one, other = ({"Authorization": f"Bearer {store.create_token(name, MAY).secret}"} for name in ("one", "other"))
    store.close()
    return database, one, other


def test_a_token_is_a_client_and_a_made_up_one_is_not(desk: tuple[str, dict[str, str], dict[str, str]]) -> None:
    database, one, other = desk
    client = made(database=database, rates="2/hour")
    assert statuses(client, 3, headers=one) == [200, 200, 429]
    assert statuses(client, 2, headers=other) == [200, 200]
    assert ask(client, "192.0.2.99", headers=one).status_code == 429
    made_up = [ask(client, headers={"Authorization": f"Bearer made-up-{n}"}).status_code for n in range(3)]
    assert made_up == [200, 200, 429]


def test_keeping_has_a_rate_of_its_own(desk: tuple[str, dict[str, str], dict[str, str]], hand: dict[str, Any]) -> None:
    client = made(database=desk[0], keeping="open", keeping_rates="2/hour", rates="100/hour")
    refused = client.post("/v1/rulings", json={"record": {**hand, "moves": ["??"]}})
    assert refused.status_code == 422
    assert [client.post("/v1/rulings", json={"record": hand}).status_code for _ in range(3)] == [201, 201, 429]
    response = client.post("/v1/rulings", json={"record": hand})
    assert response.headers["RateLimit-Policy"] == '"keeping-3600s";q=2;w=3600'
    assert "have rulings kept 2 times" in response.json["detail"]
    assert client.post("/v1/adjudicate", json=hand).status_code == 200
    store = open_store(desk[0])
    assert store.count() == 2
    store.close()


def test_while_the_database_is_away_clients_are_their_addresses(tmp_path: Path) -> None:
    client = made(database=str(tmp_path / "no-folder-of-mine" / "\0"), rates="2/hour")
    assert statuses(client, 3, headers={"Authorization": "Bearer x"}) == [200, 200, 429]


@pytest.mark.parametrize("setting", ["rates", "keeping_rates"])
@pytest.mark.parametrize("text", ["600", "many/minute", "5/fortnight", "-1/minute", "5/minute;x"])
def test_a_rate_that_cannot_be_read_is_told_at_the_start(setting: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"BUMMERL_{setting.upper()} is `{text}`; write it as `600/minute`"):
        made(**{setting: text})


def test_a_storage_that_cannot_be_had_is_told_at_the_start() -> None:
    with pytest.raises(ValueError, match="BUMMERL_RATE_STORAGE is `nowhere:…`"):
        made(rates="5/minute", rate_storage="nowhere://user:password@host")


def test_a_storage_that_is_away_stops_nobody(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    class Away:
        def incr(self, *_: Any) -> int:
            raise ConnectionError("no route to the storage")

    monkeypatch.setattr(rates, "_opened", lambda _: Away())
    client = made(rates="1/hour", rate_storage="redis://host")
    assert statuses(client, 3) == [200, 200, 200]
    assert "no route to the storage" in [getattr(record, "detail", None) for record in caplog.records]


def test_every_process_counts_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    client = made(rates="1/hour")
    assert statuses(client, 2) == [200, 429]
    monkeypatch.setattr(rates.os, "getpid", lambda: -1)
    assert statuses(client, 2) == [200, 429]


def test_a_window_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(windows, "time", lambda: now[0])
    counts = Windows()
    assert [counts.incr("a", 60), counts.incr("a", 60), counts.get_expiry("a")] == [1, 2, 1060]
    now[0] = 1059.9
    assert [counts.incr("a", 60), counts.get_expiry("a")] == [3, 1060]
    now[0] = 1060.0
    assert [counts.incr("a", 60), counts.get_expiry("a")] == [1, 1120]


def test_no_number_of_clients_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(windows, "time", lambda: now[0])
    counts = Windows(most=100)
    for n in range(1000):
        counts.incr(f"client {n}", 60)
        assert len(counts) <= 100
    assert counts.incr("client 999", 60) == 2, "who came last is remembered"
    now[0] = 2000.0
    for n in range(11):
        counts.incr(f"late {n}", 60)
    assert len(counts) <= 100
    assert counts.incr("late 10", 60) == 2
