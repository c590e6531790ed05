"""A hand whose order nobody wrote down is no ground for blaming anyone."""

import pytest
from bummerl.interpreter import adjudicate

# The fourth hand is what is left: HQ HJ SJ ST DQ, dealt in an unknown order.
THREE_HANDS = {
    "ruleset": "bauernschnapsen",
    "dealer": "C",
    "deal": {
        "hands": {
            "A": ["CT", "CA", "SA", "CK", "HA"],
            "B": ["DA", "HK", "DK", "CJ", "DT"],
            "C": ["CQ", "DJ", "HT", "SQ", "SK"],
        }
    },
}


@pytest.mark.parametrize("made", ["turn:ST", "trump:D"])
def test_a_later_slip_does_not_condemn_the_naming_of_trumps(made: str) -> None:
    """B plays D's jack of spades, which nobody can have done; whether D named trumps rightly stays open."""
    verdict = adjudicate(THREE_HANDS | {"moves": [made, "pass", "pass", "pass", "pass", "HJ", "HA", "SJ"]})
    assert verdict["status"] == "undetermined"
    assert verdict["facts"] == {"needed": ["order of the hand of D"]}


def test_with_the_order_written_down_the_slip_is_found() -> None:
    deal = {"hands": {**THREE_HANDS["deal"]["hands"], "D": ["HQ", "HJ", "SJ", "ST", "DQ"]}}
    moves = ["turn:ST", "pass", "pass", "pass", "pass", "HJ", "HA", "SJ"]
    verdict = adjudicate(THREE_HANDS | {"deal": deal, "moves": moves})
    assert [(v["move"], v["rule"], v["seat"]) for v in verdict["violations"]] == [(7, "table.holds", "B")]
