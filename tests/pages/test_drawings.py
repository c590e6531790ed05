"""The pictures of the cards: every card that a lexicon names has one, and every sheet is sound SVG."""

from __future__ import annotations

import gzip
import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from bummerl.service.http.pages import drawings

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "service/http/pages/drawings"
CSS = ROOT / "service/http/pages/static/css"
LEXICONS = sorted(path for style in drawings.STYLES for path in (ROOT / "rulesets/lexicons").glob(f"{style}.*.yaml"))
TWENTY = list(product("SHDC", "ATKQJ"))
Element = ElementTree.Element


def codes(path: Path) -> tuple[list[str], list[str]]:
    """The suits and ranks of a lexicon."""
    lexicon = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [*map(str, lexicon["suits"])], [*map(str, lexicon["ranks"])]


def drawn(style: str, cards: list[tuple[str, str]], suits: str = "", **letters: dict[str, str]) -> Element:
    """A sheet, read as XML."""
    sheet = drawings.sheet(style, cards, letters.get("letters", {}), letters.get("suit_letters", {}), lang_suits=suits)
    return ElementTree.fromstring(sheet)


def by_id(sheet: Element) -> dict[str, Element]:
    return {element.attrib["id"]: element for element in sheet.iter() if "id" in element.attrib}


def within(sheet: Element, name: str) -> list[Element]:
    """All that is seen when a symbol is used: its elements, and those of the symbols that it uses."""
    known, found = by_id(sheet), []
    for element in known[name].iter():
        found.append(element)
        if element.tag == "use":
            found += within(sheet, element.attrib["href"].removeprefix("#"))
    return found


def texts(sheet: Element, name: str) -> set[str]:
    return {element.text or "" for element in within(sheet, name) if element.tag == "text"}


def signs(sheet: Element, style: str, card: str) -> int:
    """How often a card shows the sign of its suit, the corners not counted."""
    data = yaml.safe_load((DATA / f"{style}.yaml").read_text(encoding="utf-8"))
    corner = data.get("index", yaml.safe_load((DATA / "plain.yaml").read_text(encoding="utf-8"))["index"])["x"]
    pip, found = f"#{drawings.pip_id(style, card[0])}", 0
    for element in within(sheet, drawings.card_id(style, card)):
        if element.attrib.get("href") == pip:
            found += abs(float(element.attrib["x"]) + float(element.attrib["width"]) / 2 - corner) > 0.01
    return found


@pytest.mark.parametrize("path", LEXICONS, ids=lambda path: path.stem)
def test_every_card_that_a_lexicon_names_is_drawn(path: Path) -> None:
    style, (suits, ranks) = path.stem.split(".")[0], codes(path)
    sheet = drawn(style, [*product(suits, ranks)])
    for suit, rank in product(suits, ranks):
        seen = within(sheet, drawings.card_id(style, suit + rank))
        classes = {element.attrib.get("class", "").split(" ")[0] for element in seen}
        assert "card-index" in classes
        assert not classes & {"card-letter", "card-sign"}, "a plain face"


@pytest.mark.parametrize("style", [*drawings.STYLES, drawings.PLAIN, "tarot"])
def test_a_sheet_has_every_id_once_and_every_use_finds_its_symbol(style: str) -> None:
    suits, ranks = "SHDCOEB", "ATKQJRC98765432"
    sheet = drawn(style, [*product(suits, ranks)])
    ids = [element.attrib["id"] for element in sheet.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = {element.attrib["href"] for element in sheet.iter("use")}
    assert used <= {f"#{name}" for name in ids}
    assert {drawings.BACK_ID, drawings.UNKNOWN_ID} < set(ids)
    assert {drawings.pip_id(style, suit) for suit in suits} < set(ids)
    assert {drawings.card_id(style, suit + rank) for suit, rank in product(suits, ranks)} < set(ids)


@pytest.mark.parametrize("style", [*drawings.STYLES, drawings.PLAIN])
def test_a_sheet_keeps_to_the_content_security_policy(style: str) -> None:
    for element in drawn(style, [*product("SHDCOEB", "ATKQJRC98765432")]).iter():
        assert "style" not in element.attrib
        assert element.tag in {"svg", "symbol", "g", "use", "path", "circle", "ellipse", "rect", "text"}
        assert element.attrib.get("href", "#").startswith("#")
        assert not [name for name in element.attrib if name.startswith("on")]


def test_order_and_repetition_make_no_difference() -> None:
    one = drawings.sheet("french", TWENTY, {}, {}, lang_suits="SHDC")
    other = drawings.sheet("french", [*reversed(TWENTY), *TWENTY], {}, {}, lang_suits="CDHSS")
    assert one == other


def test_a_sheet_has_the_cards_that_were_asked_for_and_no_others() -> None:
    sheet = by_id(drawn("german", [("H", "K")], "SH"))
    assert [name for name in sheet if name.startswith("c-")] == ["c-german-HK", "c-back", "c-unknown"]
    assert [name for name in sheet if name.startswith("p-")] == ["p-german-H", "p-german-S"]


@pytest.mark.parametrize("style", drawings.STYLES)
def test_a_pack_of_twenty_is_a_few_kilobytes_on_the_wire(style: str) -> None:
    cards = [*product("OCEB", "A3RCS")] if style == "spanish" else TWENTY
    sheet = drawings.sheet(style, cards, {}, {}, lang_suits=[])
    assert len(gzip.compress(sheet.encode())) < 3 * 1024


NUMBERS = [
    *(("french", "H" + rank, int(rank)) for rank in "98765432"),
    *(("german", "C" + rank, int(rank)) for rank in "9876"),
    *(("hungarian", "D" + rank, int(rank)) for rank in "9876"),
    *(("spanish", "E" + rank, int(rank)) for rank in "98765432"),
    *((style, "HT", 10) for style in ("french", "german", "hungarian")),
    *((style, "HA", signs) for style, signs in (("french", 1), ("german", 2), ("hungarian", 2))),
    ("spanish", "OA", 1),
]


@pytest.mark.parametrize(("style", "card", "number"), NUMBERS)
def test_a_card_shows_the_sign_of_its_suit_as_often_as_its_number_says(style: str, card: str, number: int) -> None:
    assert signs(drawn(style, [(card[0], card[1])]), style, card) == number


@pytest.mark.parametrize(
    ("style", "rank", "letter", "printed"),
    [
        ("french", "T", "Z", "10"),
        ("french", "Q", "D", "D"),
        ("german", "T", "T", "10"),
        ("german", "J", "U", "U"),
        ("hungarian", "T", "T", "X"),
        ("hungarian", "9", "9", "IX"),
        ("hungarian", "7", "7", "VII"),
        ("hungarian", "A", "A", "Á"),
        ("hungarian", "J", "L", "L"),
        ("spanish", "A", "A", "1"),
        ("spanish", "R", "R", "12"),
        ("spanish", "C", "C", "11"),
        ("spanish", "S", "S", "10"),
        ("spanish", "7", "7", "7"),
        ("plain", "A", "Ω", "Ω"),
    ],
)
def test_the_corner_shows_what_is_printed_or_else_the_letter_of_the_reader(
    style: str, rank: str, letter: str, printed: str
) -> None:
    assert drawings.index(style, rank, letter) == printed
    suit = "O" if style == "spanish" else "S"
    sheet = drawn(style, [(suit, rank)], letters={rank: letter})
    assert printed in texts(sheet, drawings.card_id(style, suit + rank))


def test_a_pack_that_nobody_has_drawn_has_its_letters() -> None:
    sheet = drawn("tarot", [("X", "Ω")], letters={"Ω": "Om"}, suit_letters={"X": "☉"})
    assert texts(sheet, drawings.card_id("tarot", "XΩ")) == {"Om", "☉"}


def test_a_rank_that_is_not_drawn_has_its_letter_and_the_sign_of_its_suit() -> None:
    sheet = drawn("french", [("H", "N")])
    name = drawings.card_id("french", "HN")
    assert texts(sheet, name) == {"N"}
    assert "#p-french-H" in {element.attrib.get("href") for element in within(sheet, name)}


def test_letters_of_a_house_ruleset_cannot_leave_their_place() -> None:
    bad = '"><script>'
    sheet = drawn("plain", [(bad, bad)], letters={bad: bad}, suit_letters={bad: bad})
    assert texts(sheet, drawings.card_id("plain", bad + bad)) == {bad}
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in by_id(sheet))


@pytest.mark.parametrize(
    ("style", "suit", "two", "four"),
    [
        ("french", "S", "black", "green"),
        ("french", "H", "red", "red"),
        ("french", "D", "red", "amber"),
        ("french", "C", "black", "black"),
        ("spanish", "O", "amber", "amber"),
        ("spanish", "C", "red", "red"),
        ("spanish", "E", "black", "black"),
        ("spanish", "B", "green", "green"),
        ("plain", "S", "black", "black"),
        ("french", "Z", "black", "black"),
    ],
)
def test_the_colour_of_a_suit(style: str, suit: str, two: str, four: str) -> None:
    assert drawings.suit_class(style, suit) == f"two-{two} four-{four}"


@pytest.mark.parametrize("suit", "SHDC")
def test_a_suit_keeps_its_colour_when_the_pack_is_changed(suit: str) -> None:
    assert len({drawings.suit_class(style, suit) for style in ("french", "german", "hungarian")}) == 1


def test_the_style_sheet_knows_every_class_and_every_property() -> None:
    style_sheet = (CSS / "cards.css").read_text() + (CSS / "base.css").read_text()
    styles = [*drawings.STYLES, drawings.PLAIN]
    sheets = "".join(drawings.sheet(s, product("SHDCOEB", "ATKQJRCS98765432"), {}, {}, lang_suits=[]) for s in styles)
    classes = {name for found in re.findall(r'class="([^"]+)"', sheets) for name in found.split()}
    classes |= {name for style in styles for suit in "SHDCOEB" for name in drawings.suit_class(style, suit).split()}
    assert {name for name in classes if not re.search(rf"\.{name}(?![\w-])", style_sheet)} == set()
    assert {name for name in re.findall(r"var\((--[\w-]+)\)", sheets) if f"{name}:" not in style_sheet} == set()


def test_the_ranks_of_the_files_are_text() -> None:
    """A 9 that YAML reads as a number would never be found."""
    for path in DATA.glob("*.yaml"):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert all(isinstance(rank, str) for rank in data.get("faces", {})), path.name
        for rank, face in data.get("faces", {}).items():
            assert isinstance(face.get("index", ""), str), f"{path.name}: {rank}"


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as WCAG 2 counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", ["black", "red", "green", "amber"])
def test_letters_on_cards_can_be_read_by_day_and_by_night(colour: str) -> None:
    base = (CSS / "base.css").read_text(encoding="utf-8")
    papers = set(re.findall(r"--face: (#\w{6});", base))
    assert len(papers) == 2
    inks = re.findall(rf"--s-{colour}: (#\w{{6}});", base)
    assert inks
    for paper, ink in product(papers, inks):
        assert (luminance(paper) + 0.05) / (luminance(ink) + 0.05) >= 4.5
