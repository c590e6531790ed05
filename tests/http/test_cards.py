"""`?cards=`, and records in a lexicon, over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest

LOG = """[Ruleset "schnapsen"]
[Dealer "B"]
[A "HU LA LT EA ET"]
[B "LK LO SK SO HK"]
[TurnUp "Herz-Ober"]
[Talon "SA ST EK EO HA HT LU SU EU"]
[Cards "german.de"]

close LA HK
"""
CODES = {
    "ruleset": "schnapsen",
    "dealer": "B",
    "deal": {
        "hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]},
        "turn_up": "HQ",
        "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
    },
    "moves": ["close", "SA", "HK"],
}


def legal(verdict: dict[str, Any]) -> list[str]:
    """What was allowed instead of the illegal move."""
    found: list[str] = verdict["violations"][0]["legal"]
    return found


def test_a_log_is_answered_in_its_own_letters(client: Any) -> None:
    for query, cards, allowed in (
        ("", "german.de", ["LK", "LO"]),
        ("?cards=Hungarian.hu", "hungarian.hu", ["ZK", "ZF"]),
        ("?cards=codes", None, ["SK", "SQ"]),
    ):
        verdict = client.post(f"/v1/adjudicate{query}", data=LOG, content_type="text/plain").json
        assert (verdict.get("cards"), legal(verdict)) == (cards, allowed)


@pytest.mark.parametrize("address", ["adjudicate", "validate", "replay"])
def test_a_record_is_answered_in_the_letters_that_were_asked_for(client: Any, address: str) -> None:
    answer = client.post(f"/v1/{address}?cards=french.de&lang=de", json=CODES).json
    verdict = answer.get("verdict", answer)
    assert (verdict["cards"], legal(verdict)) == ("french.de", ["SK", "SD"])
    assert "Pik-Dame" in verdict["violations"][0]["message"]


def test_matches_comparisons_and_batches_too(client: Any) -> None:
    match = client.post("/v1/matches/adjudicate?cards=german.de", json={"ruleset": "schnapsen", "hands": [CODES]}).json
    assert legal(match["hands"][0]) == ["LK", "LO"]
    body = {"record": CODES, "rulesets": ["schnapsen", "snapszli"]}
    found = client.post("/v1/compare?cards=german.de", json=body).json
    assert [verdict["cards"] for verdict in found["verdicts"]] == ["german.de", "german.de"]
    lines = client.post("/v1/batch?cards=german.de", data=json.dumps(CODES), content_type="application/x-ndjson").data
    assert legal(json.loads(lines)) == ["LK", "LO"]


@pytest.mark.parametrize("address", ["adjudicate", "validate", "replay", "matches/adjudicate", "compare", "batch"])
def test_a_lexicon_that_is_not_there_is_refused_with_the_list(client: Any, address: str) -> None:
    answer = client.post(f"/v1/{address}?cards=germna.de", json=CODES)
    assert answer.status_code == 400
    problem = answer.json
    assert problem["code"] == "request.cards"
    assert "Did you mean `german.de`?" in problem["detail"]
    assert "hungarian.hu" in problem["detail"]
    assert problem["errors"][0]["parameter"] == "cards"


def test_a_lexicon_of_other_cards_is_refused(client: Any) -> None:
    for address, body in (
        *((name, CODES) for name in ("adjudicate", "validate", "replay", "adjudicate?explain=true")),
        ("matches/adjudicate", {"ruleset": "schnapsen", "hands": [CODES]}),
    ):
        sign = "&" if "?" in address else "?"
        answer = client.post(f"/v1/{address}{sign}cards=spanish.es", json=body)
        assert (answer.status_code, answer.json["code"]) == (400, "request.cards")
    answer = client.post("/v1/adjudicate?cards=spanish.es", data=LOG, content_type="text/plain")
    assert (answer.status_code, answer.json["code"]) == (400, "request.cards")


def test_in_a_comparison_it_is_a_reason_that_one_cannot_be_applied(client: Any) -> None:
    body = {"record": CODES, "rulesets": ["schnapsen"]}
    answer = client.post("/v1/compare?cards=spanish.es", json=body)
    assert answer.status_code == 200
    assert answer.json["inapplicable"][0]["problems"][0]["code"] == "request.cards"


def test_an_unknown_lexicon_in_a_record_is_a_verdict(client: Any) -> None:
    answer = client.post("/v1/adjudicate", json=CODES | {"cards": "germna.de"})
    assert answer.status_code == 200
    (problem,) = answer.json["problems"]
    assert (problem["code"], problem["suggestion"]) == ("record.cards", "german.de")
