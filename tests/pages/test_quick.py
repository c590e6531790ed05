"""The page of the quick question: a form, and at `#answer` what a ruleset makes of the facts in the address."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter import score
from bummerl.rulesets import catalogue, load
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from bummerl.service.http.pages.quick import kin
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .test_compare import sound

HERE = Path(__file__).parent
LANGUAGES = ("en", "de", "hu", "es", "it", "pt")
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "quick.yaml").read_text(encoding="utf-8"))
ALL = [one.id for one in catalogue()]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Config(database=None, log_requests=False)).test_client()


def got(client: FlaskClient, query: dict[str, Any]) -> str:
    answer = client.get("/quick", query_string=query)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def answered(html: str) -> str:
    found = re.search(r'id="answer".*?<h2>(.*?)</h2>', html.split('<section aria-labelledby="else">')[0], re.DOTALL)
    return words(found[1]) if found else ""


def groups(html: str) -> dict[str, str]:
    found = {}
    for cls, body in re.findall(r'<li class="(out[^"]*)">(.*?)</div></li>', html, re.DOTALL):
        figure = re.search(r'<b class="n">(.*?)<small>(.*?)</small>', body)
        assert figure
        found[f"{figure[1]} {figure[2]}"] = cls + words(body)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_question(client: FlaskClient, case: dict[str, Any]) -> None:
    html = got(client, case["query"])
    page = sound(html)
    assert answered(html).startswith(case["answer"])
    for text in case["says"]:
        assert text in words(html)
    found = groups(html)
    for figure, titles in case.get("groups", {}).items():
        assert all(title in found[figure] for title in titles)
    if "mine" in case:
        assert [figure for figure, said in found.items() if said.startswith("out me")] == [case["mine"]]
    for link in case.get("links", ()):
        assert re.search(rf'href="/quick\?[^"]*{re.escape(link)}#answer"', html)
    for name in case.get("invalid", ()):
        assert re.search(rf'name="{re.escape(name)}"[^>]*aria-invalid="true"', html)
    assert "answer" in page.ids


@pytest.mark.parametrize("id", ALL)
def test_every_ruleset_has_a_form_with_its_facts(client: FlaskClient, id: str) -> None:
    html = got(client, {"ruleset": id})
    sound(html)
    for fact in score({}, [id])["answers"][0]["facts"]:
        assert f'name="{fact["fact"]}"' in html


def test_a_form_that_nobody_touched_says_nothing(client: FlaskClient) -> None:
    html = got(client, {"ruleset": "schnapsen"})
    form = html.split('<form class="panel qform"', 1)[1].split("</form>", 1)[0]
    checked = re.findall(r'type="radio" name="[^"]+" value="([^"]*)"[^>]* checked', form)
    assert set(checked) == {""}
    assert set(re.findall(r'<input type="text"[^>]* value="([^"]*)"', form)) == {""}


def test_an_address_to_be_passed_on_is_short(client: FlaskClient) -> None:
    answer = client.get("/quick?ruleset=schnapsen&closer=A&claimer=&A.points=&option=settle%3Dclaim&option=series%3D3")
    assert answer.status_code == 303
    assert answer.location == "/quick?ruleset=schnapsen&closer=A&option=series%3D3#answer"


def test_only_rulesets_for_as_many_players_are_asked() -> None:
    seats = {one.id: one.seats for one in catalogue()}
    for id in ALL:
        assert {seats[other] for other in kin(load(id))} == {seats[id]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_language(client: FlaskClient, lang: str, case: dict[str, Any]) -> None:
    html = got(client, {**case["query"], "lang": lang})
    assert f'<html lang="{lang}"' in html
    assert not re.search(r"\{\w", sound(html).said)


def test_no_such_ruleset(client: FlaskClient) -> None:
    assert client.get("/quick?ruleset=nonsense").status_code == 404


NAMES = st.one_of(
    st.sampled_from(["closer", "claimer", "A.points", "B.tricks", "a.points", "contract", "conceder",
                     "last_trick.winner", "cards_left", "stake", "tricks_at_close", "SA in A.won", "option", "dealer",
                     "/", "~", ""]),
    st.text(max_size=12),
)  # fmt: skip
VALUES = st.one_of(
    st.sampled_from(["A", "B", "nobody", "A,C", "66", "66+", "0-32", "33-0", "<33", "-1", "yes", "none", "gang", "?",
                     "=", "snapshot=at_close", "settle=x", "9999999", "۳", "\0"]),
    st.text(max_size=12),
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ruleset=st.sampled_from(["schnapsen", "sixty-six", "bauernschnapsen", "snapszer-four", "tute-six", "x", ""]),
    facts=st.dictionaries(NAMES, VALUES, max_size=6),
    lang=st.sampled_from([*LANGUAGES, "xx"]),
)
def test_nothing_that_is_typed_breaks_the_page(
    client: FlaskClient, ruleset: str, facts: dict[str, str], lang: str
) -> None:
    answer = client.get("/quick", query_string={"ruleset": ruleset, **facts, "lang": lang}, follow_redirects=True)
    assert answer.status_code in (200, 404)
