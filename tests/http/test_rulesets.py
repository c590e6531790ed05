"""The rulesets themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import yaml
from bummerl.rulesets import load
from bummerl.service.http.schema import validator
from flask.testing import FlaskClient


def test_all_are_listed(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets")
    validator("RulesetList").validate(response.json)
    by_id = {entry["id"]: entry for entry in response.json["rulesets"]}
    assert {"schnapsen", "sixty-six", "bauernschnapsen", "tute-habanero"} <= set(by_id)
    assert (by_id["schnapsen"]["seats"], by_id["schnapsen"]["cards"]) == (2, 20)
    assert (by_id["bauernschnapsen"]["seats"], by_id["bauernschnapsen"]["cards"]) == (4, 20)
    assert by_id["sixty-six"]["title"]["de"] == "Sechsundsechzig"
    assert by_id["schnapsen"]["digest"] == load("schnapsen").digest


def test_one_resolved(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets/schnapsen-sharp")
    validator("Ruleset").validate(response.json)
    assert response.json["id"] == "schnapsen-sharp"
    assert response.json["ruleset"]["deck"]["ranks"]["A"] == 11, "what it inherits is there"
    rules = {rule["id"]: rule for rule in response.json["rules"]}
    assert rules["follow.suit"]["text"]["en"]
    assert rules["follow.suit"]["text"]["de"]
    assert rules["follow.suit"]["cite"]
    options = {option["name"]: option for option in response.json["options"]}
    assert options["last_trick_bonus"]["default"] == 0


def test_a_resolved_ruleset_can_be_sent_along(
    client: FlaskClient, post: Callable[..., Any], hand: dict[str, Any]
) -> None:
    resolved = client.get("/v1/rulesets/schnapsen").json
    verdict = post("/v1/adjudicate", {**hand, "ruleset": resolved["ruleset"]})
    assert verdict["status"] == "ongoing"
    assert verdict["ruleset"]["digest"] == resolved["digest"]


def test_its_source_as_yaml(client: FlaskClient) -> None:
    for wanted in ("application/yaml", "text/yaml", "application/json;q=0.1, application/yaml"):
        response = client.get("/v1/rulesets/schnapsen-sharp", headers={"Accept": wanted})
        assert response.mimetype == "application/yaml"
        source = yaml.safe_load(response.data)
        assert source["ruleset"] == "schnapsen-sharp"
        assert "deck" not in source, "what it inherits is not in it"
        assert response.headers["Vary"] == "Accept"


def test_the_etag_is_the_digest(client: FlaskClient) -> None:
    digest = load("schnapsen").digest
    response = client.get("/v1/rulesets/schnapsen")
    assert response.headers["ETag"] == f'"{digest}"'
    assert "max-age" in response.headers["Cache-Control"]
    again = client.get("/v1/rulesets/schnapsen", headers={"If-None-Match": f'"{digest}"'})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == f'"{digest}"'
    other = client.get("/v1/rulesets/schnapsen", headers={"If-None-Match": '"sha256:0"'})
    assert other.status_code == 200
    source = client.get(
        "/v1/rulesets/schnapsen", headers={"If-None-Match": f'"{digest}"', "Accept": "application/yaml"}
    )
    assert source.status_code == 200, "the source is another thing than the resolved ruleset"


def test_lists_and_differences_are_cached_too(client: FlaskClient) -> None:
    for path in ("/v1/rulesets", "/v1/rulesets/schnapsen/diff/schnapsen-sharp", "/openapi.json", "/docs"):
        etag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 304


def test_difference(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets/schnapsen/diff/schnapsen-sharp")
    validator("RulesetDiff").validate(response.json)
    assert (response.json["from"]["id"], response.json["to"]["id"]) == ("schnapsen", "schnapsen-sharp")
    assert "follow.open" in response.text, "sharp play has no free trick"
    same = client.get("/v1/rulesets/schnapsen/diff/schnapsen").json
    assert same["differences"] == []


def test_rulesets_may_be_read_by_any_page(client: FlaskClient) -> None:
    assert client.get("/v1/rulesets/schnapsen").headers["Access-Control-Allow-Origin"] == "*"


def check(client: FlaskClient, text: str, media_type: str = "application/yaml") -> Any:
    response = client.post("/v1/rulesets/check", data=text.encode(), content_type=media_type)
    assert response.status_code == 200, response.text
    validator("RulesetCheck").validate(response.json)
    return response.json


HOUSE = """\
ruleset: ours
version: 1.0.0
title: Ours
extends: schnapsen
"""


def test_a_good_ruleset_is_valid(client: FlaskClient) -> None:
    for media_type in ("application/yaml", "text/yaml", "text/plain", "application/x-yaml"):
        checked = check(client, HOUSE, media_type)
        assert checked["valid"] is True
        assert [p for p in checked["problems"] if p["severity"] == "error"] == []
    as_json = '{"ruleset": "ours", "version": "1.0.0", "title": "Ours", "extends": "schnapsen"}'
    assert check(client, as_json, "application/json")["valid"] is True


def test_a_bad_ruleset_is_told_where(client: FlaskClient) -> None:
    checked = check(client, HOUSE + "terms:\n  enough: 66 +\n")
    assert checked["valid"] is False
    problem = checked["problems"][0]
    assert problem["line"] == 6
    assert problem["path"] == "/terms/enough"


def test_yaml_that_bites_is_a_problem_not_an_accident(client: FlaskClient) -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    for text in (
        bomb,
        "!!python/object/apply:os.system ['true']",
        "a: 1\na: 2\n",
        "",
        "- 1",
        "[" * 5000,
        "\t: :",
        "x: \x07",
    ):
        checked = check(client, text)
        assert checked["valid"] is False, text
        assert checked["problems"], text
