"""Who may keep, list and delete rulings: every case of `access.yaml`, and what a service may be told at its start."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.service.http import Config, create_app
from bummerl.service.http.access import network
from bummerl.service.http.config import is_loopback
from bummerl.service.store import KEEP, LIST, open_store

CASES = yaml.safe_load(Path(__file__).with_name("access.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Desk:
    """A database with two rulings, and the tokens for it."""

    database: str
    rulings: tuple[str, str]
    tokens: dict[str, str]


@pytest.fixture
def desk(tmp_path: Path, hand: dict[str, Any]) -> Desk:
    database = str(tmp_path / "rulings.db")
    store = open_store(database)
    revoked = store.create_token("revoked", frozenset({KEEP}))
    store.revoke(revoked.token.id)
    tokens = {
        "keeper": store.create_token("keeper", frozenset({KEEP})).secret,
        "lister": store.create_token("lister", frozenset({LIST})).secret,
        "expired": store.create_token("expired", frozenset({KEEP}), datetime.now(UTC) - timedelta(seconds=1)).secret,
        "revoked": revoked.secret,
        "made up": "made-up",
    }
    store.close()
    client = create_app(Config(database=database, keeping="open")).test_client()
    one, other = (client.post("/v1/rulings", json={"record": hand}).json for _ in range(2))
    tokens |= {"given": one["delete_token"], "another": other["delete_token"]}
    return Desk(database, (one["id"], other["id"]), tokens)


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_access(case: dict[str, Any], desk: Desk, hand: dict[str, Any], log: str) -> None:
    app = create_app(Config(database=desk.database, keeping=case["keeping"], forwarded=case.get("forwarded", 0)))
    headers = {"Host": case.get("host", "localhost"), **case.get("headers", {})}
    if "token" in case:
        headers["Authorization"] = f"{case.get('scheme', 'Bearer')} {desk.tokens[case['token']]}"
    environ = {"REMOTE_ADDR": case.get("from", "127.0.0.1"), "SERVER_PROTOCOL": case.get("protocol", "HTTP/1.1")}
    asked: dict[str, Any] = {"environ_overrides": environ, "headers": headers}
    sent = {"data": log, "content_type": "text/plain"} if case.get("text") else {"json": {"record": hand}}
    client = app.test_client()
    match case.get("do", "keep"):
        case "keep":
            response = client.post("/v1/rulings", **sent, **asked)
        case "list":
            response = client.get("/v1/rulings", **asked)
        case "delete":
            response = client.delete(f"/v1/rulings/{desk.rulings[0]}", **asked)
        case "read":
            response = client.get(f"/v1/rulings/{desk.rulings[0]}", **asked)
        case "judge":
            response = client.post("/v1/adjudicate", json=hand, **asked)
    assert response.status_code == case["expect"], response.text
    assert (response.json or {}).get("code") == case.get("code")
    if response.status_code == 401:
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    there = open_store(desk.database)
    assert there.count() == 2 + {201: 1, 204: -1}.get(response.status_code, 0)
    there.close()


@pytest.mark.parametrize(
    ("given", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_an_ipv6_customer_is_one_client(given: str, client: str) -> None:
    assert network(given) == client


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.9.10", "::1", "[::1]", "localhost", "LocalHost", "::ffff:127.0.0.1"]
)
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "192.0.2.7", "desk.example", "localhost.example", "", "127.1.example"]
)
def test_no_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_what_is_safe_hangs_on_the_address() -> None:
    alone, public = Config.at("127.0.0.1", {}), Config.at("0.0.0.0", {})
    assert (alone.keeping, alone.rates, alone.keeping_rates) == ("open", "", "")
    assert public.keeping == "token"
    assert public.rates
    assert public.keeping_rates
    assert Config.at("127.0.0.1", {}, forwarded=1) == Config.at("0.0.0.0", {}, forwarded=1)
    assert Config.at("127.0.0.1", {"BUMMERL_FORWARDED": "1"}).keeping == "token"


def test_what_is_told_goes_before_what_is_safe() -> None:
    assert Config.at("0.0.0.0", {}, keeping="open", rates="").rates == ""
    assert Config.at("0.0.0.0", {"BUMMERL_KEEPING": "open"}).keeping == "open"
    assert Config.at("0.0.0.0", {"BUMMERL_KEEPING": "open"}, keeping="off").keeping == "off"
    assert Config.at("0.0.0.0", {}, keeping=None, database=None) == Config.at("0.0.0.0", {})
    assert Config.at("::1", {"BUMMERL_RATES": "5/minute"}).rates == "5/minute"


def test_a_word_for_keeping_that_there_is_not() -> None:
    with pytest.raises(ValueError, match=r"BUMMERL_KEEPING is `yes`; it must be open, token or off"):
        Config.from_environment({"BUMMERL_KEEPING": "yes"})


def test_settings_are_read_from_the_environment() -> None:
    given = {
        "BUMMERL_DATABASE": " rulings.db ",
        "BUMMERL_SECRET": "s3cret",
        "BUMMERL_FORWARDED": "2",
        "BUMMERL_HSTS": "60",
    }
    found = Config.from_environment(given)
    assert (found.database, found.secret, found.forwarded, found.hsts) == ("rulings.db", "s3cret", 2, 60)
    assert Config.from_environment({"BUMMERL_DATABASE": ""}).database is None


@pytest.mark.parametrize("none", ["none", " None "])
def test_none_is_no_database_and_no_rate(none: str) -> None:
    given = {"BUMMERL_DATABASE": none, "BUMMERL_RATES": none, "BUMMERL_KEEPING_RATES": none}
    found = Config.at("0.0.0.0", given)
    assert (found.database, found.rates, found.keeping_rates) == (None, "", "")


def test_a_variable_that_is_empty_says_nothing() -> None:
    names = [field.name for field in fields(Config) if field.name not in ("rates", "keeping_rates")]
    given = {f"BUMMERL_{name.upper()}": "" for name in names}
    assert Config.from_environment(given) == Config()
    assert Config.at("0.0.0.0", given) == Config.at("0.0.0.0", {})
    assert Config.at("0.0.0.0", {"BUMMERL_RATES": ""}).rates == ""


def test_no_secret_shows_where_settings_are_printed() -> None:
    given = {
        "database": "postgresql://bummerl:s3cret@here/x",
        "rate_storage": "redis://:s3cret@here",
        "secret": "s3cret",
    }
    assert "s3cret" not in repr(Config(**given))
