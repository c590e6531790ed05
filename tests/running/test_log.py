"""What is in the log, and what never is: names, hands, tokens, queries, whole addresses."""

from __future__ import annotations

import json
import logging
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from bummerl.service.http import Config, create_app, logs
from flask import Flask
from flask.testing import FlaskClient

from ..serving import HAND, serving

SECRET = "Zsuzsanna"
"""Stands in for everything that somebody may send and does not want to find in a log."""
LOG = f"""\
[Event "{SECRET}"]
[Players "A: {SECRET}, B: Bert"]
[A "SA SK HT DJ CQ"]
[B "HK HQ DA CJ ST"]
[TurnUp "HJ"]
{{ {SECRET} was late }}
1. SA ST
2. HT {SECRET}
"""
RECORD = {**HAND, "players": {"A": SECRET, "B": "Bert"}}
BODIES: list[tuple[str | None, str]] = [
    ("application/json", json.dumps(RECORD)),
    ("application/json", json.dumps({"record": RECORD, "rulesets": ["schnapsen", SECRET], "ruleset": SECRET})),
    ("application/json", json.dumps({"hands": [RECORD, RECORD], "players": {"A": SECRET}})),
    ("application/json", json.dumps({"facts": {SECRET: 1}, "rulesets": [SECRET], "options": {SECRET: SECRET}})),
    ("application/json", '{"players": {"A": "' + SECRET + '"'),
    ("application/x-ndjson", json.dumps(RECORD) + "\n{" + SECRET + "\n"),
    ("text/plain", LOG),
    ("text/plain", LOG.replace(" " + SECRET + "\n", " HK\n")),
    ("application/yaml", f"ruleset: {SECRET}\nversion: 1.0.0\ntitle: {SECRET}\nextends: {SECRET}\n"),
    ("application/x-www-form-urlencoded", f"log={SECRET}&csrf={SECRET}&token={SECRET}&a_name={SECRET}"),
    (f"text/{SECRET}", SECRET),
    (None, SECRET),
]
QUERIES = (
    "",
    f"?cards={SECRET}",
    f"?ruleset={SECRET}&option={SECRET}=1",
    f"?{SECRET}=1",
    f"?after={SECRET}&log={SECRET}",
)
HEADERS = {
    "Authorization": f"Bearer {SECRET}",
    "Cookie": f"csrf={SECRET}; session={SECRET}",
    "Idempotency-Key": SECRET,
    "Referer": f"http://localhost/{SECRET}",
    "User-Agent": SECRET,
    "X-Forwarded-For": SECRET,
    "Accept-Language": SECRET,
}


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Everything that is logged, by whomever."""
    caplog.set_level(logging.INFO)
    return caplog


def text(caplog: pytest.LogCaptureFixture) -> str:
    """The log as it would stand on standard error."""
    formatter = logs.JsonLines()
    return "\n".join(formatter.format(record) for record in caplog.records)


def addresses(app: Flask) -> list[tuple[str, str]]:
    """Every address with every method, and the secret wherever an address has a place for something."""
    found = [("/" + SECRET, "GET"), ("/" + SECRET, "POST")]
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]*>", SECRET, rule.rule)
        found += [(path, method) for method in sorted(rule.methods or ())]
    return found


def test_nothing_that_is_sent_is_in_the_log(tmp_path: Path, written: pytest.LogCaptureFixture) -> None:
    app = create_app(Config(database=str(tmp_path / "rulings.db"), keeping="open"))
    client = app.test_client()
    statuses = set()
    for path, method in addresses(app):
        sent = BODIES if method in ("POST", "PUT", "DELETE") else BODIES[:1]
        for number, (kind, body) in enumerate(sent):
            query = QUERIES[number % len(QUERIES)]
            answer = client.open(path + query, method=method, data=body, content_type=kind, headers=HEADERS)
            answer.get_data()
            answer.close()
            statuses.add(answer.status_code)
    client.open("/livez", method=SECRET.upper())
    for query in QUERIES:
        statuses.add(client.post("/v1/adjudicate" + query, json=RECORD, headers=HEADERS).status_code)
        statuses.add(client.post("/v1/adjudicate" + query, data=LOG, content_type="text/plain").status_code)
    kept = client.post("/v1/rulings", json={"record": RECORD})
    assert kept.status_code == 201
    client.get(f"/v1/rulings/{kept.json['id']}")
    token = kept.json["delete_token"]
    client.delete(f"/v1/rulings/{kept.json['id']}", headers={"Authorization": f"Bearer {token}"})
    assert {200, 400, 404, 415, 422} <= statuses
    assert 500 not in statuses
    log = text(written)
    assert log.count("\n") > 100
    assert SECRET.lower() not in log.lower()
    assert token not in log
    assert kept.json["id"] not in log


@pytest.mark.parametrize(
    ("path", "kind"), [("/v1/adjudicate", "application/json"), ("/v1/batch", "application/x-ndjson")]
)
def test_a_mistake_of_ours_tells_where_but_not_what(
    path: str, kind: str, written: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumbles(_judge: Any, record: Any) -> None:
        try:
            raise KeyError(str(record))
        except KeyError as error:
            raise ValueError(f"cannot judge {record}") from error

    monkeypatch.setattr("bummerl.interpreter.Judge.record", stumbles)
    client = create_app(Config()).test_client()
    answer = client.post(path, data=json.dumps(RECORD), content_type=kind)
    assert "request.internal" in answer.text
    answer.close()
    (line,) = [json.loads(line) for line in text(written).splitlines() if '"error"' in line]
    assert line["exception"].splitlines()[-1].strip() in ("ValueError", "KeyError")
    assert "in stumbles" in line["exception"]
    assert "KeyError" in line["exception"]
    assert SECRET not in text(written)


def test_what_libraries_say_is_told_without_what_they_put_into_it() -> None:
    record = logging.LogRecord(
        "gunicorn.error", logging.ERROR, "", 0, "Error handling request %s (pid:%s) %s", (), None
    )
    record.args = (f"/v1/score?names={SECRET}", 4711, "SIGKILL")
    assert json.loads(logs.JsonLines().format(record))["event"] == "Error handling request … (pid:4711) SIGKILL"


def test_without_lines_for_requests_the_rest_is_told_as_ever(tmp_path: Path) -> None:
    """What was not foreseen without its message, and why the store is away."""
    broken = "import bummerl.service.http.keeping as keeping\n"
    broken += "def again(ruling, *_): raise ValueError(str(ruling.record))\nkeeping.again = again\n"
    (tmp_path / "sitecustomize.py").write_text(broken)
    database = tmp_path / "rulings.db"
    settings = {"PYTHONPATH": str(tmp_path), "BUMMERL_LOG_REQUESTS": "no"}
    with serving("--workers", 1, "--database", database, **settings) as service:
        kept = service.ask("POST", "/v1/rulings", {"record": RECORD}).json["url"]
        assert service.ask("GET", f"{kept}?again=true").status == 500
        database.rename(tmp_path / "away")
        assert service.ask("GET", kept).status == 503
        assert service.stop() == 0
        unforeseen, store = service.lines()
        assert unforeseen["exception"].endswith("ValueError")
        assert (store["code"], store["detail"]) == ("store.unavailable", f"There is no file `{database}`.")
        assert SECRET not in service.err.read_text()


def test_on_a_real_server_too_with_requests_that_are_no_http(tmp_path: Path) -> None:
    s = SECRET.encode()
    raw = [
        b"GET /" + s + b" HTTP/9.9\r\n\r\n",
        s + b" / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + s + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-" + s + b"(: 1\r\n\r\n",
        b"GET /?" + s * 2000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/adjudicate HTTP/1.1\r\nHost: x\r\nContent-Length: " + s + b"\r\n\r\n",
        b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + s + b"\r\n",
        b"POST /v1/adjudicate HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: " + s + b"\r\n\r\n",
        b"POST /v1/adjudicate HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\n" + s,
    ]
    with serving("--workers", 1, "--database", tmp_path / "rulings.db") as service:
        for request in raw:
            with socket.create_connection(("127.0.0.1", service.port), timeout=90) as client:
                client.sendall(request)
                client.shutdown(socket.SHUT_WR)
                while client.recv(65536):
                    pass
        assert service.ask("POST", f"/v1/adjudicate?lang={SECRET}", RECORD).status == 400
        assert service.stop() == 0
        log = service.err.read_text()
        assert len(service.lines()) >= len(raw), log
        assert SECRET not in log
        assert {line["code"] for line in service.lines() if line["status"] >= 400} >= {"request.malformed"}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("nonsense", None),
        ("", None),
    ],
)
def test_of_an_address_only_the_network_is_told(address: str, network: str | None) -> None:
    assert logs.network(address) == network


def logged_client(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> str:
    client.get("/livez", environ_base={"REMOTE_ADDR": "203.0.113.77"})
    told: str = caplog.records[-1].client  # type: ignore[attr-defined]
    return told


def test_whole_addresses_only_where_they_are_asked_for(written: pytest.LogCaptureFixture) -> None:
    assert logged_client(create_app(Config()).test_client(), written) == "203.0.113.0/24"
    assert logged_client(create_app(Config(log_addresses=True)).test_client(), written) == "203.0.113.77"


def test_a_line_has_what_one_looks_for(written: pytest.LogCaptureFixture) -> None:
    create_app(Config()).test_client().get("/v1/rulesets/none", headers={"X-Request-ID": "find-me"})
    line = json.loads(text(written).splitlines()[-1])
    assert (
        line.items()
        >= {
            "level": "info",
            "event": "request",
            "request_id": "find-me",
            "method": "GET",
            "route": "/v1/rulesets/<ruleset_id>",
            "status": 404,
            "code": "request.ruleset",
            "client": "127.0.0.0/24",
        }.items()
    )
    assert line["ms"] > 0
