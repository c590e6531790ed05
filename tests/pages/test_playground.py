"""The playground: what is wrong with a house ruleset, what it changes, and that nothing breaks it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from bummerl.grammar import Problem
from bummerl.interpreter import languages
from bummerl.rulesets import catalogue, check_text, load, load_text
from bummerl.service.http.app import create_app
from bummerl.service.http.config import Config
from bummerl.service.http.pages.rulesets import playground
from bummerl.service.http.pages.rulesets.findings import findings, mended, underlay
from bummerl.service.http.pages.rulesets.playground import _sample
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from .showing import Element, parsed
from .test_rulesets import well_made

EXAMPLES = Path(__file__).parents[2] / "examples"
HOUSE, RULINGS = _sample("house.yaml"), _sample("house.rulings.yaml")
WARNED = "ruleset: x\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: x}\nterms:\n  bar: 3\n"
FINE = 200


@cache
def client() -> FlaskClient:
    return create_app(Config(log_requests=False)).test_client()


def posted(house: str, rulings: str = "", **more: str) -> Element:
    answer = client().post("/playground", data={"house": house, "rulings": rulings, "lang": "en", **more})
    assert answer.status_code == FINE
    page = parsed(answer.get_data(as_text=True))
    well_made(page)
    return page


def part(page: Element, name: str) -> Element:
    return next(each for each in page.all("section") if each["id"] == name)


def field(page: Element, name: str = "house") -> str:
    """What a browser would take for the text of a field: the first line end belongs to the tag."""
    (area,) = [each for each in page.all("textarea") if each["name"] == name]
    return "".join(child for child in area.children if isinstance(child, str)).removeprefix("\n")


def problems(page: Element) -> list[tuple[str, str]]:
    """Where and what."""
    return [(each.all("a")[0].text, each.one("a", "rid").text) for each in part(page, "problems").all("div", "prob")]


def test_it_begins_with_an_example_that_is_right() -> None:
    page = parsed(client().get("/playground?lang=en").get_data(as_text=True))
    well_made(page)
    assert (field(page), field(page, "rulings")) == (HOUSE, RULINGS)
    assert part(page, "problems").one("h2").text == "Nothing is wrong"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("ruleset_id", [one.id for one in catalogue()])
def test_a_house_version_of_each_ruleset_can_be_begun(ruleset_id: str, lang: str) -> None:
    page = parsed(client().get(f"/playground?extends={ruleset_id}&lang={lang}").get_data(as_text=True))
    text = field(page)
    assert check_text(text) == []
    assert load_text(text).parents == (ruleset_id,)
    chosen = text.replace("# options:", "options:").replace("#   ", "  ")
    assert not [problem for problem in check_text(chosen) if problem.severity == "error"]


def test_house_rules_that_are_chosen_are_written() -> None:
    chosen = "option=last_trick_bonus%3D10&option=settle%3Dclaim&option=double_bummerl%3Dyes&option=nonsense%3Dx"
    page = parsed(client().get(f"/playground?extends=schnapsen&lang=en&{chosen}").get_data(as_text=True))
    well_made(page)
    ruleset = load_text(field(page))
    assert ruleset.parents == ("schnapsen",)
    parent = load("schnapsen")
    now = {name: option.default for name, option in ruleset.options.items()}
    assert now == {name: option.default for name, option in parent.options.items()} | {
        "last_trick_bonus": 10, "double_bummerl": True,
    }  # fmt: skip


@pytest.mark.parametrize("ruleset_id", [one.id for one in catalogue()])
def test_the_lines_that_show_how_are_a_whole_ruleset(ruleset_id: str) -> None:
    page = parsed(client().get(f"/playground?extends={ruleset_id}&lang=en").get_data(as_text=True))
    text = "".join(page.one("pre", "example")._words())
    assert len(text.split("\n")) <= 6
    assert load_text(text).parents == (ruleset_id,)


def test_problems_stand_at_their_place_and_one_button_mends_one() -> None:
    page = posted(HOUSE.replace("trick.number", "trick.nubmer"))
    line = next(number for number, row in enumerate(HOUSE.split("\n"), 1) if "trick.number" in row)
    assert problems(page) == [(f"Line {line}, column 21", "ruleset.unknown-member")]
    assert [item["class"] for item in page.all("ol", "gutter")[0].all("li")].index("bad") == line - 1
    assert [mark.text for mark in page.all("pre", "underlay")[0].all("mark")] == ["nubmer"]
    (button,) = [each for each in page.all("button") if each["name"] == "fix"]
    assert field(posted(HOUSE.replace("trick.number", "trick.nubmer"), fix=button["value"])) == HOUSE
    assert field(posted(HOUSE, fix=button["value"])) == HOUSE  # an old button does nothing
    assert page.one("title").text.startswith("1 problem:")


def test_a_note_looks_different_and_does_not_stand_in_the_way() -> None:
    page = posted(WARNED)
    assert problems(page) == [("Line 6, column 3", "ruleset.term-unused")]
    assert "warning" in part(page, "problems").one("div", "prob").classes
    assert "“x” can be played" in part(page, "problems").text
    assert part(page, "changes").all("section", "dif")


def test_what_it_changes_and_what_comes_of_hands() -> None:
    page = posted(HOUSE, RULINGS)
    # From the file: one house rule, one term, one new requirement.
    assert {each.one("span", "rid").text for each in part(page, "changes").all("section", "dif")} == {
        "last_trick_bonus", "schneider", "close.first-trick",
    }  # fmt: skip
    assert "Your 2 hands all come out as you expect." in part(page, "hands").text
    assert "come out differently by your rules" in part(page, "hands").text
    wrong = posted(HOUSE, RULINGS.replace("ongoing A", "ongoing B"))
    assert "1 of your hands comes out otherwise." in part(wrong, "hands").text
    assert problems(wrong) == [("Line 10, column 9", "ruleset.ruling")]


def test_the_example_of_the_guide_comes_out_as_the_guide_says() -> None:
    page = posted((EXAMPLES / "corner-table.yaml").read_text(), (EXAMPLES / "corner-table.rulings.yaml").read_text())
    assert "Your 7 hands all come out as you expect." in part(page, "hands").text


def test_a_quick_look_tries_nothing() -> None:
    page = posted(HOUSE, RULINGS, act="look")
    assert not part(page, "changes").all("section", "dif")
    assert not part(page, "hands").all("li")


def test_it_can_be_kept_as_a_file() -> None:
    answer = client().post("/playground", data={"house": HOUSE.replace("\n", "\r\n"), "act": "keep"})
    assert answer.get_data(as_text=True) == HOUSE
    assert answer.headers["Content-Disposition"] == "attachment; filename=corner-table.yaml"
    rulings = client().post("/playground", data={"house": "ruleset: ../x", "rulings": RULINGS, "act": "keep-rulings"})
    assert rulings.get_data(as_text=True) == RULINGS
    assert rulings.headers["Content-Disposition"] == "attachment; filename=house.rulings.yaml"


def test_the_menus_send_the_form_so_that_nothing_is_lost() -> None:
    page = posted(HOUSE + "# mine\n", RULINGS)
    (german,) = [each for each in page.all("button") if each["name"] == "lang" and each["value"] == "de"]
    assert german["form"] == "house-form"
    assert field(posted(HOUSE + "# mine\n", RULINGS, lang="de")) == HOUSE + "# mine\n"


def test_one_that_is_too_large_is_refused() -> None:
    answer = client().post("/playground", data={"house": "#" * 300_000})
    assert answer.status_code == 413


def test_the_first_line_may_be_empty() -> None:
    assert field(posted("\n\n" + HOUSE)) == "\n\n" + HOUSE


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n", "\x00", "- " * 30_000, "[" * 50_000, "{" * 50_000, "a: &a [*a, *a]",
        "!!python/object:os.system x", "ruleset: x\nextends: x\n", "ruleset: x\nextends: ../../etc/passwd",
        "ruleset: x\nextends: [" + "schnapsen, " * 500 + "]",
        "ruleset: x\nextends: trick-taking\ntitle: x", "ruleset: x\nversion: 1.0.0\nextends: doubling\ntitle: x",
        "x: " + "y" * 190_000, "ruleset: 1\n" * 10_000, "\u202e<script>alert(1)</script>",
    ],
)  # fmt: skip
def test_nothing_that_is_posted_breaks_it(text: str) -> None:
    for data in (
        {"house": text},
        {"house": HOUSE, "rulings": text},
        {"house": HOUSE, "fix": text[:2_000], "act": text[:2_000]},
    ):
        answer = client().post("/playground", data=data)
        assert answer.status_code == FINE
        assert "<script>alert" not in answer.get_data(as_text=True)


def test_long_rulings_are_tried_as_far_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "      - [E20, B, close, illegal 0 close.first-trick]\n"
    match = RULINGS + "  - about: x\n    match: A 7 B 7\n    hands:\n" + line * 1_000
    monkeypatch.setattr(playground, "SECONDS", 600.0)
    assert "802 were not tried" in part(posted(HOUSE, RULINGS + line * 1_000), "hands").text
    assert "1,000 were not tried" in part(posted(HOUSE, match), "hands").text
    monkeypatch.setattr(playground, "SECONDS", -1.0)
    assert "2 were not tried" in part(posted(HOUSE, RULINGS), "hands").text


LINES = st.sampled_from(
    [
        *HOUSE.split("\n"),
        *RULINGS.split("\n"),
        *WARNED.split("\n"),
        *(EXAMPLES / "corner-table.yaml").read_text().split("\n"),
    ]
)
SPOILT = st.lists(
    st.one_of(LINES, st.text(max_size=20), LINES.map(lambda row: row[:-3]), LINES.map(lambda row: " " + row)),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(SPOILT, SPOILT, st.sampled_from(["", "look", "check"]))
def test_fuzzed_texts_are_answered(house: list[str], rulings: list[str], act: str) -> None:
    texts = ["\n".join(text).encode("utf-8", "replace") for text in (house, rulings)]
    answer = client().post("/playground", data={"house": texts[0].decode(), "rulings": texts[1].decode(), "act": act})
    assert answer.status_code == FINE


@settings(max_examples=100, deadline=None)
@given(
    st.text("ab\n{}:<&\u20ac😀", max_size=60), st.integers(0, 9), st.integers(0, 30), st.integers(0, 40), st.booleans()
)
def test_places_outside_of_the_text_do_no_harm(text: str, line: int, column: int, end: int, mend: bool) -> None:
    rows = text.split("\n")
    there = rows[line - 1][max(0, column - 1) : end - 1] if 0 < line <= len(rows) and mend else "x"
    problem = Problem("log.card", "wrong", line, column, line, end, token=there, suggestion="ok")
    found = findings([problem], text)
    assert "".join(parsed(f"<pre>{underlay(text, found)}</pre>").one("pre")._words()) == text
    mended(text, found, found[0].key)
