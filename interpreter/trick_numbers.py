"""Trick numbers in a log: optional, and checked when they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bummerl.interpreter import core as C

from .faults import Fault
from .machine import Ints
from .rules import Rules


def numbered_rightly(rules: Rules, S: Ints, tokens: Sequence[int], numbers: Any) -> bool:
    """Are these trick numbers, by the index of a move as text, those of the tricks? A quick look that may say no too
    often.
    """
    try:
        stated = {int(move): number for move, number in numbers.items()}
    except (AttributeError, TypeError, ValueError):
        return False
    if not all(type(number) is int and str(move) in numbers and move < len(tokens) for move, number in stated.items()):
        return False
    return misnumbered_in(rules, S, tokens, stated) is None


def misnumbered_in(
    rules: Rules, S: Ints, tokens: Sequence[int], numbers: Mapping[int, int], first: int = 1
) -> Fault | None:
    """The first of these trick numbers that is wrong; the record begins with trick `first`. Everyone who is in play
    plays one card to a trick.
    """
    if not numbers:
        return None
    played, size = 0, max(S[C.IN_TRICK], 1)
    for move, token in enumerate(tokens):
        due = first + played // size
        if numbers.get(move, due) != due:
            values = {"n": due, "stated": numbers[move]}
            return Fault("record.trick-number", "trick-number", values, f"/moves/{move}", str(numbers[move]))
        played += rules.led_card(token) >= 0
    return None
