"""What is counted: verdicts and the rules that decided them, rulings kept and deleted, what the store did."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bummerl.interpreter import Judge, adjudicate
from bummerl.rulesets import load
from bummerl.service.http import Config, create_app
from bummerl.service.http.fired import HOUSE, Decided, of_line, of_verdict
from flask.testing import FlaskClient

from ..serving import HAND, serving

ROOT = Path(__file__).parents[2]


def counted(text: str) -> dict[str, float]:
    """Each sample of an exposition."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def look(client: FlaskClient) -> dict[str, float]:
    return counted(client.get("/metrics").text)


def test_the_short_way_and_the_long_way_count_alike() -> None:
    judge = Judge()
    lines = (ROOT / "examples" / "hands.ndjson").read_bytes().splitlines()
    seen = set()
    for line in filter(None, lines):
        verdict = judge.line(line)
        told = of_line(verdict)
        assert told == of_verdict(json.loads(verdict))
        seen.add(told.status)
        if told.rule is not None:
            assert told.ruleset is not None
            assert told.rule in rules_of(told.ruleset)
    assert {"complete", "illegal", "unreadable"} <= seen


def rules_of(ruleset: str) -> set[str]:
    """Every rule of a ruleset, by its own list."""
    client = create_app(Config(metrics=False)).test_client()
    return {rule["id"] for rule in client.get(f"/v1/rulesets/{ruleset}").json["rules"]}


@pytest.mark.parametrize("house", [{"version": "9.9.9"}, {"ruleset": "somebodys-own"}])
def test_what_somebody_sends_along_is_counted_as_a_house_ruleset(house: dict[str, Any]) -> None:
    source = {**load("schnapsen").data, "ruleset": "schnapsen", **house}
    verdict = adjudicate({**HAND, "ruleset": source, "moves": ["exchange"]})
    assert verdict["status"] == "illegal"
    assert of_verdict(verdict) == Decided("illegal", HOUSE, HOUSE)


def test_text_in_a_record_is_never_taken_for_a_rule() -> None:
    record = {**HAND, "players": {"A": '"rule":"made.up"', "B": "x"}, "moves": ["exchange"]}
    line = Judge().record(record)
    assert of_line(line) == of_verdict(json.loads(line))
    assert of_line(line).rule != "made.up"


def test_rules_that_decide_are_counted() -> None:
    client = create_app(Config()).test_client()
    client.post("/v1/adjudicate", json=HAND)
    illegal = client.post("/v1/adjudicate", json={**HAND, "moves": ["exchange"]}).json
    rule = illegal["violations"][0]["rule"]
    client.post(
        "/v1/batch", data=json.dumps({**HAND, "moves": ["exchange"]}) + "\n", content_type="application/x-ndjson"
    ).close()
    compared = {"record": {**HAND, "moves": ["exchange"]}, "rulesets": ["schnapsen", "schnapsen-sharp"]}
    client.post("/v1/compare", json=compared)
    found = look(client)
    assert found[f'bummerl_rules_total{{rule="{rule}",ruleset="schnapsen"}}'] == 3
    assert sum(v for name, v in found.items() if name.startswith("bummerl_rules_total")) == 4


def keep(client: FlaskClient) -> Any:
    answer = client.post("/v1/rulings", json={"record": HAND})
    assert answer.status_code == 201, answer.text
    return answer.json


def test_kept_deleted_and_held(tmp_path: Path) -> None:
    client = create_app(Config(database=str(tmp_path / "rulings.db"), keeping="open")).test_client()
    one, _ = keep(client), keep(client)
    bearer = {"Authorization": f"Bearer {one['delete_token']}"}
    assert client.delete(f"/v1/rulings/{one['id']}", headers=bearer).status_code == 204
    found = look(client)
    assert found["bummerl_rulings_kept_total"] == 2
    assert found["bummerl_rulings_deleted_total"] == 1
    assert found["bummerl_rulings"] == 1
    assert found["bummerl_store_up"] == 1
    assert found['bummerl_store_seconds_count{operation="keep"}'] == 2


def test_the_same_request_again_keeps_nothing_new(tmp_path: Path) -> None:
    client = create_app(Config(database=str(tmp_path / "rulings.db"), keeping="open")).test_client()
    for _ in range(2):
        client.post("/v1/rulings", json={"record": HAND}, headers={"Idempotency-Key": "one-and-the-same"})
    assert look(client)["bummerl_rulings_kept_total"] == 1


def test_a_store_that_fails_is_counted_and_costs_the_other_counts_nothing(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear arbiter, " * 100)
    client = create_app(Config(database=str(tmp_path / "letter"), keeping="open")).test_client()
    assert client.post("/v1/rulings", json={"record": HAND}).status_code == 503
    found = look(client)
    assert found["bummerl_store_up"] == 0
    assert "bummerl_rulings" not in found
    assert found['bummerl_store_failures_total{code="store.unavailable",operation="open"}'] >= 1
    assert found['bummerl_requests_total{method="POST",route="/v1/rulings",status="503"}'] == 1


def test_too_many_requests_are_counted() -> None:
    client = create_app(Config(rates="2/minute")).test_client()
    answers = [client.post("/v1/adjudicate", json=HAND).status_code for _ in range(5)]
    assert answers == [200, 200, 429, 429, 429]
    assert look(client)["bummerl_rate_limited_total"] == 3


def test_all_processes_count_together_and_the_gauge_is_the_stores(tmp_path: Path) -> None:
    with serving("--workers", 3, "--database", tmp_path / "rulings.db") as service:
        for _ in range(30):
            assert service.ask("POST", "/v1/rulings", {"record": HAND}).status == 201
        for _ in range(5):  # whichever process answers
            found = counted(service.ask("GET", "/metrics").body.decode())
            assert found["bummerl_rulings_kept_total"] == 30
            assert found["bummerl_rulings"] == 30
            assert found["bummerl_store_up"] == 1


def test_every_count_is_in_the_table() -> None:
    client = create_app(Config(database="/proc/nowhere", rates="100/minute")).test_client()
    names = set(re.findall(r"^# TYPE (bummerl_\w+) ", client.get("/metrics").text, re.M))
    page = (ROOT / "docs" / "running.md").read_text()
    told = set(re.findall(r"^\| `(bummerl_\w+)", page, re.M))
    assert {name for name in names if not name.endswith("_created")} - {"bummerl_rulings"} == told - {"bummerl_rulings"}
    assert "bummerl_rulings" in told
