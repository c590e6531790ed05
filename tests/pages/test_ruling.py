"""The page of a ruling: what it says of hands of every kind, and that it is sound."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import write_log
from bummerl.rulesets.rulings import Played, rulings_of
from bummerl.rulesets.shipped import ids
from bummerl.service.http import Config, create_app
from flask.testing import FlaskClient

from .structure import Page

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("ruling.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Config(log_requests=False, metrics=False)).test_client()


def log_of(case: dict[str, Any]) -> str:
    text: str = case["log"] if "log" in case else (EXAMPLES / case["file"]).read_text("utf-8")
    for old, new in case.get("with", {}).items():
        assert old in text
        text = text.replace(old, new)
    return text


def example(name: str) -> str:
    return (EXAMPLES / name).read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_the_page_says(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = client.post("/ruling", data={"log": log_of(case), "lang": case.get("lang", "en")})
    assert answer.status_code == 200
    page = Page(answer.text)
    assert page.faults == []
    if "answer" in case:
        assert page.answer == case["answer"]
    assert page.title.startswith(case.get("title", ""))
    for piece in case.get("says", ()):
        assert piece in page.said
    for piece in case.get("never", ()):
        assert piece not in page.said


def shipped() -> list[Any]:
    """Of each ruleset a hand that is over, one that is not, and one with an illegal move."""
    found = []
    for name in ids():
        hands = [
            hand
            for ruling in rulings_of(name)[0]
            for hand in (ruling.hands if isinstance(ruling, Played) else [ruling])
        ]
        for status in ("complete", "ongoing", "illegal"):
            hand = next((hand for hand in hands if hand.expected.status == status), None)
            if hand is not None:
                found.append(pytest.param({"ruleset": name, **hand.record}, status, id=f"{name}, {status}"))
    return found


@pytest.mark.parametrize(("record", "status"), shipped())
def test_every_ruleset_has_its_page(client: FlaskClient, record: dict[str, Any], status: str) -> None:
    answer = client.post("/ruling", data={"log": write_log(record), "lang": "en"})
    assert answer.status_code == 200
    assert Page(answer.text).faults == []
    assert f'class="ruling is-{status}"' in answer.text


def test_a_short_log_is_a_link(client: FlaskClient) -> None:
    text = example("half-remembered.txt")
    answer = client.get("/ruling", query_string={"log": text, "lang": "en"})
    assert Page(answer.text).answer == "It depends on one fact: hand of Bert."
    assert 'value="http://localhost/ruling?log=' in answer.text
    assert 'value="http://localhost/ruling' not in client.post("/ruling", data={"log": text + "; so\n" * 900}).text


def test_the_form_carries_everything_to_the_other_pages(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("marriage.txt"), "ruleset": "snapszer", "lang": "en"})
    assert '<input type="hidden" name="ruleset" value="snapszer">' in answer.text
    assert 'form="hand" formaction="/compare"' in answer.text
    assert 'form="hand" formaction="/"' in answer.text
    assert '<button form="hand" name="lang" value="de"' in answer.text, "what was typed is not lost by a choice"


def test_the_log_and_the_verdict_are_files(client: FlaskClient) -> None:
    text = example("revoke.txt")
    log = client.post("/ruling.txt", data={"log": text.replace("\n", "\r\n")})
    assert (log.text, log.mimetype) == (text, "text/plain")
    verdict = client.post("/ruling.json", data={"log": text})
    assert json.loads(verdict.text)["violations"][0]["rule"] == "follow.head"
    assert "attachment" in verdict.headers["Content-Disposition"]


def test_the_word_that_is_wrong_is_marked(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("revoke.txt")})
    assert '<li id="L20" data-line="20" class="bad">8. SQ <mark>HQ</mark></li>' in answer.text
    assert 'href="#L20"' in answer.text


def test_a_card_that_nobody_recorded_is_dashed(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("half-remembered.txt")})
    assert 'href="#c-unknown"' in answer.text


def test_a_huge_log_makes_no_huge_page(client: FlaskClient) -> None:
    text = example("marriage.txt") + "\n" * 100_000 + "{" + "x" * 90_000 + "}"
    answer = client.post("/ruling", data={"log": text, "lang": "en"})
    assert answer.status_code == 200
    assert len(answer.data) < 600_000, "the log itself is in it twice, to be sent on"
    assert "400 of 100016 lines" in Page(answer.text).said


def test_a_log_that_cannot_be_read_is_not_judged(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("marriage.txt").replace("SA ST", "SA QQ"), "lang": "en"})
    assert answer.status_code == 200
    assert "QQ" in Page(answer.text).said
    assert "wins" not in Page(answer.text).answer


@pytest.mark.parametrize("log", ["", "\x00", "[", '[Ruleset "nowhere"]', '[Ruleset "schnapsen"]', "1. SA"])
def test_nothing_that_is_typed_is_too_odd(client: FlaskClient, log: str) -> None:
    answer = client.post("/ruling", data={"log": log})
    assert answer.status_code == 200
    assert Page(answer.text).faults == []


def test_search_engines_stay_out(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("revoke.txt")})
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in answer.text


def test_nothing_is_kept_where_nothing_can_be(client: FlaskClient) -> None:
    assert 'action="/rulings"' not in client.post("/ruling", data={"log": example("revoke.txt")}).text


def test_without_a_log_there_is_the_desk(client: FlaskClient) -> None:
    answer = client.get("/ruling")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_no_card_is_parted_from_the_sign_behind_it(client: FlaskClient) -> None:
    answer = client.post("/ruling", data={"log": example("revoke.txt"), "lang": "en"})
    lede = answer.text.partition("Trick 8:")[2].partition("</p>")[0]
    assert lede.count('<span class="nw">') == 2
