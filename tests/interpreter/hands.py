"""Hands written by hand, used by several tests."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

E20 = {
    "hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]},
    "turn_up": "HQ",
    "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"],
}
"""A Schnapsen deal: B to deal, A to lead, hearts are trumps."""

G20 = {
    "hands": {
        "A": ["HA", "HT", "HK", "SA", "CA"],
        "B": ["HQ", "HJ", "SK", "SQ", "DA"],
        "C": ["ST", "SJ", "DT", "DK", "CT"],
        "D": ["DQ", "DJ", "CK", "CQ", "CJ"],
    }
}
"""A Bauernschnapsen deal: D deals, A is forehand."""


def hand(
    moves: str, *, deal: dict[str, Any] = E20, dealer: str = "B", ruleset: str = "schnapsen", **more: Any
) -> dict[str, Any]:
    """A record."""
    tokens = re.findall(r"\([^)]*\)|\S+", moves)
    return {"ruleset": ruleset, "dealer": dealer, "deal": deepcopy(deal), "moves": tokens, **more}


def without(record: dict[str, Any], *facts: str) -> dict[str, Any]:
    """The record with facts forgotten: a seat's hand, `talon`, `turn_up`, `dealer`."""
    record = deepcopy(record)
    for fact in facts:
        if fact == "dealer":
            del record["dealer"]
        elif len(fact) == 1:
            del record["deal"]["hands"][fact]
        else:
            del record["deal"][fact]
    return record
