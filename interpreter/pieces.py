"""What the parts of a record are made of: seats, figures by seat, and cards that lie in one place each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .faults import UNRECORDED, Faults, below, mapping
from .rules import Rules
from .sheet import HIDDEN
from .vocabulary import Misread


class Pieces(Faults):
    """Reads the pieces of one record.

    `places` says where each card lies that was read, as a JSON pointer; `twice` is what is said of one that lies
    somewhere else already.
    """

    def __init__(self, rules: Rules, record: Mapping[str, Any]) -> None:
        super().__init__()
        self.rules, self.players = rules, mapping(record.get("players"))
        self.places: dict[int, str] = {}
        self.twice = "card-twice"

    # ---- seats
    def seat(self, value: Any) -> int:
        """The number of a seat, or -1."""
        return self.rules.seats.index(value) if isinstance(value, str) and value in self.rules.seats else HIDDEN

    def seat_of(self, name: Any) -> str | None:
        """The seat of a player who is called so, if that can be one player only."""
        if not isinstance(name, str):
            return None
        said = name.strip().casefold()
        seats = [seat for seat, own in self.players.items() if isinstance(own, str) and own.strip().casefold() == said]
        return seats[0] if len(seats) == 1 and seats[0] in self.rules.seats else None

    def known_seats(self, found: Mapping[str, Any], path: str) -> None:
        """A fault for every key that is no seat of this game."""
        for key in found:
            if key not in self.rules.seats:
                self.fault("record.seat", "seat", below(path, key), str(key), seats=self.rules.seats, seat=str(key))

    def by_seat(self, value: Any, key: str) -> dict[int, int]:
        """Figures by seat: card points `brought` along from a hand that this one continues, the `score` after it."""
        found = self.mapping(value, f"/{key}")
        points = {}
        for seat, number in found.items():
            path = below(f"/{key}", seat)
            if seat not in self.rules.seats:
                self.fault("record.seat", "seat", path, str(seat), seats=self.rules.seats, seat=str(seat))
            elif (read := self.figure(number, path)) is not None:
                points[self.rules.seats.index(seat)] = read
        return points

    # ---- cards
    def cards(self, value: Any, path: str) -> list[int] | None:
        """The numbers of a list of cards; `None` and a fault if it is no list."""
        if not isinstance(value, list | tuple) or len(value) > 100:
            self.fault("record.type", "type.cards", path, what=path[1:])
            return None
        return [HIDDEN if card == UNRECORDED else self.card(card, f"{path}/{i}") for i, card in enumerate(value)]

    def card(self, value: Any, path: str) -> int:
        """A card that is dealt here: it cannot be dealt anywhere else."""
        card = self.read_card(value, path)
        return HIDDEN if card == HIDDEN else self.lie(card, path)

    def lie(self, card: int, path: str) -> int:
        """Notes where a card lies; of two equal cards the one that lies nowhere yet. A fault if there is none."""
        for copy in range(card, card + self.rules.copies):
            if copy not in self.places:
                self.places[copy] = path
                return copy
        code = self.rules.codes[card]
        self.fault("record.card-twice", self.twice, path, code, card=code, other=self.places[card])
        return HIDDEN

    def read_card(self, value: Any, path: str) -> int:
        """The number of a card, wherever it lies."""
        if not isinstance(value, str):
            self.fault("record.type", "type.card", path, what=path[1:])
            return HIDDEN
        try:
            return self.rules.vocabulary.card(value)
        except Misread as odd:
            self.misread(odd, path, value)
            return HIDDEN
