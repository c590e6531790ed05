"""When the cards for a trick are drawn: at once, or only when no move before drawing can follow any more."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import adjudicate, legal, replay
from bummerl.rulesets import load

DEALS = {
    24: {
        "hands": {"A": ["H9", "SA", "ST", "CA", "CT", "C9"], "B": ["SK", "SQ", "DK", "DQ", "HJ", "S9"]},
        "turn_up": "HK",
        "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ", "D9", "HQ"],
    },
    20: {
        "hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]},
        "turn_up": "HQ",
        "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
    },
}


def record(ruleset: Any, moves: str, cards: int = 24) -> dict[str, Any]:
    return {"ruleset": ruleset, "dealer": "B", "deal": DEALS[cards], "moves": moves.split()}


def held(ruleset: Any, moves: str) -> list[int]:
    """How many cards A and B hold in the end."""
    hands = replay(record(ruleset, moves))["positions"][-1]["hands"]
    return [len(hands["A"]), len(hands["B"])]


@pytest.mark.parametrize("ruleset", ["sixty-six", "sixty-six-us"])
def test_closed_before_drawing_both_play_on_with_five_cards(ruleset: str) -> None:
    assert "close-undrawn" in legal(record(ruleset, "SA SQ"))
    assert held(ruleset, "SA SQ close-undrawn") == [5, 5]
    assert held(ruleset, "SA SQ close-undrawn CA HJ") == [4, 4]
    assert held(ruleset, "SA SQ close") == [6, 6]


def test_what_is_played_without_closing_is_played_with_the_cards_drawn() -> None:
    assert held("sixty-six", "SA SQ DA") == [5, 6]
    assert {"DA", "close", "close-undrawn", "exchange"} <= set(legal(record("sixty-six", "SA SQ")))


def test_where_nothing_comes_before_drawing_cards_are_drawn_with_the_trick() -> None:
    """`santase` takes back what it inherits: no closing before drawing, and `before_draw: no` for marriages."""
    assert load("santase").data["moves"]["marriage"]["before_draw"] == "no"
    assert held("santase", "SA SQ") == [6, 6]
    assert held("sixty-six", "SA SQ") == [5, 5]


@pytest.mark.parametrize(("said", "cards"), [(True, [5, 5]), ("yes", [5, 5]), (False, [6, 6]), ("no", [6, 6])])
def test_before_draw_is_said_by_word_or_truth(said: bool | str, cards: list[int]) -> None:
    house = {
        "ruleset": "club",
        "title": "Our club",
        "extends": "sixty-six",
        "moves": {"close-undrawn": "off", "marriage": {"before_draw": said}},
    }
    assert held(house, "SA SQ") == cards


@pytest.mark.parametrize("ruleset", ["schnapsen", "schnapsen-tournament", "snapszli"])
def test_schnapsen_is_closed_with_full_hands_only(ruleset: str) -> None:
    verdict = adjudicate(record(ruleset, "SA SQ close-undrawn", 20))
    (violation,) = verdict["violations"]
    assert (violation["move"], violation["rule"]) == (2, "table.stage")
