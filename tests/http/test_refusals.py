"""Every refusal is a problem of RFC 9457 with the right status, code and place."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from bummerl.grammar import CODES
from bummerl.service.http import Config, create_app
from bummerl.service.http.schema import validator
from flask import Flask
from flask.testing import FlaskClient

CASES = yaml.safe_load(Path(__file__).with_name("refusals.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_refused(case: dict[str, Any], client: FlaskClient, hand: dict[str, Any]) -> None:
    headers = {"Accept": case["accept"]} if "accept" in case else {}
    sent = {"json": {**hand, **case["record"]}} if "record" in case else {"data": case.get("body")}
    if "type" in case:
        headers["Content-Type"] = case["type"]
    response = client.open(case["path"], method=case.get("method", "POST"), headers=headers, **sent)
    problem = refusal(response)
    found = {key: problem.get(key) for key in case["expect"]}
    assert found == case["expect"]


def refusal(response: Any) -> dict[str, Any]:
    """The problem in a response, which must be one to the letter."""
    assert response.mimetype == "application/problem+json", response.text
    problem: dict[str, Any] = response.json
    assert problem["status"] == response.status_code
    assert problem["type"] == f"/docs/errors/{problem['code']}"
    assert problem["code"] in CODES
    assert problem["title"] == CODES[problem["code"]]
    assert problem["request_id"] == response.headers["X-Request-ID"]
    validator("ProblemDocument").validate(problem)
    return problem


def test_a_page_that_fails_is_a_problem_for_programs(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a template of another version")

    monkeypatch.setattr("bummerl.service.http.pages.errors.page", broken)
    response = client.get("/nowhere", headers={"Accept": "text/html"})
    assert (refusal(response)["code"], response.status_code) == ("request.path", 404)


def test_several_mistakes_are_told_at_once(client: FlaskClient, hand: dict[str, Any]) -> None:
    response = client.post("/v1/adjudicate", json={**hand, "moves": [1, "SA", None], "players": {"A": 3}})
    pointers = [error["pointer"] for error in refusal(response)["errors"]]
    assert pointers == ["/moves/0", "/moves/2", "/players/A"]


def test_a_slip_gets_a_suggestion(client: FlaskClient, hand: dict[str, Any]) -> None:
    assert (
        refusal(client.post("/v1/adjudicate", json={**hand, "deal": {"hnds": {}}}))["errors"][0]["suggestion"]
        == "hands"
    )
    assert "`explain`" in refusal(client.post("/v1/adjudicate?explainn=true", json=hand))["detail"]
    unknown = refusal(client.post("/v1/adjudicate", json={**hand, "ruleset": "schnapsn"}))
    assert unknown["errors"][0]["suggestion"] == "schnapsen"


def test_405_says_what_is_allowed(client: FlaskClient) -> None:
    response = client.get("/v1/adjudicate")
    assert {"POST", "OPTIONS"} == set(response.headers["Allow"].split(", "))


def test_415_says_what_is_accepted(client: FlaskClient) -> None:
    assert client.post("/v1/adjudicate", data="x").headers["Accept"] == "application/json, text/plain"


def test_bytes_that_are_no_text(client: FlaskClient) -> None:
    for body in (b"\xff\xfe{\x00}\x00", b'{"moves": ["\xe9"]}'):
        response = client.post("/v1/adjudicate", data=body, content_type="application/json")
        assert (response.status_code, refusal(response)["code"]) == (400, "request.encoding")
    response = client.post("/v1/adjudicate", data=bytes(range(256)), content_type="text/plain")
    assert (response.status_code, refusal(response)["code"]) == (400, "request.encoding")


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"moves":[],"ruleset":{"a":' + b'{"a":' * 100])
def test_deep_nesting_is_refused_and_harmless(client: FlaskClient, opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"1" + b"}"
    response = client.post("/v1/adjudicate", data=opening * 1000 + closing, content_type="application/json")
    assert response.status_code == 400
    assert refusal(response)["code"] == "request.json"


def test_well_formed_but_deep_is_refused_too(client: FlaskClient) -> None:
    body = b'{"moves":[],"x":' + b"[" * 200 + b"]" * 200 + b"}"
    response = client.post("/v1/adjudicate", data=body, content_type="application/json")
    assert (response.status_code, refusal(response)["code"]) == (422, "request.schema")


def test_bodies_over_the_limit(hand: dict[str, Any]) -> None:
    client = create_app(Config(max_record=1000, max_batch=2000, max_ruleset=100)).test_client()
    big = {**hand, "headers": {"Event": "x" * 1000}}
    for path, value in (
        ("/v1/adjudicate", big),
        ("/v1/validate", big),
        ("/v1/replay", big),
        ("/v1/compare", {"record": big, "rulesets": ["schnapsen"]}),
        ("/v1/matches/adjudicate", {"hands": [big]}),
    ):
        problem = refusal(client.post(path, json=value))
        assert (problem["status"], problem["code"], problem["limit"]) == (413, "request.too-large", 1000)
    for path, mimetype, limit in (
        ("/v1/batch", "application/x-ndjson", 2000),
        ("/v1/rulesets/check", "application/yaml", 100),
    ):
        problem = refusal(client.post(path, data=b"\n" * 2001, content_type=mimetype))
        assert (problem["status"], problem["code"], problem["limit"]) == (413, "request.too-large", limit)


def test_other_limits(hand: dict[str, Any]) -> None:
    client = create_app(Config(max_moves=3, max_hands=1, max_ruleset=100)).test_client()
    cases = [
        ("/v1/adjudicate", hand, "/moves"),
        ("/v1/matches/adjudicate", {"hands": [{"moves": []}, {"moves": []}]}, "/hands"),
        ("/v1/matches/adjudicate", {"hands": [hand]}, "/hands/0/moves"),
        ("/v1/compare", {"record": hand, "rulesets": ["schnapsen"]}, "/record/moves"),
        ("/v1/adjudicate", {"moves": [], "ruleset": {"title": "x" * 100}}, "/ruleset"),
        ("/v1/matches/adjudicate", {"hands": [{"moves": [], "ruleset": {"title": "x" * 100}}]}, "/hands/0/ruleset"),
        ("/v1/compare", {"record": {"moves": []}, "rulesets": [{"title": "x" * 100}]}, "/rulesets/0"),
    ]
    for path, value, pointer in cases:
        problem = refusal(client.post(path, json=value))
        assert (problem["status"], problem["code"], problem["pointer"]) == (422, "request.too-many", pointer)


def test_what_nobody_foresaw_says_nothing_of_itself(
    app: Flask, monkeypatch: pytest.MonkeyPatch, hand: dict[str, Any]
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("bummerl.service.http.routes.records.verdict_line", broken)
    response = app.test_client().post("/v1/adjudicate", json=hand)
    problem = refusal(response)
    assert (problem["status"], problem["code"]) == (500, "request.internal")
    assert "secret" not in response.text
    assert "Traceback" not in response.text


def test_the_schema_of_problems_can_fail() -> None:
    with pytest.raises(jsonschema.ValidationError):
        validator("ProblemDocument").validate({"type": "about:blank"})


def test_a_compressed_body_is_refused(client: FlaskClient) -> None:
    response = client.post(
        "/v1/adjudicate", data=b"\x1f\x8b", content_type="application/json", headers={"Content-Encoding": "gzip"}
    )
    assert (response.status_code, refusal(response)["code"]) == (415, "request.media-type")
    assert response.headers["Accept-Encoding"] == "identity"


MEGABYTE = 1024 * 1024 - 100
JSON, TEXT, YAML = "application/json", "text/plain", "application/yaml"
ENORMOUS = {
    "moves": ("/v1/adjudicate", JSON, b'{"moves":[' + b'"",' * 340_000 + b'""]}'),
    "cards": ("/v1/adjudicate", JSON, b'{"moves":[],"deal":{"talon":[' + b'"",' * 340_000 + b'""]}}'),
    "keys": ("/v1/adjudicate", JSON, b'{"moves":[],' + b",".join(b'"%d":1' % i for i in range(90_000)) + b"}"),
    "hands": ("/v1/matches/adjudicate", JSON, b'{"hands":[' + b'{"moves":[]},' * 70_000 + b'{"moves":[]}]}'),
    "headers": ("/v1/adjudicate", TEXT, b"[A\n" * 340_000),
    "logs": ("/v1/matches/adjudicate", TEXT, b'[Ruleset "schnapsen"]\n\nSA\n\n' * 30_000),
    "line": ("/v1/adjudicate", TEXT, b"SA " * 340_000),
    "word": ("/v1/adjudicate", TEXT, b"x" * MEGABYTE),
    "comment": ("/v1/adjudicate", TEXT, b"{" * MEGABYTE),
    "ruleset": ("/v1/rulesets/check", YAML, b"".join(b"t%d: 1\n" % i for i in range(16_000))),
}


@pytest.mark.parametrize("name", ENORMOUS)
def test_the_enormous_is_answered_within_seconds(client: FlaskClient, name: str) -> None:
    path, media_type, body = ENORMOUS[name]
    began = time.process_time()
    response = client.post(path, data=body[:MEGABYTE] if media_type == TEXT else body, content_type=media_type)
    assert time.process_time() - began < 2, "half a second on a quiet machine"
    assert response.status_code in (200, 422)
    if response.status_code == 200:
        assert response.json.get("status") == "unreadable" or response.json.get("valid") is False
