"""Records in, rulings out: every address that judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bummerl.interpreter import adjudicate
from bummerl.service.http.schema import validator
from flask.testing import FlaskClient

Post = Callable[..., Any]


def test_a_hand_that_goes_on(post: Post, hand: dict[str, Any]) -> None:
    verdict = post("/v1/adjudicate", hand)
    validator("Verdict").validate(verdict)
    assert verdict["status"] == "ongoing"
    assert verdict["moves_checked"] == 4
    assert verdict["to_move"] == "A"
    assert (verdict["score"]["A"]["points"], verdict["score"]["A"]["tricks"]) == (11 + 10 + 10 + 4, 2)
    assert {"SK", "DJ", "CQ"} <= set(verdict["legal"])
    assert verdict == adjudicate(hand)


def test_an_illegal_move_is_a_success(post: Post, illegal: dict[str, Any]) -> None:
    verdict = post("/v1/adjudicate", illegal)
    validator("Verdict").validate(verdict)
    assert verdict["status"] == "illegal"
    violation = verdict["violations"][0]
    assert (violation["move"], violation["seat"], violation["rule"]) == (0, "A", "exchange.card")
    assert violation["message"]


def test_an_unreadable_record_is_a_success(post: Post, hand: dict[str, Any]) -> None:
    hand["deal"]["hands"]["B"][0] = "SA"
    verdict = post("/v1/adjudicate", hand)
    validator("Verdict").validate(verdict)
    assert verdict["status"] == "unreadable"
    assert verdict["problems"][0]["path"] == "/deal/hands/B/0"


def test_validate_leaves_the_outcome_out(post: Post, hand: dict[str, Any]) -> None:
    hand["moves"].append("concede")
    assert post("/v1/adjudicate", hand)["outcome"]["winner"] == "B"
    verdict = post("/v1/validate", hand)
    validator("Verdict").validate(verdict)
    assert verdict["status"] == "complete"
    assert verdict.get("outcome") is None


def test_a_log_is_judged_like_its_record(client: FlaskClient, hand: dict[str, Any], log: str) -> None:
    del hand["players"]
    for path in ("/v1/adjudicate", "/v1/validate", "/v1/replay"):
        text = client.post(path, data=log, content_type="text/plain; charset=utf-8")
        assert text.status_code == 200, text.text
        assert text.json == client.post(path, json=hand).json


def test_a_log_has_lines_and_columns(client: FlaskClient, log: str) -> None:
    verdict = client.post("/v1/adjudicate", data=log.replace("HT HK", "HT close"), content_type="text/plain").json
    assert verdict["status"] == "illegal"
    assert (verdict["violations"][0]["line"], verdict["violations"][0]["column"]) == (9, 7)
    verdict = client.post("/v1/adjudicate", data=log.replace("2. HT", "2. H7"), content_type="text/plain").json
    assert verdict["status"] == "unreadable"
    assert (verdict["problems"][0]["line"], verdict["problems"][0]["column"]) == (9, 4)


def test_a_log_that_is_none_is_unreadable(client: FlaskClient) -> None:
    for body in ("", "{ a comment that never ends", "[Ruleset"):
        response = client.post("/v1/adjudicate", data=body, content_type="text/plain")
        assert response.status_code == 200, response.text
        validator("Verdict").validate(response.json)
        assert response.json["status"] == "unreadable"
        assert response.json["problems"][0]["line"] == 1


def test_the_query_names_ruleset_and_options(post: Post, hand: dict[str, Any]) -> None:
    assert post("/v1/adjudicate?ruleset=schnapsen-sharp", hand)["ruleset"]["id"] == "schnapsen-sharp"
    del hand["ruleset"]
    assert post("/v1/adjudicate?ruleset=schnapsen", hand)["status"] == "ongoing"
    verdict = post("/v1/adjudicate?ruleset=schnapsen&option=last_trick_bonus%3D10", hand)
    assert verdict == adjudicate({**hand, "ruleset": "schnapsen", "options": {"last_trick_bonus": 10}})
    assert post("/v1/adjudicate", hand)["status"] == "unreadable"


def test_languages(client: FlaskClient, illegal: dict[str, Any]) -> None:
    def said(path: str = "/v1/adjudicate", **headers: str) -> tuple[str, str]:
        response = client.post(path, json=illegal, headers={k.replace("_", "-"): v for k, v in headers.items()})
        return response.json["violations"][0]["message"], response.headers["Content-Language"]

    english, german = said(), said("/v1/adjudicate?lang=de")
    assert english[0] != german[0]
    assert (english[1], german[1]) == ("en", "de")
    assert (
        said(Accept_Language="de")
        == said(Accept_Language="de-AT,en;q=0.5")
        == said("/v1/adjudicate?lang=de-AT")
        == german
    )
    assert said("/v1/adjudicate?lang=cs") == said(Accept_Language="cs,fr;q=0.3") == english
    assert said("/v1/adjudicate?lang=en", Accept_Language="de") == english


def test_explain_adds_a_trace(post: Post, illegal: dict[str, Any]) -> None:
    assert "trace" not in post("/v1/adjudicate", illegal)
    assert post("/v1/adjudicate?explain=true", illegal)["trace"]
    assert post("/v1/validate?explain=1", illegal)["trace"]
    assert "trace" not in post("/v1/adjudicate?explain=false", illegal)


def test_replay_has_the_position_after_every_move(post: Post, hand: dict[str, Any]) -> None:
    replayed = post("/v1/replay", hand)
    validator("Replay").validate(replayed)
    assert replayed["status"] == "ongoing"
    assert [position["move"] for position in replayed["positions"]] == [None, 0, 1, 2, 3]
    assert [position["points"]["A"]["points"] for position in replayed["positions"]] == [0, 0, 21, 21, 35]


def test_compare(post: Post, client: FlaskClient, hand: dict[str, Any], log: str) -> None:
    compared = post("/v1/compare", {"record": hand, "rulesets": ["schnapsen", "schnapsen-sharp"]})
    validator("Comparison").validate(compared)
    assert [verdict["ruleset"]["id"] for verdict in compared["verdicts"]] == ["schnapsen", "schnapsen-sharp"]
    assert compared["verdicts"][0]["status"] == "ongoing"
    # B holds the king of... spades are led, B has the ten: sharp play asks for nothing else; hearts are followed.
    text = client.post("/v1/compare?rulesets=schnapsen,schnapsen-sharp", data=log, content_type="text/plain")
    assert [v["status"] for v in text.json["verdicts"]] == [v["status"] for v in compared["verdicts"]]


def test_compare_with_a_house_ruleset(post: Post, hand: dict[str, Any]) -> None:
    house = {"ruleset": "ours", "version": "1.0.0", "title": {"en": "Ours"}, "extends": "schnapsen"}
    compared = post("/v1/compare", {"record": hand, "rulesets": ["schnapsen", house]})
    assert [verdict["status"] for verdict in compared["verdicts"]] == ["ongoing", "ongoing"]
    assert compared["verdicts"][1]["ruleset"]["id"] == "ours"


def test_a_house_ruleset_is_sent_along(post: Post, client: FlaskClient, hand: dict[str, Any]) -> None:
    house = {"ruleset": "ours", "version": "1.0.0", "title": {"en": "Ours"}, "extends": "schnapsen"}
    verdict = post("/v1/adjudicate", {**hand, "ruleset": house})
    assert (verdict["status"], verdict["ruleset"]["id"]) == ("ongoing", "ours")
    broken = client.post("/v1/adjudicate", json={**hand, "ruleset": {**house, "leader": "forehand"}})
    assert (broken.status_code, broken.json["code"]) == (422, "request.house-ruleset")
    assert broken.json["errors"][0]["code"].startswith("ruleset.")
    stranger = client.post("/v1/adjudicate", json={**hand, "ruleset": {**house, "extends": "schnapsn"}})
    assert (stranger.status_code, stranger.json["code"]) == (422, "request.house-ruleset")


def test_a_match(post: Post, client: FlaskClient, hand: dict[str, Any], log: str) -> None:
    hand["moves"].append("concede")
    second = {**hand, "dealer": "A"}
    second["deal"] = {**hand["deal"], "hands": {"A": hand["deal"]["hands"]["B"], "B": hand["deal"]["hands"]["A"]}}
    for one in (hand, second):
        del one["ruleset"]
    match = post("/v1/matches/adjudicate", {"ruleset": "schnapsen", "hands": [hand, second]})
    validator("MatchVerdict").validate(match)
    assert [verdict["status"] for verdict in match["hands"]] == ["complete", "complete"]
    assert [verdict["outcome"]["winner"] for verdict in match["hands"]] == ["B", "A"]
    text = client.post("/v1/matches/adjudicate", data=log + "\n" + log, content_type="text/plain")
    assert [verdict["status"] for verdict in text.json["hands"]] == ["ongoing", "ongoing"]


def test_a_match_under_an_unknown_ruleset(client: FlaskClient, hand: dict[str, Any]) -> None:
    response = client.post("/v1/matches/adjudicate", json={"ruleset": "schnapsn", "hands": [{"moves": []}]})
    assert (response.status_code, response.json["pointer"]) == (404, "/ruleset")
    response = client.post("/v1/matches/adjudicate", json={"ruleset": "schnapsen", "hands": [{**hand, "ruleset": "x"}]})
    assert (response.status_code, response.json["pointer"]) == (404, "/hands/0/ruleset")


@pytest.mark.parametrize("media_type", ["application/json", "application/json; charset=UTF-8", "application/hand+json"])
def test_media_types_of_json(client: FlaskClient, media_type: str) -> None:
    response = client.post("/v1/adjudicate", data=b'\xef\xbb\xbf{"moves":[]}', content_type=media_type)
    assert response.status_code == 200
    assert response.mimetype == "application/json"


def test_answers_are_the_same_bytes_every_time(client: FlaskClient, illegal: dict[str, Any]) -> None:
    first, second = (client.post("/v1/adjudicate", json=illegal).data for _ in range(2))
    assert first == second
