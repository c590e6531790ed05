"""Tricks and card points of each seat: what was not said follows or stays open, what was said has to be possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bummerl.interpreter import core as C

from ..pieces import Pieces
from ..sheet import HIDDEN
from .melds import slots_of_melds
from .seats import PATH, Seats
from .size import Layout
from .start import MOST_WAYS, Open
from .sums import Sums, shares

MOST_SHARES: Final = 300
"""So many ways to share the tricks are tried."""


@dataclass(frozen=True, slots=True)
class Figures:
    """`slots` holds every figure by its slot, `open` what was not said and does not follow."""

    slots: dict[int, int]
    open: tuple[Open, ...]


def settle(pieces: Pieces, seats: Seats, layout: Layout, worth: Sequence[int], sure: bool) -> Figures:
    """Works out what was not said and checks what was. `worth`: what each card counts; `sure`: trumps are known.

    Where the values hang on trumps, and these may have been others, points are not looked into.
    """
    return Settling(pieces, seats, layout, worth, sure).figures()


class Settling:
    """The figures while they are worked out."""

    def __init__(self, pieces: Pieces, seats: Seats, layout: Layout, worth: Sequence[int], sure: bool) -> None:
        self.pieces, self.rules, self.won, self.layout = pieces, pieces.rules, seats.won, layout
        self.tricks, self.points = list(seats.tricks), list(seats.points)
        self.slots: dict[int, int] = slots_of_melds(pieces.rules, seats)
        self.slots |= {C.DEALT + i: cards for i, cards in enumerate(seats.played) if cards is not None}
        self.open: list[Open] = []
        self._pools: dict[int, Sums] = {}
        self._lying = {card for pile in (*layout.hands, layout.talon) for card in pile if card != HIDDEN}
        if layout.up and layout.turn_up != HIDDEN:
            self._lying.add(layout.turn_up)
        self._worth, self._cards = worth, layout.players * layout.tricks
        tables = {tuple(self.rules.R[at : at + len(worth)]) for at in self._value_rows()}
        self._sure = (sure and not layout.renames_trump) or len(tables) == 1

    def _fault(self, code: str, message: str, path: str, **values: Any) -> None:
        self.pieces.fault(code, message, path, **values)

    def figures(self) -> Figures:
        """Everything against everything."""
        layout = self.layout
        for i, tricks in enumerate(self.won):
            if tricks is not None:
                self._count_won(i, tricks)
        for i in range(self.rules.n):
            if i not in layout.playing and self.tricks[i] is None:
                self.tricks[i] = 0
        self._share_tricks()
        self._rest_of_points()
        if self._sure:
            self._check_points()
        for i in range(self.rules.n):
            self.slots[C.TRICKS + i] = self.tricks[i] or 0
            self.slots[C.CARD_POINTS + i] = self.points[i] or 0
            self.slots[C.WON + i] = sum(1 << card for trick in self.won[i] or () for card in trick if card != HIDDEN)
            if self.tricks[i] != 0 and (self.won[i] is None or HIDDEN in [c for t in self.won[i] or () for c in t]):
                self.open.append(Open(("won", self.rules.seats[i]), (C.WON + i,)))
        if layout.tricks:
            self.open.append(Open(("last-trick", ""), (C.LAST_CARDS,)))
        return Figures(self.slots, tuple(self.open))

    def _value_rows(self) -> list[int]:
        R = self.rules.R
        return [R[C.VALUES_BY_TRUMP] + R[C.ROW] * trump for trump in range(-1, len(self.rules.suits))]

    def _count_won(self, i: int, tricks: list[list[int]]) -> None:
        cards = [card for trick in tricks for card in trick]
        if HIDDEN in cards or not self._sure:
            return
        points = sum(self._worth[card] for card in cards)
        if self.points[i] not in (None, points):
            path = f"{PATH}/{self.rules.seats[i]}/trick_points"
            self._fault("record.points", "points.won", path, n=points, stated=self.points[i])
        self.points[i] = points

    def _share_tricks(self) -> None:
        """Tricks of which nobody said who has them: one seat has the rest, or they may be shared in several ways."""
        layout = self.layout
        unsaid = [i for i in layout.playing if self.tricks[i] is None]
        rest = layout.tricks - sum(n for n in self.tricks if n is not None)
        if not unsaid:
            return
        if rest == 0 or len(unsaid) == 1:
            for i in unsaid:
                self.tricks[i] = rest
            return
        ways = [way for way in shares(rest, unsaid, MOST_SHARES) if self._may_share(way)]
        values = tuple(tuple(way[i] for i in unsaid) for way in ways)
        self.open.append(
            Open(("tricks", self.rules.seats[unsaid[0]]), tuple(C.TRICKS + i for i in unsaid), values or None)
        )
        for i in unsaid:
            self.tricks[i] = ways[0][i] if ways else None

    def _may_share(self, way: dict[int, int]) -> bool:
        """Can the seats have their points from so many tricks?"""
        for i, tricks in way.items():
            points = self.points[i]
            if points is not None and self._sure and not self._pool(i).possible(tricks * self.layout.players, points):
                return False
        return True

    def _pool(self, i: int) -> Sums:
        """What the cards can count that may lie in this seat's tricks."""
        if i not in self._pools:
            others = {card for k, won in enumerate(self.won) if k != i for trick in won or () for card in trick}
            lying = self._lying | others
            self._pools[i] = Sums(worth for card, worth in enumerate(self._worth) if card not in lying)
        return self._pools[i]

    def _rest_of_points(self) -> None:
        """Points that nobody wrote down: none without a trick, and one seat has the rest if all cards are known."""
        unsaid = [i for i in range(self.rules.n) if self.points[i] is None]
        for i in unsaid:
            if self.tricks[i] == 0 and not any(C.TRICKS + i in each.slots for each in self.open):
                self.points[i] = 0
        unsaid = [i for i in unsaid if self.points[i] is None]
        gone = [worth for card, worth in enumerate(self._worth) if card not in self._lying]
        said = sum(points for points in self.points if points is not None)
        if len(unsaid) == 1 and len(gone) == self._cards and self._sure:
            self.points[unsaid[0]] = sum(gone) - said
        elif unsaid:
            most = sum(worth for worth in gone if worth > 0) - said
            few = self._sure and min(gone, default=0) >= 0 and most < MOST_WAYS
            ways = tuple((n,) for n in range(max(most, 0) + 1)) if few else None
            self.open += [Open(("points", self.rules.seats[i]), (C.CARD_POINTS + i,), ways) for i in unsaid]

    def _check_points(self) -> None:
        """Can everyone have the points that are written down?"""
        shared = {slot for each in self.open for slot in each.slots}
        for i, seat in enumerate(self.rules.seats):
            points, tricks, path = self.points[i], self.tricks[i], f"{PATH}/{seat}/trick_points"
            if points is None or C.TRICKS + i in shared:
                continue
            if not tricks and points:
                self._fault("record.points", "points.no-trick", path, seat=seat, stated=points)
            elif tricks and not self._pool(i).possible(tricks * self.layout.players, points):
                self._fault("record.points", "points.impossible", path, seat=seat, stated=points, tricks=tricks)
        gone = [worth for card, worth in enumerate(self._worth) if card not in self._lying]
        stated = sum(points for points in self.points if points is not None)
        exact = len(gone) == self._cards and None not in self.points
        most = sum(worth for worth in gone if worth > 0)
        if stated != sum(gone) if exact else stated > most:
            seats = [f"{PATH}/{seat}" for i, seat in enumerate(self.rules.seats) if self.points[i]]
            self._fault("record.points", "points.sum", [PATH, *seats][-1], n=sum(gone), stated=stated)
