"""The pack, the seats and the deal of a ruleset as numbers and tables, before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bummerl.grammar import SEATS
from bummerl.rulesets.names import Names

SEAT_SETS: Final = 1 << len(SEATS)
"""How many sets of players there are: the length of a table by players."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards by number: suit by suit, rank by rank, equal ones side by side."""

    codes: tuple[str, ...]
    first: dict[str, int]
    suit: tuple[int, ...]
    rank: tuple[int, ...]
    worth: tuple[int, ...]
    suits: int
    copies: int

    @classmethod
    def of(cls, deck: Mapping[str, Any], names: Names) -> Pack:
        """The pack that `deck` describes."""
        cards = [
            (f"{suit}{rank}", s, r, worth)
            for suit, s in names.suits.items()
            for (rank, r), worth in zip(names.ranks.items(), deck["ranks"].values(), strict=True)
            for _ in range(names.copies)
        ]
        codes = tuple(card[0] for card in cards)
        first = {code: number for number, code in reversed(list(enumerate(codes)))}
        return cls(
            codes=codes,
            first={code: first[code] for code in dict.fromkeys(codes)},
            suit=tuple(card[1] for card in cards),
            rank=tuple(card[2] for card in cards),
            worth=tuple(card[3] for card in cards),
            suits=len(names.suits),
            copies=names.copies,
        )

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.codes)

    @property
    def all(self) -> int:
        """The set of all cards."""
        return (1 << self.size) - 1

    def number(self, suit: int, rank: int) -> int:
        """The (first) card of this suit and rank."""
        ranks = self.size // (self.suits * self.copies)
        return (suit * ranks + rank) * self.copies

    def same(self, card: int) -> int:
        """The set of this card and its doubles."""
        return ((1 << self.copies) - 1) << (card - card % self.copies)

    def of_suit(self, suit: int) -> int:
        """The set of the cards printed with this suit."""
        return sum(1 << card for card, own in enumerate(self.suit) if own == suit)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits next to whom, and who plays with whom, by sets of players. `sides` is the identity if everyone plays
    alone."""

    seats: int
    after: tuple[int, ...]
    sides: tuple[int, ...]
    opponents: tuple[int, ...]

    @classmethod
    def of(cls, seats: int, partners: Any) -> Seating:
        """`partners`: lists of letters, an expression (worked out in play), or None."""
        everyone = (1 << seats) - 1
        side = [1 << seat for seat in range(seats)]
        for group in partners if isinstance(partners, list) else []:
            members = sum(1 << SEATS.index(letter) for letter in set(group))
            for letter in group:
                side[SEATS.index(letter)] = members
        next_to = [1 << (seat + 1) % seats for seat in range(seats)]
        sides = by_players(side, seats)
        return cls(
            seats=seats,
            after=by_players(next_to, seats),
            sides=sides,
            opponents=tuple(everyone & ~them if them else 0 for them in sides),
        )

    @property
    def alone(self) -> bool:
        """Does everyone play alone?"""
        return all(self.sides[players] == players for players in range(1 << self.seats))


def by_players(each: list[int], seats: int) -> tuple[int, ...]:
    """A table by sets of players: what belongs to each of them, put together. Seats that do not exist have nothing."""
    table = [0] * SEAT_SETS
    for players in range(1 << seats):
        for seat in range(seats):
            if players >> seat & 1:
                table[players] |= each[seat]
    return tuple(table)


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are dealt: hands, the first packet, the talon (without the turn-up), and what is turned up or
    shown."""

    hands: int
    hand_size: int
    packet: int
    talon: int
    turned: bool
    shown: bool

    @classmethod
    def of(cls, data: Mapping[str, Any], cards: int) -> Deal:
        """The deal that `data` describes."""
        packets = [part["hands"] for part in data["deal"] if "hands" in part]
        turned = any("turn_up" in part for part in data["deal"])
        shown = any("show" in part for part in data["deal"])
        hands = data["seats"] - ("sits_out" in data)
        rest = cards - hands * sum(packets) - turned
        talon = next((part["talon"] for part in data["deal"] if "talon" in part), 0)
        return cls(hands, sum(packets), packets[0], rest if talon == "rest" else talon, turned, shown)

    @property
    def size(self) -> int:
        """Integers of a deal in T: the dealer, the hands, the turn-up, the talon."""
        return 2 + self.hands * self.hand_size + self.talon
