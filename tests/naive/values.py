"""What an expression can be worth.

Numbers are `int`, truths `bool`, players and cards in the plural frozen sets, *none* is None. The rest are strings that
know what they are. A bare code (`C`, `SQ`, `7`) is a `Code` until it meets something: then the spelling decides.
"""

from __future__ import annotations

from typing import Any

Value = Any


class Card(str):
    """A card of the pack, `HK`.  In a pack of doubles the second of two equal cards is `HK'`."""

    @property
    def code(self) -> str:
        return self[:2]

    @property
    def printed_suit(self) -> Suit:
        return Suit(self[0])

    @property
    def rank(self) -> Rank:
        return Rank(self[1])


class Either(Card):
    """A card that is named, `K of trump`: in a pack of doubles, either of the two will do."""


class Suit(str):
    """A suit's code."""


class Rank(str):
    """A rank's code."""


class Seat(str):
    """A to F."""


class Word(str):
    """The name of a move, a contract, a colour, or the choice of an option."""


class Code(str):
    """Something spelled out in an expression that takes its type from the other side."""


Set = frozenset[Any]
NOBODY: Set = frozenset()


def alike(x: Value, y: Value) -> bool:
    """Is this the same thing? Two equal cards of a pack of doubles are not, unless one of them is only named."""
    return bool(spelled(x) == spelled(y)) if isinstance(x, Either) or isinstance(y, Either) else bool(x == y)


def spelled(x: Value) -> str:
    """How a value is written, to be compared with a bare code; equal cards are written alike."""
    return x.code if isinstance(x, Card) else str(x)


def as_cards(x: Value) -> Set:
    """A card where cards are wanted."""
    if x is None:
        return NOBODY
    return frozenset([x]) if isinstance(x, Card) else frozenset(x)


def same(x: Value, y: Value) -> bool:
    """`x is y`."""
    if isinstance(x, frozenset) or isinstance(y, frozenset):
        return as_cards(x) == as_cards(y)
    if x is None or y is None:
        return x is y
    if isinstance(x, bool) or isinstance(y, bool):
        return x is y
    return spelled(x) == spelled(y)
