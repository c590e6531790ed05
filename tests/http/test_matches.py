"""`POST /v1/matches/adjudicate`: the score, the series, and what was written down otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate_match
from bummerl.service.http.schema import validator
from flask.testing import FlaskClient

Post = Callable[..., Any]

WON_BY_A = {"moves": ["B:concede"]}
"""Three game points."""


def test_findings_have_a_pointer_into_the_body(post: Post) -> None:
    hands = [{**WON_BY_A, "dealer": "B"}, {**WON_BY_A, "dealer": "B", "score": {"A": 2, "B": 7}}]
    body = {"ruleset": "schnapsen", "result": {"winner": None, "score": {"A": 2, "B": 7}}, "hands": hands}
    found = post("/v1/matches/adjudicate", body)
    validator("MatchVerdict").validate(found)
    assert [(each["code"], each["pointer"]) for each in found["audit"]] == [
        ("match.dealer", "/hands/1/dealer"), ("match.score", "/hands/1/score"), ("match.total", "/result/score"),
    ]  # fmt: skip
    for finding in found["audit"]:
        where: Any = body
        for step in finding["pointer"].split("/")[1:]:
            where = where[int(step)] if isinstance(where, list) else where[step]
        assert where == finding["stated"]


def test_findings_of_a_log_have_line_and_column(client: FlaskClient) -> None:
    log = '[Ruleset "schnapsen"]\n[Dealer "B"]\n[Score "A 4 B 6"]\n\nB:concede\n'
    found = client.post("/v1/matches/adjudicate?lang=de", data=log, content_type="text/plain").json
    (finding,) = found["audit"]
    assert (finding["line"], finding["column"]) == (3, 9)
    assert finding["message"] == "Spiel 1: Danach steht es `A 4 B 7`, aufgeschrieben ist `A 4 B 6`."


def test_a_series_over_http(post: Post) -> None:
    hands = [{**WON_BY_A, "dealer": dealer} for dealer in "BABABAB"]
    found = post("/v1/matches/adjudicate", {"ruleset": "schnapsen", "options": {"series": 2}, "hands": hands})
    validator("MatchVerdict").validate(found)
    assert (found["series"]["winner"], found["series"]["decided_by"]) == ("A", 5)
    assert [(each["code"], each["hand"]) for each in found["audit"]] == [("match.after-end", 6)]


def test_what_a_match_says_of_itself_has_a_shape(client: FlaskClient) -> None:
    for result, pointer in (
        ({"score": {"A": "four"}}, "/result/score/A"),
        ({"games": 3}, "/result/games"),
        ([], "/result"),
    ):
        body = {"ruleset": "schnapsen", "result": result, "hands": [WON_BY_A]}
        response = client.post("/v1/matches/adjudicate", json=body)
        assert (response.status_code, response.json["pointer"]) == (422, pointer)
    body = {"ruleset": "schnapsen", "result": {"winner": "C"}, "hands": [WON_BY_A]}
    found = client.post("/v1/matches/adjudicate", json=body).json
    assert found["status"] == "unreadable"
    assert found["problems"][0]["path"] == "/result/winner"


BROKEN = '[Dealer "B"]\n[Dealer "A"]\n\nSA ??\n\n'
"""A log that cannot be read, and names no ruleset."""


def test_a_log_is_judged_as_the_command_line_does(client: FlaskClient) -> None:
    log = BROKEN + '[Ruleset "schnapsen"]\n[Dealer "B"]\n\nB:concede\n'
    found = client.post("/v1/matches/adjudicate", data=log, content_type="text/plain").json
    assert found == adjudicate_match({"hands": read_log(log)})
    assert [verdict["status"] for verdict in found["hands"]] == ["unreadable", "complete"]


def test_a_ruleset_that_a_hand_names_and_nobody_knows_is_not_found(client: FlaskClient) -> None:
    log = BROKEN + '[Ruleset "schnapsn"]\n[Dealer "B"]\n\nB:concede\n'
    response = client.post("/v1/matches/adjudicate", data=log, content_type="text/plain")
    assert (response.status_code, response.json["line"], response.json["column"]) == (404, 6, 11)
    body = {"hands": [{**WON_BY_A, "dealer": "B"}, {**WON_BY_A, "ruleset": "schnapsn"}]}
    response = client.post("/v1/matches/adjudicate", json=body)
    assert (response.status_code, response.json["pointer"]) == (404, "/hands/1/ruleset")
