"""The list of rulesets, the rule books, and how two differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter import languages
from bummerl.rulesets import catalogue, diff, load
from bummerl.rulesets.book.sections import sections
from bummerl.rulesets.rulings import Played, rulings_of
from bummerl.rulesets.shipped import text_of
from bummerl.service.http.app import create_app
from bummerl.service.http.config import Config
from bummerl.service.http.pages.rulesets.captions import Captions, plain_text
from bummerl.service.http.pages.words import words
from flask.testing import FlaskClient

from .showing import Element, parsed

CASES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("rulesets.yaml").read_text("utf-8"))
IDS = [one.id for one in catalogue()]
FOUND, REFUSED = 200, 404


@cache
def client() -> FlaskClient:
    return create_app(Config(log_requests=False)).test_client()


@cache
def shown(address: str) -> Element:
    answer = client().get(address)
    assert answer.status_code == FOUND, address
    return parsed(answer.get_data(as_text=True))


def words_outside_code(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in ("code", "svg", "textarea", "pre"):
            yield from words_outside_code(child)


def well_made(page: Element) -> None:
    """Ids once, links within the page and pictures with a target, one heading of the first rank, headings in order."""
    elements = page.all()
    ids = Counter(each["id"] for each in elements if each["id"])
    assert not [name for name, n in ids.items() if n > 1]
    for each in elements:
        if each["href"].startswith("#"):
            assert each["href"][1:] in ids, each["href"]
    ranks = [int(each.tag[1]) for each in elements if each.tag in ("h1", "h2", "h3", "h4")]
    assert ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(ranks))
    assert not [each for each in elements if each["style"]]


# ---- the list
def test_every_ruleset_is_listed_once_under_its_country() -> None:
    page = shown("/rulesets?lang=en")
    links = [link["href"].rpartition("/")[2] for shelf in page.all("ul", "shelf") for link in shelf.all("a")]
    assert sorted(links) == sorted(IDS)
    countries = [head.one("h2").text for head in page.all("div", "shelf-head")]
    assert countries[:2] == ["Austria", "Hungary"]
    assert sorted(countries) == ["Austria", "Bulgaria", "Germany", "Hungary", "Spain", "United States"]
    well_made(page)


@pytest.mark.parametrize(("query", "seats", "found"), CASES["searches"])
def test_what_is_looked_for_is_found(query: str, seats: str, found: list[str]) -> None:
    answer = client().get("/rulesets", query_string={"q": query, "n": seats})
    page = parsed(answer.get_data(as_text=True))
    assert sorted(box["value"] for shelf in page.all("ul", "shelf") for box in shelf.all("input")) == sorted(found)


def test_what_was_ticked_stays_ticked_when_something_else_is_looked_for() -> None:
    page = shown("/rulesets?lang=en&id=schnapsen&id=tute-six&q=tute")
    assert [box["value"] for box in page.all("input") if box["type"] == "checkbox" and "checked" in box.attributes] == [
        "tute-six"
    ]
    assert [box["value"] for box in page.all("input") if box["type"] == "hidden"] == ["schnapsen"]
    assert page.one("p", "say").text.startswith("Schnapsen and ")


def test_two_that_are_ticked_lead_to_their_difference_and_others_back() -> None:
    two = client().get("/rulesets/diff?id=schnapsen&id=schnapsen-tournament&q=x")
    assert (two.status_code, two.headers["Location"]) == (303, "/rulesets/schnapsen/diff/schnapsen-tournament")
    for ids in ("", "id=schnapsen", "id=schnapsen&id=snapszli&id=santase", "id=nothing&id=schnapsen"):
        back = client().get(f"/rulesets/diff?{ids}")
        assert back.status_code == 303
        assert back.headers["Location"].startswith("/rulesets?")
        assert "notice" in client().get(back.headers["Location"]).get_data(as_text=True)


def test_odd_addresses_of_the_list_are_answered() -> None:
    for query in ("q=%00%ff", "n=99", "n=x", "n=²", "q=" + "x" * 5_000, "id=../../etc/passwd", "id=" * 500):
        assert client().get(f"/rulesets?{query}").status_code == FOUND


# ---- rule books
@pytest.mark.parametrize("ruleset_id", IDS)
def test_a_structure_has_every_rule_once(ruleset_id: str) -> None:
    ruleset = load(ruleset_id)
    found: Counter[str] = Counter()
    for section in sections(ruleset):
        found.update(rule.id for rule in section.rules)
        found.update(rule.id for part in section.parts for rule in part.rules)
    assert found == Counter(list(ruleset.rules))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("ruleset_id", IDS)
def test_the_book_of_each_ruleset_in_each_language(ruleset_id: str, lang: str) -> None:
    ruleset, page = load(ruleset_id), shown(f"/rulesets/{ruleset_id}?lang={lang}")
    well_made(page)
    ids = [each["id"] for each in page.all("div", "para")]
    assert Counter(ids) == Counter(list(ruleset.rules))
    assert "{" not in "".join(words_outside_code(page.one("main")))
    explained = [each["id"] for each in page.all("div", "house")]
    assert Counter(explained) == Counter(f"option-{name}" for name in ruleset.options)
    assert page.one("h1").text == (ruleset.title.get(lang) or ruleset.title["en"])


def test_words_that_exist_only_in_english_say_so() -> None:
    page = shown("/rulesets/schnapsen?lang=hu")
    abouts = [each for summary in page.all("summary") for each in summary.all("span") if each["lang"]]
    assert {each["lang"] for each in abouts} == {"en"}
    assert len(abouts) > 10


@pytest.mark.parametrize(("ruleset_id", "rule", "lang", "text"), CASES["captions"])
def test_how_words_read_where_no_hand_is_played(ruleset_id: str, rule: str, lang: str, text: str) -> None:
    ruleset = load(ruleset_id)
    bits, said_in = Captions(ruleset, words(lang, "rulesets")).of(ruleset.rules[rule])
    assert (plain_text(bits), said_in) == (text, lang)


@pytest.mark.parametrize(("ruleset_id", "option", "place"), CASES["options"])
def test_a_house_rule_stands_at_the_rule_that_it_changes(ruleset_id: str, option: str, place: str) -> None:
    page = shown(f"/rulesets/{ruleset_id}?lang=en")
    (rule,) = [each for each in page.all("div", "para") if each["id"] == place]
    assert f"option-{option}" in [each["id"] for each in rule.all("div", "house")]


def test_a_letter_in_the_words_stands_in_the_margin() -> None:
    page = shown("/rulesets/schnapsen?lang=en")
    (rule,) = [each for each in page.all("div", "para") if each["id"] == "score.false-claim"]
    margin = [(line.one("dt").text, line.one("dd").text) for line in rule.one("dl", "exact-lines").all("div")]
    assert margin == [
        ("when", "false_claim"),
        ("winner", "claimer.opponents"),
        ("worth", "3 if winner.tricks is 0 else 2"),
        ("n", "claimer.points"),
        ("m", "winner.tricks"),
    ]


def test_cards_are_worth_what_the_deck_says() -> None:
    page = shown("/rulesets/tute-six?lang=es&cards=spanish")
    worth = [item.one("b").text.rpartition(" ")[2] for item in page.one("ul", "values").all("li")]
    assert worth == ["11", "10", "4", "3", "2", "0", "0", "0", "0", "0"]
    names = [item.one("svg")["aria-label"] for item in page.one("ul", "values").all("li")]
    assert names[0] == "as de oros"


def test_contracts_are_folded_with_what_they_are_worth() -> None:
    page = shown("/rulesets/bauernschnapsen?lang=de")
    folded = {each["id"]: each.one("summary").text for each in page.all("details", "contract")}
    assert len(folded) == len(load("bauernschnapsen").data["contracts"])
    assert folded["contract-gang"].endswith("9")
    assert folded["contract-bettler"].endswith("4")  # an option, usually so


def test_what_is_said_of_a_part_without_rules_is_there() -> None:
    assert "left_pays" in shown("/rulesets/sixty-six-three?lang=en").text


def test_worked_rulings_lead_to_the_desk_and_are_tried_when_asked() -> None:
    fresh = create_app(Config(log_requests=False)).test_client()
    page = parsed(fresh.get("/rulesets/sixty-six-staender?check=1&lang=en").get_data(as_text=True))
    hands = [
        hand
        for each in rulings_of("sixty-six-staender")[0]
        for hand in (each.hands if isinstance(each, Played) else [each])
    ]
    links = page.all("a", "to-desk")
    assert len(links) == len(hands)
    assert all("sixty-six-staender" in link["href"] for link in links)
    section = next(each for each in page.all("section") if each["id"] == "worked")
    assert f"{len(hands)} hands tried: all come out as they were counted." in section.text
    assert not section.all("span", "no")
    again = parsed(fresh.get("/rulesets/sixty-six-staender?lang=en").get_data(as_text=True))
    assert "all come out as they were counted" in again.text  # what came of the last check


def test_what_a_worked_ruling_expects_is_said_with_moves_from_one() -> None:
    page = shown("/rulesets/schnapsen?lang=en")
    said = [item.text for item in page.all("li") if item.all("a", "to-desk")]
    assert any("close SA DK Move 3 is illegal. Cards allowed: SK SQ." in item for item in said)


def test_the_source_can_be_read_in_a_browser() -> None:
    answer = client().get("/rulesets/schnapsen.yaml")
    assert answer.mimetype == "text/plain"
    assert answer.get_data(as_text=True) == text_of("schnapsen")


@pytest.mark.parametrize("address", ["schnapsn", "schnapsn/diff/snapszli", "snapszli/diff/schnapsn", "schnapsn.yaml"])
def test_a_slip_of_an_id_leads_to_the_one_that_is_meant(address: str) -> None:
    answer = client().get(f"/rulesets/{address}?lang=de")
    assert answer.status_code == REFUSED
    page = parsed(answer.get_data(as_text=True))
    well_made(page)
    assert "/rulesets/schnapsen" in [link["href"] for link in page.one("main").all("a")]


@pytest.mark.parametrize(
    "name", ["nothing", "trick-taking", "doubling", "..", "%3Cscript%3E", "a" * 3_000, "diff.yaml"]
)
def test_what_is_no_ruleset_is_not_found(name: str) -> None:
    assert client().get(f"/rulesets/{name}").status_code == REFUSED


# ---- differences
@pytest.mark.parametrize(("one", "other", "what", "before", "after"), CASES["differences"])
def test_the_words_that_change_the_ruling_are_marked(
    one: str, other: str, what: str, before: list[str] | None, after: list[str] | None
) -> None:
    page = shown(f"/rulesets/{one}/diff/{other}?lang=en")
    (section,) = [each for each in page.all("section", "dif") if each.one("span", "rid").text == what]
    for side, marked in zip(section.one("div", "two-sides").children[1::2], (before, after), strict=True):
        assert isinstance(side, Element)
        if marked is None:
            assert side.text.endswith("has no such rule.")
        else:
            assert [mark.text for mark in side.all("mark")] == marked


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("one", "other"), [("schnapsen", "bauernschnapsen"), ("tute-six", "schnapsen"), ("snapszli", "snapszli")]
)
def test_a_difference_in_each_language(one: str, other: str, lang: str) -> None:
    page = shown(f"/rulesets/{one}/diff/{other}?lang={lang}")
    well_made(page)
    assert len(page.all("section", "dif")) == len(diff(load(one), load(other)))
    assert "{" not in "".join(words_outside_code(page.one("main")))


def test_links_into_rule_books_find_their_place() -> None:
    page = shown("/rulesets/bauernschnapsen/diff/schnapsen?lang=en")
    targets = {link["href"] for link in page.one("main").all("a") if "#" in link["href"]}
    assert targets
    for id in ("bauernschnapsen", "schnapsen"):
        there = {each["id"] for each in shown(f"/rulesets/{id}?lang=en").all()}
        missing = {
            target
            for target in targets
            if target.startswith(f"/rulesets/{id}#") and target.partition("#")[2] not in there
        }
        assert not missing
