"""Tokens: every accepted spelling means one thing, and anything else is a problem."""

from __future__ import annotations

import pytest
from bummerl.interpreter.rewriting import Rewriter
from bummerl.interpreter.rules import Rules, rules_for
from bummerl.interpreter.vocabulary import Misread, spelling_of_codes
from hypothesis import given
from hypothesis import strategies as st

FRENCH = spelling_of_codes("SHDC", "ATKQJ9").cards
SPANISH = spelling_of_codes("OCEB", "A3RCS76542").cards


@pytest.fixture
def schnapsen() -> Rules:
    return rules_for("schnapsen")


@pytest.mark.parametrize(
    ("written", "code"),
    [
        *[
            ("sa", "SA"),
            ("as", "SA"),
            ("h10", "HT"),
            ("10h", "HT"),
            ("♠a", "SA"),
            ("a♠", "SA"),
            ("♡10", "HT"),
            ("th", "HT"),
        ],
        ("9c", "C9"),
    ],
)
def test_ways_to_write_a_french_card(written: str, code: str) -> None:
    assert FRENCH[written] == code


@pytest.mark.parametrize(
    ("written", "code"),
    [("cc", "CC"), ("cs", "CS"), ("sc", "CS"), ("ce", "EC"), ("ec", "EC"), ("co", "OC"), ("3o", "O3")],
)
def test_a_letter_that_is_suit_and_rank(written: str, code: str) -> None:
    """In the Spanish pack C is the cups and the knight; a code always means itself."""
    assert SPANISH[written] == code


def test_signs_count_only_where_every_suit_has_one() -> None:
    assert not [form for form in SPANISH if "♣" in form]


def test_other_spellings_are_the_same_token(schnapsen: Rules) -> None:
    words = schnapsen.vocabulary
    for written, canonical in [
        *[
            ("h10", "HT"),
            ("B:♠a", "B:SA"),
            ("hk+40", "HK+40"),
            ("♥+40", "H+40"),
            ("h10+20", "HT+20"),
            ("(ht  ?)", "(HT ?)"),
        ],
    ]:
        assert words.token(written) == words.token(canonical)
        assert Rewriter(schnapsen, schnapsen).move(written) == canonical
        assert words.text(words.token(written)) == canonical


@pytest.mark.parametrize(
    ("token", "code"),
    [
        *[
            ("", "record.move"),
            ("SA SK", "record.move"),
            ("!", "record.move"),
            ("?", "record.move"),
            ("(", "record.move"),
        ],
        *[("()", "record.draw"), ("(SA XX)", "record.card"), ("C:SA", "record.seat"), ("HK+1234567", "record.number")],
        *[("XK+40", "record.card"), ("clim", "record.move"), ("B:", "record.move"), ("SA+", "record.move")],
    ],
)
def test_what_nobody_knows(schnapsen: Rules, token: str, code: str) -> None:
    with pytest.raises(Misread) as odd:
        schnapsen.vocabulary.token(token)
    assert odd.value.code == code


@pytest.mark.parametrize("token", ["pass", "bid:gang", "trump:H", "kontra", "discard:SA", "take", "call:HA", "turn:SA"])
def test_words_of_other_rulesets_are_known(schnapsen: Rules, token: str) -> None:
    assert schnapsen.vocabulary.token(token) & 1023 == schnapsen.words["?"]
    assert Rewriter(schnapsen, schnapsen).move(token) == token


@given(st.text(max_size=12))
def test_any_text_is_a_token_or_a_problem(text: str) -> None:
    words = rules_for("bauernschnapsen").vocabulary
    try:
        token = words.token(text)
    except Misread:
        return
    assert token >= 0


def test_what_was_misread_is_not_remembered(schnapsen: Rules) -> None:
    for number in range(30_000):
        schnapsen.vocabulary.token(f"hk+{number}")
    assert len(schnapsen.vocabulary.tokens) < 25_000
