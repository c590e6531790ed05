"""A record that fits its ruleset, in integers: what the machine is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .position.start import Start

HIDDEN: Final = -1
"""A card or a seat that was not recorded."""


@dataclass(slots=True)
class Sheet:
    """A record that fits its ruleset, in integers. A card or seat that was not recorded is `HIDDEN`.

    `hands` has one list a seat in the order dealt, empty for who sits out. `tokens` are the moves. `numbers` are
    trick numbers written in front of moves, by move. `whole` says that nothing of the deal is missing. With a `start`
    the record begins in the middle of the hand, and hands, turn-up and talon are what is left of them there.
    """

    dealer: int
    hands: list[list[int]]
    turn_up: int
    talon: list[int]
    tokens: list[int]
    texts: list[str]
    names: dict[str, str] = field(default_factory=dict)
    brought: dict[int, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    stated: dict[str, Any] | None = None
    whole: bool = True
    start: Start | None = None

    def deal(self) -> list[int]:
        """The deal as the machine reads it: dealer, hands, turn-up, talon."""
        cards = [self.dealer]
        for hand in self.hands:
            cards += hand
        cards.append(self.turn_up)
        return cards + self.talon
