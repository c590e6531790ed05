"""What is sent that is not quite what is asked for: slips, capital letters, keys twice, broken JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

TEXT, NDJSON = "text/plain", "application/x-ndjson"


@pytest.mark.parametrize("path", ["/v1/adjudicate", "/v1/validate"])
def test_a_slip_in_a_header_is_told_beside_the_verdict(client: FlaskClient, log: str, path: str) -> None:
    verdict = client.post(path, data='[Optoin "x"]\n' + log, content_type=TEXT).json
    assert verdict["status"] == "ongoing"
    (problem,) = verdict["problems"]
    assert (problem["severity"], problem["line"], problem["suggestion"]) == ("warning", 1, "Option")


def test_a_slip_is_told_in_replay_and_match_too(client: FlaskClient, log: str) -> None:
    slip = '[Optoin "x"]\n' + log
    replayed = client.post("/v1/replay", data=slip, content_type=TEXT).json
    assert replayed["verdict"]["problems"][0]["suggestion"] == "Option"
    match = client.post("/v1/matches/adjudicate", data=slip, content_type=TEXT).json
    assert match["hands"][0]["problems"][0]["suggestion"] == "Option"


def test_ids_are_known_in_any_case(client: FlaskClient, log: str, hand: dict[str, Any]) -> None:
    def ruleset(response: Any) -> str:
        assert response.status_code == 200, response.text
        return str(response.json["ruleset"]["id"])

    assert ruleset(client.post("/v1/adjudicate?ruleset=Schnapsen-Sharp", json=hand)) == "schnapsen-sharp"
    assert ruleset(client.post("/v1/validate?ruleset=Schnapsen-Sharp", json=hand)) == "schnapsen-sharp"
    assert ruleset(client.post("/v1/adjudicate", data=log.replace('"s', '"S'), content_type=TEXT)) == "schnapsen"
    assert client.get("/v1/rulesets/Sixty-Six").json["id"] == "sixty-six"
    assert client.get("/v1/rulesets/Sixty-Six", headers={"Accept": "application/yaml"}).data


def test_a_key_that_stands_twice_is_not_guessed_at(client: FlaskClient) -> None:
    line = '{"ruleset":"schnapsen","ruleset":"snapszli","moves":[]}'
    assert client.post("/v1/adjudicate", data=line, content_type="application/json").status_code == 400
    answer = client.post("/v1/batch", data=f"\n{line}\n", content_type=NDJSON).data
    (problem,) = json.loads(answer)["problems"]
    assert problem["line"] == 2
    assert problem["message"].startswith("The key `ruleset` is given twice;")


def test_broken_json_is_told_in_the_same_words_everywhere(client: FlaskClient, hand: dict[str, Any]) -> None:
    single = client.post("/v1/adjudicate", data='{"a": 1,}', content_type="application/json").json
    lines = json.dumps(hand) + '\n{"a": 1,}\n'
    last = client.post("/v1/batch", data=lines, content_type=NDJSON).data.splitlines()[1]
    (problem,) = json.loads(last)["problems"]
    assert single["detail"] == problem["message"] == "This is not JSON: a comma must not stand before `}`."
    assert (single["line"], single["column"]) == (1, 8)
    assert (problem["line"], problem["column"]) == (2, 8)


def test_answers_end_their_line(client: FlaskClient, hand: dict[str, Any]) -> None:
    assert client.post("/v1/adjudicate", json=hand).data.endswith(b"}\n")
    assert client.get("/v1/nothing").data.endswith(b"}\n")


def test_the_page_of_a_code_is_a_page(client: FlaskClient) -> None:
    page = client.get("/docs/errors/log.trick").text
    assert "<h1><code>log.trick</code></h1>" in page
    assert "<pre>1. 2. SA ST</pre>" in page
    assert "##" not in page
    assert "```" not in page
