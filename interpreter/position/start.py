"""How a hand stands where a record begins in the middle of it, and the state of the machine that this is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from bummerl.interpreter import core as C

from .. import machine
from ..machine import Ints
from ..rules import Rules
from ..sheet import HIDDEN, Sheet
from .seats import Seats

MOST_WAYS: Final = 1_000
"""So many ways to fill the gaps are tried: figures may be missing besides cards."""

Need = tuple[str, str | int]
"""A fact that is missing, as a verdict names it: its kind, and whose or which."""


@dataclass(frozen=True, slots=True)
class Open:
    """Something that a position does not say, and that does not hang on cards: its slots, and the values that they can
    have together. `ways` is `None` where they are too many to be tried; `always`: it matters whatever is played.
    """

    need: Need
    slots: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...] | None = None
    always: bool = False

    def seen(self) -> set[int]:
        """The slots through which it can be looked at: points are a sum of which card points are a part."""
        points = range(C.CARD_POINTS, C.CARD_POINTS + C.SEATS)
        return {*self.slots, *(slot - C.CARD_POINTS + C.POINTS for slot in self.slots if slot in points)}


@dataclass(frozen=True, slots=True)
class Start:
    """A position as it was written down.

    `slots` are slots of the state with their values; trump is among them unless it follows from the turn-up. `played`
    are cards that are known to have been played, `out` how many there are. `up`: the turn-up lies under the talon,
    `may_be_up` are the cards that can lie there, `may_sit_out` the seats that may have dealt where the dealer gets no
    cards. `open` is what was not said; what matters of it is `trying`, and `tried` are the values it has in one way.
    `holders`: who was dealt which card is not known of all. `seats` are the figures as they were written.
    """

    trick: int
    slots: Mapping[int, int]
    played: frozenset[int]
    out: int
    up: bool
    may_be_up: frozenset[int]
    may_sit_out: tuple[int, ...] = ()
    open: tuple[Open, ...] = ()
    holders: bool = False
    seats: Seats | None = None
    trying: tuple[Open, ...] = ()
    tried: Mapping[int, int] = field(default_factory=dict)

    def left_alone(self) -> set[int]:
        """The slots of what is open and need not be tried."""
        return {slot for each in self.open for slot in each.slots}

    def ways(self) -> Iterator[Start]:
        """With every value of what is to be tried."""
        for way in product(*(each.ways or () for each in self.trying)):
            tried = {
                slot: number
                for each, numbers in zip(self.trying, way, strict=True)
                for slot, number in zip(each.slots, numbers, strict=True)
            }
            yield replace(self, tried=tried)


def begin_at(rules: Rules, sheet: Sheet, start: Start) -> Ints:
    """The state before the first move of a record that begins with a position."""
    S, R = rules.fresh(), rules.R
    for slot, number in (*start.slots.items(), *start.tried.items()):
        S[slot] = number
    for seat, points in sheet.brought.items():
        S[C.BROUGHT + seat] = points
    if sheet.dealer != HIDDEN:
        seat_dealer(rules, S, sheet.dealer)
    for i, hand in enumerate(sheet.hands):
        put_cards(S, i, hand)
    hidden = put_talon(rules, S, sheet, start) or any(HIDDEN in hand for hand in sheet.hands)
    S[C.DIM] = int(hidden or start.holders or rules.first_packets)
    S[C.GONE] = gone(rules, S, start, hidden)
    S[C.RULES] = R[R[C.SECTIONS] + S[C.CONTRACT]]
    if C.TRUMP not in start.slots and C.TRUMP not in start.tried:
        S[C.TRUMP] = machine.value(S, R, R[S[C.RULES] + C.P_TRUMP])
    if start.trick > 1:
        S[C.LAST_WINNER], S[C.LAST_MOVE] = S[C.LEADER], C.MOVE_TRICK
    S[C.MELDS] = int(any(S[at + i] for at in rules.melds.values() for i in range(rules.n)) or any(melded(rules, S)))
    for i in range(rules.n if rules.first_packets else 0):
        S[C.PACKET_HIDDEN + i] = rules.first_packet
    if not S[C.LEADER] & S[C.ALL]:  # a way that comes to nothing: whoever sits out does not lead
        S[C.LEADER] = S[C.ALL] & -S[C.ALL]
    machine.resume(S, R)
    return S


def seat_dealer(rules: Rules, S: Ints, dealer: int) -> None:
    """Seats the dealer, forehand and everyone who has cards."""
    S[C.DEALER] = 1 << dealer
    S[C.FOREHAND] = rules.R[C.AFTER + S[C.DEALER]]
    everyone = (1 << rules.n) - 1
    S[C.ALL] = everyone & ~machine.value(S, rules.R, rules.R[C.SITS_OUT])


def put_cards(S: Ints, seat: int, hand: list[int]) -> None:
    """Gives a seat its cards; whoever has drawn or taken some may have been dealt others."""
    cards = sum(1 << card for card in hand if card != HIDDEN)
    S[C.HAND + seat] = cards
    S[C.HIDDEN + seat] = hand.count(HIDDEN)
    if not S[C.BLURRED] >> seat & 1:
        S[C.DEALT + seat] |= cards


def put_talon(rules: Rules, S: Ints, sheet: Sheet, start: Start) -> bool:
    """Lays down what is left of the talon; is some of it hidden?"""
    S[C.TURN_UP] = sheet.turn_up
    S[C.UP_IN_TALON] = int(start.up)
    S[C.TALON_SIZE] = len(sheet.talon) + start.up
    S[C.TALON_AT] = 2 + sum(map(len, sheet.hands))
    S[C.TALON_CARDS] = sum(1 << card for card in sheet.talon if card != HIDDEN)
    return HIDDEN in sheet.talon or (start.up and sheet.turn_up == HIDDEN)


def gone(rules: Rules, S: Ints, start: Start, hidden: bool) -> int:
    """The cards that are known to have been played: all that lie nowhere else, if they are as many as have been."""
    known = sum(1 << card for card in start.played)
    rest = rules.R[C.DECK] & ~placed(rules, S)
    return rest if not hidden and rest.bit_count() == start.out else known


def placed(rules: Rules, S: Ints) -> int:
    """The cards that lie in a hand or in the talon."""
    found = S[C.TALON_CARDS]
    for i in range(rules.n):
        found |= S[C.HAND + i]
    return found | (1 << S[C.TURN_UP]) if S[C.UP_IN_TALON] and S[C.TURN_UP] >= 0 else found


def melded(rules: Rules, S: Ints) -> Ints:
    """The suits each seat has declared."""
    return S[C.MELDED : C.MELDED + rules.n]
