"""What each seat has: tricks, card points, melds. Each figure has to be possible with the cards that were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bummerl.interpreter import core as C

from .. import machine
from ..faults import UNRECORDED, below
from ..machine import Ints
from ..pieces import Pieces
from ..sheet import HIDDEN
from ..vocabulary import Misread
from .reads import reads
from .start import MOST_WAYS, Open
from .sums import Sums, shares

if TYPE_CHECKING:
    from .size import Size

KEYS: Final = ("tricks", "trick_points", "melds", "won", "played")
PATH: Final = "/position/seats"
MOST_SHARES: Final = 300
"""So many ways to share the tricks are tried."""


class Figures:
    """Reads `seats`.

    `slots` holds every figure by its slot, `open` what was not said, `played` the cards that are known to have been
    played.
    """

    def __init__(self, reader: Pieces, value: Any, players: int) -> None:
        self.reader, self.rules, self.players = reader, reader.rules, players
        n = self.rules.n
        self.tricks: list[int | None] = [None] * n
        self.points: list[int | None] = [None] * n
        self.won: list[list[list[int]] | None] = [None] * n
        self.melds: list[tuple[int, str, str, int]] = []
        self.slots: dict[int, int] = {}
        self.open: list[Open] = []
        self.played: set[int] = set()
        self._pools: dict[int, Sums] = {}
        self._lying: set[int] = set()
        self._worth: Sequence[int] = ()
        self._cards, self._sure = 0, False
        self.melding = next((move for move in self.rules.melds if self.rules.moves.get(move) == "meld"), None)
        found = reader.mapping(value, PATH)
        reader.known_seats(found, PATH)
        for i, seat in enumerate(self.rules.seats):
            self._seat(i, found.get(seat), f"{PATH}/{seat}")
        for i, seat in enumerate(self.rules.seats):  # when all tricks are known: what was played may lie in them
            facts = found.get(seat)
            if isinstance(facts, Mapping) and facts.get("played") is not None:
                self._played(i, facts["played"], f"{PATH}/{seat}/played")

    def _fault(self, code: str, message: str, path: str, token: str | None = None, **values: Any) -> None:
        self.reader.fault(code, message, path, token, **values)

    # ---- what was written down
    def _seat(self, i: int, value: Any, path: str) -> None:
        facts = self.reader.mapping(value, path)
        self.reader.keys(facts, KEYS, path, guess=False)
        for key, row in (("tricks", self.tricks), ("trick_points", self.points)):
            if facts.get(key) is not None:
                row[i] = self.reader.figure(facts[key], f"{path}/{key}")
        if facts.get("won") is not None:
            self._won(i, facts["won"], f"{path}/won")
        for key, number in self.reader.mapping(facts.get("melds"), f"{path}/melds").items():
            self._meld(i, str(key), number, below(f"{path}/melds", key))

    def _won(self, i: int, value: Any, path: str) -> None:
        """Tricks as they were taken, the last one last."""
        if not isinstance(value, list | tuple) or len(value) > len(self.rules.codes):
            self._fault("record.type", "type.tricks", path, what=path[1:])
            return
        tricks = []
        for k, trick in enumerate(value):
            cards = self.reader.cards(trick, f"{path}/{k}")
            if cards is None:
                continue
            if len(cards) != self.players:
                self._fault("record.trick", "position.trick-cards", f"{path}/{k}", n=len(cards), size=self.players)
            tricks.append(cards)
        self.won[i] = tricks
        self.played |= {card for trick in tricks for card in trick} - {HIDDEN}
        if self.tricks[i] not in (None, len(tricks)):
            self._fault("record.trick", "position.tricks-won", path, n=len(tricks), stated=self.tricks[i])
        self.tricks[i] = len(tricks)

    def _played(self, i: int, value: Any, path: str) -> None:
        """Cards that this seat has played; they may lie in somebody's tricks."""
        if not isinstance(value, list | tuple) or len(value) > len(self.rules.codes):
            self._fault("record.type", "type.cards", path, what=path[1:])
            return
        cards = 0
        for k, card in enumerate(value):
            number = self.reader.read_card(card, f"{path}/{k}") if card != UNRECORDED else HIDDEN
            if number == HIDDEN:
                continue
            number = next((c for c in sorted(self.played) if self._same(c, number) and not cards >> c & 1), number)
            if number not in self.played:
                number = self.reader.lie(number, f"{path}/{k}")
            if number != HIDDEN:
                cards |= 1 << number
                self.played.add(number)
        self.slots[C.DEALT + i] = cards

    def _same(self, one: int, other: int) -> bool:
        return self.rules.codes[one] == self.rules.codes[other]

    def _meld(self, i: int, key: str, value: Any, path: str) -> None:
        """What a seat has declared: by suit, or by the name of the move where it names none."""
        rules = self.rules
        number = self.reader.figure(value, path)
        if number is None:
            return
        others = [move for move in rules.melds if move != self.melding]
        if key in others:
            self.melds.append((i, key, path, number))
            self.slots[rules.melds[key] + i] = number
            return
        try:
            suit = rules.vocabulary.suit(key) if self.melding else None
        except Misread:
            suit = None
        if suit is None or self.melding is None:
            allowed = [*(rules.suits if self.melding else ()), *others]
            self._fault("record.meld", "meld.unknown" if allowed else "meld.none", path, key, meld=key, melds=allowed)
            return
        self.melds.append((i, suit, path, number))
        slot = rules.melds[self.melding] + i
        self.slots[slot] = self.slots.get(slot, 0) + number

    # ---- tricks
    def said_tricks(self) -> int:
        """How many tricks are written down."""
        return sum(n for n in self.tricks if n is not None)

    def taken(self) -> int | None:
        """How many tricks have been taken; `None` if it is not said of everybody who could have some."""
        return None if None in self.tricks else self.said_tricks()

    def melded_by(self) -> list[str]:
        """The moves by which something was declared."""
        return [key if key in self.rules.melds else str(self.melding) for _, key, _, _ in self.melds]

    # ---- everything against everything
    def settle(self, size: Size, worth: Sequence[int], sure: bool) -> None:
        """Works out what was not said and checks what was. `worth`: what each card counts; `sure`: trumps are known.

        Where the values hang on trumps, and these may have been others, points are not looked into.
        """
        self._lying = {card for pile in (*size.hands, size.talon) for card in pile if card != HIDDEN}
        if size.up and size.turn_up != HIDDEN:
            self._lying.add(size.turn_up)
        self._worth, self._cards = worth, len(size.playing) * size.tricks
        tables = {tuple(self.rules.R[at : at + len(worth)]) for at in self._value_rows()}
        self._sure = (sure and not size.renames_trump) or len(tables) == 1
        for i, tricks in enumerate(self.won):
            if tricks is not None:
                self._count_won(i, tricks)
        for i in range(self.rules.n):
            if i not in size.playing and self.tricks[i] is None:
                self.tricks[i] = 0
        self._share_tricks(size)
        self._rest_of_points(size)
        if self._sure:
            self._check_points()
        for i in range(self.rules.n):
            self.slots[C.TRICKS + i] = self.tricks[i] or 0
            self.slots[C.CARD_POINTS + i] = self.points[i] or 0
            self.slots[C.WON + i] = sum(1 << card for trick in self.won[i] or () for card in trick if card != HIDDEN)
            if self.tricks[i] != 0 and (self.won[i] is None or HIDDEN in [c for t in self.won[i] or () for c in t]):
                self.open.append(Open(("won", self.rules.seats[i]), (C.WON + i,)))
        if size.tricks:
            self.open.append(Open(("last-trick", ""), (C.LAST_CARDS,)))

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

    def _share_tricks(self, size: Size) -> None:
        """Tricks of which nobody said who has them: one seat has the rest, or they may be shared in several ways."""
        unsaid = [i for i in size.playing if self.tricks[i] is None]
        rest = size.tricks - self.said_tricks()
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
            if points is not None and self._sure and not self._pool(i).possible(tricks * self.players, points):
                return False
        return True

    def _pool(self, i: int) -> Sums:
        """What the cards can count that may lie in this seat's tricks."""
        if i not in self._pools:
            others = {card for k, won in enumerate(self.won) if k != i for trick in won or () for card in trick}
            lying = self._lying | others
            self._pools[i] = Sums(worth for card, worth in enumerate(self._worth) if card not in lying)
        return self._pools[i]

    def _rest_of_points(self, size: Size) -> None:
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
            elif tricks and not self._pool(i).possible(tricks * self.players, points):
                self._fault("record.points", "points.impossible", path, seat=seat, stated=points, tricks=tricks)
        gone = [worth for card, worth in enumerate(self._worth) if card not in self._lying]
        stated = sum(points for points in self.points if points is not None)
        exact = len(gone) == self._cards and None not in self.points
        most = sum(worth for worth in gone if worth > 0)
        if stated != sum(gone) if exact else stated > most:
            seats = [f"{PATH}/{seat}" for i, seat in enumerate(self.rules.seats) if self.points[i]]
            self._fault("record.points", "points.sum", [PATH, *seats][-1], n=sum(gone), stated=stated)

    def check_melds(self, S: Ints, trump_known: bool) -> None:
        """Was each suit declared once, for what it counts?"""
        rules, R = self.rules, self.rules.R
        times: dict[str, int] = {}
        for i, key, path, number in self.melds:
            if key in rules.melds:
                continue
            times[key] = times.get(key, 0) + 1
            if times[key] > rules.copies:
                self._fault("record.meld", "meld.twice", path, key, suit=key)
                continue
            place = R[R[S[C.RULES] + C.P_MOVES] + C.MOVES + list(rules.moves).index(str(self.melding))]
            if place == 0:
                self._fault("record.meld", "meld.none", path, key, meld=key)
                continue
            suit = rules.suits.index(key)
            if R[place + C.M_SHOWS] != C.NO_PROGRAM:
                self.slots[C.MELDED + i] = self.slots.get(C.MELDED + i, 0) | 1 << suit
            allowed = self._worths(S, place, suit)
            if trump_known and allowed and number not in allowed:
                self._fault("record.meld", "meld.worth", path, str(number), suit=key, n=number, allowed=sorted(allowed))

    def _worths(self, S: Ints, place: int, suit: int) -> set[int]:
        """What declaring this suit can count: one figure if it hangs on the suit and trumps only; none: anything."""
        R, probe = self.rules.R, S[:]
        fixed = reads(self.rules, [R[place + C.M_SCORES]])
        if all(slot in (C.SUIT, C.TRUMP, C.NO, C.YES) or slot >= R[C.KEEP] for slot in fixed):
            probe[C.SUIT] = suit
            return {machine.value(probe, R, R[place + C.M_SCORES])}
        return set()
