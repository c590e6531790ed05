"""Lexicons: each file is right, says the same things as its neighbours, and reads what people write."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from bummerl.grammar import CODES
from bummerl.grammar.notation import is_card
from bummerl.rulesets import catalogue, check_lexicon, load
from bummerl.rulesets.lexicon import Lexicon, lexicon, lexicon_ids, lexicon_meant, lexicon_text, names_of
from bummerl.rulesets.spelling import Spelling, plain, spelling_of

LANGUAGES = ("de", "en", "es", "hu", "it", "pt")
STYLES = ("french", "german", "hungarian", "italian", "spanish")
FOLDER = Path(__file__).parents[1] / "malformed" / "lexicon"
FILES = sorted(FOLDER.glob("*.yaml"))


def known(name: str) -> Lexicon:
    """A lexicon that is there."""
    found = lexicon(name)
    assert found is not None
    return found


def spelling(name: str) -> Spelling:
    """How a lexicon writes all the cards it knows."""
    found = known(name)
    return spelling_of(found, tuple(found.suits), tuple(found.ranks))


def code_of(name: str, written: str) -> str | None:
    """The code of the card that something written means in a lexicon; `None` if it means none, or could mean two."""
    found = known(name)
    letters = spelling(name).cards.get(plain(written))
    codes = [s + r for s, r in product(found.suits, found.ranks) if found.letters(s, r) == letters]
    assert len(codes) < 2
    return codes[0] if codes else None


def test_every_pack_speaks_every_language() -> None:
    assert lexicon_ids() == tuple(f"{style}.{lang}" for style in STYLES for lang in LANGUAGES)


@pytest.mark.parametrize("name", lexicon_ids())
def test_nothing_is_wrong_with_a_lexicon(name: str) -> None:
    assert check_lexicon(lexicon_text(name), f"{name}.yaml") == []
    found = known(name)
    assert (found.id, f"{found.style}.{found.language}") == (name, name)


@pytest.mark.parametrize("name", lexicon_ids())
def test_a_pack_has_the_same_cards_in_every_language(name: str) -> None:
    english = known(f"{known(name).style}.en")
    assert known(name).suits.keys() == english.suits.keys()
    assert known(name).ranks.keys() == english.ranks.keys()


@pytest.mark.parametrize("name", lexicon_ids())
def test_what_a_lexicon_writes_it_reads(name: str) -> None:
    """Letters and names, in small and in capital letters: each as one word of a log, and each as its card."""
    found = known(name)
    for suit, rank in product(found.suits, found.ranks):
        title = found.card(suit, rank).replace(" ", "-")
        for written in (found.letters(suit, rank), title, title.upper(), title.lower()):
            assert is_card(written)
            assert code_of(name, written) == suit + rank, written


@pytest.mark.parametrize("name", lexicon_ids())
def test_no_two_cards_have_one_name(name: str) -> None:
    found = known(name)
    cards = list(product(found.suits, found.ranks))
    for say in (found.card, found.letters, found.short):
        assert len({say(suit, rank) for suit, rank in cards}) == len(cards)


@pytest.mark.parametrize(
    ("style", "packs"), [("SHDC", ("french", "german", "hungarian")), ("OCEB", ("spanish", "italian"))]
)
def test_packs_of_the_shipped_rulesets_fit_some_styles(style: str, packs: tuple[str, ...]) -> None:
    for summary in catalogue():
        deck = load(summary.id).data["deck"]
        if set(deck["suits"]) == set(style):
            fitting = {
                name.partition(".")[0] for name in lexicon_ids() if known(name).fits(deck["suits"], deck["ranks"])
            }
            assert fitting == set(packs), summary.id


# What people write: by the tables of codes in use, and as a player would say it. Left as written, right the code.
WRITTEN = {
    "german.de": [
        *[("HO", "HQ"), ("LK", "SK"), ("E10", "CT"), ("SA", "DA"), ("SU", "DJ"), ("HD", "HA"), ("L9", "S9")],
        *[("Herz-Ober", "HQ"), ("Herz-Daus", "HA"), ("HerzDaus", "HA"), ("herz-sau", "HA"), ("Rot-Ass", "HA")],
        *[("Grün-König", "SK"), ("gruen-koenig", "SK"), ("Grun-Konig", "SK"), ("Schippe-Unter", "SJ")],
        *[("Blatt-Ober", "SQ"), ("Gras-Zehner", "ST"), ("ober-eichel", "CQ"), ("XE", "CT"), ("Herz-O", "HQ")],
        *[("HQ", "HQ"), ("CQ", "CQ"), ("DQ", "DQ")],  # the codes themselves, where their letters mean nothing else here
        *[("SQ", None), ("LL", None), ("HerzO", None), ("HB", None)],  # S is Schellen here, Q nothing
    ],
    "hungarian.hu": [
        *[("PA", "HA"), ("PL", "HJ"), ("PF", "HQ"), ("TT", "DT")],
        *[("TX", "DT"), ("MK", "CK"), ("Z9", "S9"), ("ZIX", "S9")],
        *[("zöld-ász", "SA"), ("zold-asz", "SA"), ("piros-alsó", "HJ"), ("piros-also", "HJ"), ("tök-felső", "DQ")],
        *[("makkkirály", "CK"), ("TP", "HT"), ("AP", "HA"), ("HQ", "HQ")],
    ],
    "french.de": [
        *[("PA", "SA"), ("SA", "SA"), ("HD", "HQ"), ("HB", "HJ")],
        *[("DD", "DQ"), ("DK", "DK"), ("KK", "DK"), ("CB", "CJ")],
        *[("Pik-Ass", "SA"), ("Karo-Dame", "DQ"), ("Treff-Bub", "CJ"), ("Kreuz-10", "CT"), ("♠B", "SJ"), ("HQ", "HQ")],
        *[("KD", None), ("TK", None)],  # Karo-Dame or the king of D? Treff-König or the ten of Karo?
    ],
    "french.en": [
        ("queen-of-hearts", "HQ"), ("QH", "HQ"), ("h10", "HT"),
        ("10h", "HT"), ("♦K", "DK"), ("heart-queen", "HQ"),
    ],
    "french.es": [("CA", "HA"), ("TA", "CA"), ("PA", "SA"), ("D10", "DT"), ("rey-de-picas", "SK"), ("HA", "HA")],
    "french.it": [("CQ", "HQ"), ("QQ", "DQ"), ("asso-di-fiori", "CA"), ("fante-di-quadri", "DJ"), ("QF", None)],
    "french.pt": [("CD", "HQ"), ("EV", "SJ"), ("ás-de-ouros", "DA"), ("as-de-ouros", "DA"), ("OR", "DK"), ("PA", "CA")],
    "spanish.es": [
        *[("RO", "OR"), ("CO", "OC"), ("CC", "CC"), ("SC", "CS")],
        *[("CS", "CS"), ("12O", "OR"), ("O12", "OR"), ("11C", "CC")],
        *[("C10", "CS"), ("1-de-oros", "OA")],
        *[("as-de-oros", "OA"), ("caballo-de-copas", "CC"), ("sota-de-bastos", "BS")],
    ],
    "italian.it": [
        *[("DR", "OR"), ("CF", "CS"), ("SA", "EA"), ("SC", "EC"), ("D10", "OR"), ("D9", "OC"), ("D8", "OS")],
        # the code of CF, and the knight of spade
        *[("fante-di-spade", "ES")],
        *[("cavallo-di-denari", "OC"), ("CS", None)],
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "written", "code"), [(name, *case) for name, cases in WRITTEN.items() for case in cases]
)
def test_what_people_write(name: str, written: str, code: str | None) -> None:
    assert code_of(name, written) == code


def test_what_could_mean_two_cards_is_kept_with_both() -> None:
    assert set(spelling("french.de").unclear["kd"]) == {"DK", "DD"}
    assert set(spelling("italian.it").unclear["cs"]) == {"SC", "CF"}


def test_accents_in_two_characters_are_read() -> None:
    assert code_of("hungarian.hu", "zo\u0308ld-a\u0301sz") == "SA"


@pytest.mark.parametrize(
    ("name", "suit", "rank", "long", "letters", "short"),
    [
        ("french.en", "S", "A", "ace of spades", "SA", "♠A"),
        ("french.de", "H", "Q", "Herz-Dame", "HD", "♥D"),
        ("german.de", "S", "Q", "Laub-Ober", "LO", "LO"),
        ("hungarian.hu", "H", "J", "piros alsó", "PL", "PL"),
        ("spanish.es", "O", "C", "caballo de oros", "OC", "OC"),
        ("italian.it", "E", "S", "fante di spade", "SF", "SF"),
        ("french.pt", "C", "J", "valete de paus", "PJ", "♣J"),
    ],
)
def test_how_a_card_is_said(name: str, suit: str, rank: str, long: str, letters: str, short: str) -> None:
    found = known(name)
    assert (found.card(suit, rank), found.letters(suit, rank), found.short(suit, rank)) == (long, letters, short)


def test_who_has_no_lexicon_of_a_style() -> None:
    assert names_of("french", "fr").card("S", "A") == "ace of spades"
    assert names_of(None, "en").card("S", "A") == names_of("tarot", "en").card("S", "A") == "SA"
    assert known("french.en").card("S", "1") == "S1"
    assert lexicon("../variants/schnapsen") is None
    assert lexicon("German.DE") is known("german.de")
    assert (lexicon_meant("germna.de"), lexicon_meant("x" * 1000)) == ("german.de", None)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_problem_is_found_at_its_place(file: Path) -> None:
    code = file.name.partition("--")[0]
    text = file.read_text(encoding="utf-8")
    expected = [(int(line), int(column)) for line, column in re.findall(r"(\d+):(\d+)", text.partition("\n")[0])]
    own = re.search(r"^lexicon: (.*)$", text, re.M)
    assert own is not None
    found = check_lexicon(text, f"{own[1]}.yaml")
    assert [(problem.line, problem.column) for problem in found] == expected
    assert {problem.code for problem in found} == {code}
    assert code in CODES


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "ruleset.empty"),
        ("- a list", "ruleset.shape"),
        ("lexicon: a.de", "ruleset.missing-key"),
        ("lexicon: [1", "ruleset.yaml"),
        (lexicon_text("german.de").replace("title", "titel"), "ruleset.unknown-key"),
        (lexicon_text("german.de").replace("{suit}-{rank}", "{suit}"), "ruleset.spelling"),
        (lexicon_text("german.de").replace("german.de", "german.at"), "ruleset.spelling"),
        (lexicon_text("german.de").replace("letter: L", "letter: Laub"), "ruleset.spelling"),
        (lexicon_text("german.de").replace('"10"', "10"), "ruleset.shape"),
    ],
)
def test_a_file_that_is_no_lexicon(text: str, code: str) -> None:
    found = check_lexicon(text, "german.de.yaml")
    assert code in {problem.code for problem in found}
    assert all(problem.line for problem in found)
