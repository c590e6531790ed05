"""The quick question over HTTP."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from bummerl.interpreter import score
from bummerl.interpreter.asking.given import words
from bummerl.rulesets import catalogue
from bummerl.service.http.schema import validator
from bummerl.service.http.server import warm
from flask.testing import FlaskClient

from ..tables import FOREIGN

FACTS = {"closer": "A", "claimer": "A", "A.points": 70, "tricks_at_close": 0, "B.tricks": 2, "B.points": 36}


def test_an_answer_for_each_ruleset_and_equal_ones_together(post: Callable[..., Any]) -> None:
    found = post("/v1/score", {"rulesets": ["schnapsen", "sixty-six", "tute-habanero"], "facts": FACTS})
    validator("QuickAnswers").validate(found)
    assert [answer["status"] for answer in found["answers"]] == ["decided", "decided", "inapplicable"]
    assert found["answers"][0]["outcome"]["rule"] == "score.schwarz"
    assert found["groups"][-1] == {"rulesets": ["tute-habanero"], "status": "inapplicable"}
    won = {group["rulesets"][0]: group["game_points"] for group in found["groups"][:2]}
    assert won == {"schnapsen": 3, "sixty-six": 1}  # no trick at closing; 36 at the end


def test_what_is_open_fits_the_published_schema(post: Callable[..., Any]) -> None:
    found = post("/v1/score", {"rulesets": ["all"], "facts": {"claimer": "A", "A.points": {"min": 66}, "closer": None}})
    validator("QuickAnswers").validate(found)
    assert {answer["ruleset"]["id"] for answer in found["answers"]} == {summary.id for summary in catalogue()}


def test_a_house_ruleset_may_be_sent_along(post: Callable[..., Any]) -> None:
    house = {
        "ruleset": "our-club",
        "version": "1.0.0",
        "title": "Our club",
        "extends": "schnapsen",
        "terms": {"schneider": 40},
    }
    facts = {"closer": "nobody", "claimer": "A", "A.points": 66, "B.tricks": 2, "B.points": 36}
    found = post("/v1/score", {"rulesets": [house, "schnapsen"], "facts": facts})
    assert [answer["outcome"]["game_points"] for answer in found["answers"]] == [2, 1]


def test_a_game_of_another_kind_has_facts_of_its_own(post: Callable[..., Any]) -> None:
    name, path = next(iter(FOREIGN.items()))
    house = yaml.safe_load(path.read_text(encoding="utf-8"))
    found = post("/v1/score", {"rulesets": [house], "facts": {}})
    validator("QuickAnswers").validate(found)
    assert found["answers"][0]["ruleset"]["id"] == name


def test_options_count_where_there_are_such(post: Callable[..., Any]) -> None:
    facts = {
        "closer": "nobody",
        "claimer": "nobody",
        "cards_left": 0,
        "last_trick.winner": "A",
        "B.points": 20,
        "B.tricks": 3,
    }
    body = {"rulesets": ["schnapsen", "sixty-six"], "facts": facts, "options": {"unclaimed": "tiers"}}
    found = post("/v1/score", body)
    assert found["answers"][0]["outcome"]["game_points"] == 2  # 20 is fewer than 33
    assert found["answers"][1]["options_ignored"] == ["unclaimed"]


def test_the_language_asked_for(client: FlaskClient) -> None:
    body = {"rulesets": ["schnapsen"], "facts": FACTS}
    asked = [client.post("/v1/score?lang=de", json=body), client.post("/v1/score", json={**body, "lang": "de"})]
    for response in asked:
        assert response.headers["Content-Language"] == "de"
        assert response.json["answers"][0]["outcome"]["message"].startswith("A gewinnt 3 ")


def test_a_language_in_the_body_is_read_as_in_the_query(client: FlaskClient) -> None:
    body = {"rulesets": ["schnapsen"], "facts": FACTS}
    for tag, lang in (("de-AT", "de"), ("DE", "de"), ("fr", "en"), ("tlh", "en")):
        asked = [
            client.post(f"/v1/score?lang={tag}", json=body),
            client.post("/v1/score?lang=hu", json={**body, "lang": tag}),
        ]
        assert [response.headers["Content-Language"] for response in asked] == [lang, lang]
        assert asked[0].json == asked[1].json


def test_what_python_answers_is_sent_whole(client: FlaskClient) -> None:
    found = client.post("/v1/score", json={"rulesets": ["schnapsen", "sixty-six"], "facts": FACTS}).json
    assert found == score(FACTS, ["schnapsen", "sixty-six"])
    assert found["problems"] == []


@pytest.mark.parametrize(("cards", "trump"), [("german.de", "L"), ("codes", "S"), (None, "S")])
def test_cards_are_written_as_a_lexicon_has_them(client: FlaskClient, cards: str | None, trump: str) -> None:
    house = {
        "ruleset": "spades-count-double",
        "version": "1.0.0",
        "title": "Spades count double",
        "extends": "schnapsen",
        "multiply": "2 if trump is S else 1",
    }
    query = f"?cards={cards}" if cards else ""
    found = client.post(f"/v1/score{query}", json={"rulesets": [house], "facts": {**FACTS, "trump": trump}}).json
    (answer,) = found["answers"]
    assert answer["outcome"]["game_points"] == 6  # twice three
    (fact,) = (fact for fact in answer["facts"] if fact["fact"] == "trump")
    assert trump in fact["allowed"]


def test_a_lexicon_for_another_pack_is_no_answer(post: Callable[..., Any]) -> None:
    found = post("/v1/score?cards=spanish.es", {"rulesets": ["schnapsen"], "facts": FACTS})
    validator("QuickAnswers").validate(found)
    (answer,) = found["answers"]
    assert answer["status"] == "inapplicable"
    assert [(p["code"], p["path"]) for p in answer["problems"]] == [("request.cards", "/cards")]


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"rulesets": ["schnapsen"], "facts": {"clsoer": "A"}}, 422, "facts.unknown", "/facts/clsoer"),
        ({"rulesets": ["schnapsen"], "facts": {"closer": "Anna"}}, 422, "facts.value", "/facts/closer"),
        ({"rulesets": ["schnapsen"], "facts": {"closer": [["A"]]}}, 422, "request.schema", "/facts/closer"),
        ({"rulesets": ["schnapsen"]}, 422, "request.schema", ""),
        ({"rulesets": [], "facts": {}}, 422, "request.schema", "/rulesets"),
        ({"rulesets": ["schnapsen"], "facts": {}, "lang": "no language"}, 422, "request.schema", "/lang"),
        ({"rulesets": [{"ruleset": f"x{i}"} for i in range(17)], "facts": {}}, 422, "request.too-many", "/rulesets/16"),
        ({"rulesets": ["all"] * 9, "facts": {}}, 422, "request.too-many", "/rulesets"),
        ({"rulesets": ["schnapsen", "schnapsen", "schnapsn"], "facts": {}}, 404, "request.ruleset", "/rulesets/2"),
        ({"rulesets": [{"x": f"{i}" * 103_000} for i in range(2)], "facts": {}}, 422, "request.too-many", "/rulesets"),
        ({"rulesets": ["schnapsen", "schnapsn"], "facts": {}}, 404, "request.ruleset", "/rulesets/1"),
        ({"rulesets": [{"ruleset": "x"}], "facts": {}}, 422, "request.house-ruleset", None),
        ({"rulesets": ["schnapsen"], "facts": {}, "options": {"colour": 1}}, 422, "record.option", "/options/colour"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(
    client: FlaskClient, body: Any, status: int, code: str, pointer: str | None
) -> None:
    response = client.post("/v1/score", json=copy.deepcopy(body))
    assert (response.status_code, response.json["code"]) == (status, code)
    assert response.mimetype == "application/problem+json"
    if pointer is not None:
        assert response.json["pointer"] == pointer


def test_a_ruleset_is_answered_once_however_often_it_is_named(post: Callable[..., Any]) -> None:
    house = {"ruleset": "mine", "version": "1.0.0", "title": "Mine", "extends": "schnapsen"}
    found = post("/v1/score", {"rulesets": ["schnapsen", house, "all", "all", house, "schnapsen"], "facts": {}})
    ids = [answer["ruleset"]["id"] for answer in found["answers"]]
    assert ids[:2] == ["schnapsen", "mine"]
    assert sorted(ids) == sorted(["mine", *(summary.id for summary in catalogue())])
    assert {answer["status"] for answer in found["answers"]} == {"open"}  # nobody is told that it takes too long


def test_a_service_that_starts_reads_all_rulesets_before_the_first_slip() -> None:
    words.cache_clear()
    warm()
    assert words.cache_info().currsize == 1
