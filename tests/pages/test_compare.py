"""The page that holds one hand against several rulesets."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.rulesets import catalogue, load
from bummerl.service.http import create_app
from bummerl.service.http.config import Config
from bummerl.service.http.pages.compare.lines import Knot, Stretch, lines
from bummerl.service.http.pages.desk.samples import sample
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .structure import Page

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
LANGUAGES = ("en", "de", "hu", "es", "it", "pt")
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "compare.yaml").read_text(encoding="utf-8"))
CLOSED: str = CASES[0]["log"]


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Config(database=None, log_requests=False)).test_client()


def posted(client: FlaskClient, log: str, rulesets: list[str] | None = None, **more: Any) -> str:
    answer = client.post("/compare", data={"log": log, "rulesets": rulesets or [], **more})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def sound(html: str) -> Page:
    """A page that is put together as a page should be."""
    page = Page(html)
    assert not [id for id, n in page.ids.items() if n > 1]
    assert not [target for target in page.targets if target not in page.ids]
    assert not page.styled
    assert not page.inline
    assert page.headings.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    return page


def columns(html: str) -> dict[str, str]:
    """The result under each ruleset, from the first table."""
    table = re.search(r'<table class="matrix">(.*?)</table>', html, re.DOTALL)
    assert table
    heads = [unescape(text) for text in re.findall(r'<th scope="col">(.*?)</th>', table[1])]
    last = re.findall(r"<tr.*?</tr>", table[1], re.DOTALL)[-1]
    cells = [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<td.*?</td>", last)]
    return dict(zip(heads[1:], cells, strict=True))


def answers(html: str) -> list[str]:
    """What stands at the head of each answer."""
    heads = re.findall(r'<p class="big">(.*?)</p>\s*(?:<p class="where">(.*?)</p>)?', html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", " ".join(head))).split()) for head in heads]


def written(case: dict[str, Any]) -> str:
    """The log of a case."""
    if "file" in case:
        return (EXAMPLES / case["file"]).read_text(encoding="utf-8")
    return str(case["log"]) if "log" in case else sample(load(case["example"]), named=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_comparison(client: FlaskClient, case: dict[str, Any]) -> None:
    log = written(case)
    html = posted(client, log, case.get("rulesets") or ([case["example"]] if "example" in case else []))
    page = sound(html)
    assert page.answer == case["head"]
    for text in case["says"]:
        assert text in page.said
    if "answers" in case:
        assert sorted(answers(html)) == sorted(case["answers"])
    if "columns" in case:
        assert case["columns"].items() <= columns(html).items()


@pytest.mark.parametrize("id", [one.id for one in catalogue()])
def test_a_hand_of_every_ruleset(client: FlaskClient, id: str) -> None:
    html = posted(client, sample(load(id), named=True))
    sound(html)
    assert f'name="rulesets" value="{id}" checked' in html


def test_without_rulesets_those_that_fit_the_hand_are_asked(client: FlaskClient) -> None:
    html = posted(client, CLOSED)
    page = sound(html)
    ticked = re.findall(r'name="rulesets" value="([^"]+)" checked', html)
    assert "schnapsen" in ticked
    assert "sixty-six" not in ticked
    assert "bauernschnapsen" not in ticked
    assert len(columns(html)) == 8
    assert "more rulesets, without a column" in page.said


def test_only_the_family_is_asked_if_that_is_wanted(client: FlaskClient) -> None:
    ticked = re.findall(r'name="rulesets" value="([^"]+)" checked', posted(client, CLOSED, which="family"))
    assert "schnapsen-tournament" in ticked
    assert "snapszli" not in ticked


def test_the_address_says_the_same_as_the_form(client: FlaskClient) -> None:
    address = client.get("/compare", query_string={"log": CLOSED, "rulesets": ["schnapsen", "snapszli"]})
    form = posted(client, CLOSED, ["schnapsen", "snapszli"])
    assert Page(address.get_data(as_text=True)).said == Page(form).said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language(client: FlaskClient, lang: str) -> None:
    html = posted(client, CLOSED, ["schnapsen", "snapszli", "schnapsen-no-close"], lang=lang)
    assert f'<html lang="{lang}"' in html
    assert "{" not in sound(html).said
    assert "{" not in sound(client.get("/compare", query_string={"lang": lang}).get_data(as_text=True)).said


def test_names_are_only_names(client: FlaskClient) -> None:
    html = posted(client, CLOSED.replace("Anna", "<b>Anna</b>"), ["schnapsen", "snapszli", "schnapsen-no-close"])
    assert "<b>Anna" not in html
    assert "<bdi>&lt;b&gt;Anna" in html


def test_a_stop_in_a_name_ends_no_sentence(client: FlaskClient) -> None:
    html = posted(
        client, CLOSED.replace("Anna", "Dr. Anna").replace("Bert", "Mag. Bert"), ["schnapsen", "snapszli"], lang="en"
    )
    reasons = re.findall(r'<p class="why">(.*?)</p>', html, re.DOTALL)
    assert reasons
    assert all(reason.startswith("<bdi>Dr. Anna</bdi> closed") for reason in reasons), reasons


def test_a_hand_keeps_its_house_ruleset_on_its_way(client: FlaskClient) -> None:
    form = {
        "log": CLOSED,
        "rulesets": ["schnapsen", "snapszli"],
        "house": "ruleset: corner",
        "ruleset": "snapszli",
        "lang": "en",
    }
    html = client.post("/compare", data=form).get_data(as_text=True)
    assert "has no column" in html
    for action in ("/ruling", "/compare"):
        sent = re.search(rf'<form[^>]*action="{action}".*?</form>', html, re.DOTALL)
        assert sent
        assert 'name="house" value="ruleset: corner"' in sent[0]
        assert 'name="ruleset" value="snapszli"' in sent[0]


def test_no_such_ruleset(client: FlaskClient) -> None:
    assert client.post("/compare", data={"log": CLOSED, "rulesets": ["nonsense"]}).status_code == 404


LOGS = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from([*CLOSED.split(), "\n", "[", "]", '"', "XX", "trump:H", "1.", "♠A", "{", "é", "\0", "\r"]),
        max_size=60,
    ).map(" ".join),
    st.tuples(st.integers(0, len(CLOSED)), st.text(max_size=4)).map(
        lambda cut: CLOSED[: cut[0]] + cut[1] + CLOSED[cut[0] :]
    ),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    log=LOGS,
    rulesets=st.lists(st.sampled_from(["schnapsen", "snapszli", "bauernschnapsen", "tute-six", "x", ""]), max_size=3),
    which=st.sampled_from(["", "fit", "family", "asked", "?"]),
    ruleset=st.sampled_from(["", "snapszli", "nonsense", "\0"]),
)
def test_nothing_that_is_typed_breaks_the_page(
    client: FlaskClient, log: str, rulesets: list[str], which: str, ruleset: str
) -> None:
    form = {"log": log, "rulesets": rulesets, "which": which, "ruleset": ruleset}
    assert client.post("/compare", data=form).status_code in (200, 404, 422)


# ---- the lines
def comparison(groups: list[list[str]], *parts: dict[str, Any]) -> dict[str, Any]:
    return {"groups": [{"rulesets": ids, "status": "ongoing"} for ids in groups], "parts": list(parts)}


def part(move: int, illegal: list[str], legal: list[str]) -> dict[str, Any]:
    return {"kind": "move", "move": move, "illegal": [{"ruleset": id} for id in illegal],
            "legal": [{"ruleset": id} for id in legal]}  # fmt: skip


def test_lines_leave_at_a_knot_and_the_others_run_on() -> None:
    found = comparison([["a", "b", "c"], ["d"]], part(2, ["d"], ["a", "b", "c"]))
    drawn = [(one.before, one.after) if isinstance(one, Knot) else one.lines for one in lines(found, 5)]
    assert drawn == [4, (4, 3), 3, 3]


def test_more_rulesets_than_lines_are_drawn_in_proportion_and_never_as_none() -> None:
    many = [f"r{i}" for i in range(30)]
    found = comparison([many[1:], many[:1]], part(0, many[:1], many[1:]))
    knot = next(one for one in lines(found, 1) if isinstance(one, Knot))
    assert (knot.before, knot.after) == (8, 7)
    assert len(knot.elbows) == 1


def test_nothing_is_drawn_where_nothing_was_played() -> None:
    assert not [one for one in lines(comparison([["a"]]), 0) if isinstance(one, Stretch)]
