"""What is written down of each seat: tricks, card points, melds, and cards it has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ..faults import UNRECORDED, below
from ..pieces import Pieces
from ..rules import Rules
from ..sheet import HIDDEN
from ..vocabulary import Misread

KEYS: Final = ("tricks", "trick_points", "melds", "won", "played")
PATH: Final = "/position/seats"

Trick = list[int]


class Meld(NamedTuple):
    """What a seat has declared: by suit, or by the name of the move where that names none."""

    seat: int
    key: str
    points: int
    path: str


@dataclass(frozen=True, slots=True)
class Seats:
    """By seat number; `None` for what was not said. `won` are tricks as they were taken, the last one last, `played`
    sets of cards.
    """

    tricks: Sequence[int | None]
    points: Sequence[int | None]
    won: Sequence[list[Trick] | None]
    played: Sequence[int | None]
    melds: Sequence[Meld]

    def said_tricks(self) -> int:
        """How many tricks are written down."""
        return sum(n for n in self.tricks if n is not None)

    def taken(self) -> int | None:
        """How many tricks have been taken; `None` if it is not said of everybody who could have some."""
        return None if None in self.tricks else self.said_tricks()

    def gone(self) -> frozenset[int]:
        """The cards that are known to have been played."""
        found = {card for won in self.won for trick in won or () for card in trick if card != HIDDEN}
        for cards in self.played:
            found |= {card for card in range((cards or 0).bit_length()) if (cards or 0) >> card & 1}
        return frozenset(found)


def melding(rules: Rules) -> str | None:
    """The move whose declarations are written down by suit; `None` where no move names one."""
    return next((move for move in rules.melds if rules.moves.get(move) == "meld"), None)


def read_seats(pieces: Pieces, value: Any, players: int) -> Seats:
    """Reads `seats`; `players` is how many cards make a trick."""
    seats = pieces.rules.seats
    found = pieces.mapping(value, PATH)
    pieces.known_seats(found, PATH)
    facts = [pieces.mapping(found.get(seat), f"{PATH}/{seat}") for seat in seats]
    tricks, points = list[int | None](), list[int | None]()
    won, melds = list[list[Trick] | None](), list[Meld]()
    for i, own in enumerate(facts):
        path = f"{PATH}/{seats[i]}"
        pieces.keys(own, KEYS, path, guess=False)
        stated, counted = (
            None if own.get(key) is None else pieces.figure(own[key], f"{path}/{key}")
            for key in ("tricks", "trick_points")
        )
        taken = None if own.get("won") is None else read_won(pieces, own["won"], f"{path}/won", players)
        if taken is not None and stated not in (None, len(taken)):
            pieces.fault("record.trick", "position.tricks-won", f"{path}/won", n=len(taken), stated=stated)
        tricks.append(stated if taken is None else len(taken))
        points.append(counted)
        won.append(taken)
        for key, number in pieces.mapping(own.get("melds"), f"{path}/melds").items():
            meld = read_meld(pieces, i, str(key), number, below(f"{path}/melds", key))
            melds += [meld] if meld is not None else []
    known = Seats(tricks, points, won, [None] * len(seats), melds).gone()
    played = list[int | None]()
    for i, own in enumerate(facts):  # when all tricks are known: what was played may lie in them
        path = f"{PATH}/{seats[i]}/played"
        cards = None if own.get("played") is None else read_played(pieces, own["played"], path, known)
        known |= {card for card in range((cards or 0).bit_length()) if (cards or 0) >> card & 1}
        played.append(cards)
    return Seats(tricks, points, won, played, melds)


def read_won(pieces: Pieces, value: Any, path: str, players: int) -> list[Trick] | None:
    """Tricks as they were taken."""
    if not isinstance(value, list | tuple) or len(value) > len(pieces.rules.codes):
        pieces.fault("record.type", "type.tricks", path, what=path[1:])
        return None
    tricks = []
    for k, trick in enumerate(value):
        cards = pieces.cards(trick, f"{path}/{k}")
        if cards is None:
            continue
        if len(cards) != players:
            pieces.fault("record.trick", "position.trick-cards", f"{path}/{k}", n=len(cards), size=players)
        tricks.append(cards)
    return tricks


def read_played(pieces: Pieces, value: Any, path: str, known: frozenset[int]) -> int | None:
    """The set of cards that a seat has played; `known` to have been played are these, by whomever."""
    codes = pieces.rules.codes
    if not isinstance(value, list | tuple) or len(value) > len(codes):
        pieces.fault("record.type", "type.cards", path, what=path[1:])
        return None
    found, lying = 0, set(known)
    for k, card in enumerate(value):
        number = pieces.read_card(card, f"{path}/{k}") if card != UNRECORDED else HIDDEN
        if number == HIDDEN:
            continue
        number = next((c for c in sorted(lying) if codes[c] == codes[number] and not found >> c & 1), number)
        if number not in lying:
            number = pieces.lie(number, f"{path}/{k}")
        if number != HIDDEN:
            found |= 1 << number
            lying.add(number)
    return found


def read_meld(pieces: Pieces, seat: int, key: str, value: Any, path: str) -> Meld | None:
    """What a seat has declared, and what that counts."""
    rules, by_suit = pieces.rules, melding(pieces.rules)
    number = pieces.figure(value, path)
    if number is None:
        return None
    others = [move for move in rules.melds if move != by_suit]
    if key in others:
        return Meld(seat, key, number, path)
    try:
        suit = rules.vocabulary.suit(key) if by_suit else None
    except Misread:
        suit = None
    if suit is None:
        allowed = [*(rules.suits if by_suit else ()), *others]
        pieces.fault("record.meld", "meld.unknown" if allowed else "meld.none", path, key, meld=key, melds=allowed)
        return None
    return Meld(seat, suit, number, path)
