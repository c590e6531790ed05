"""Predicates of a card become sets of cards.

What looks at the card and the table only (trump, suit led, best card) stands in a table, filled by running the
program for each case while the image is built: there is one meaning. `and`, `or` and `not` of such tables are worked
out by set algebra. What looks at anything else is put together in play, card by card where it must be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bummerl.interpreter import core as C
from bummerl.rulesets.typed import Typed

from . import limits
from .programs import Programs, shape

KEYS: Final = ("trump", "led", "best")
"""What a table of masks may be keyed by."""
Keys = frozenset[str]
Mask = Callable[[int, int, int], int]
"""The cards that fit under a trump, with a suit led and a best card."""
RANK_STEP: Final = 64
"""How far apart the strengths of two lines of `wins` lie: more than there are ranks."""
LAST: Final = -1


class Masks(Programs):
    """Programs, and tables of card sets; `powers` chooses the strengths in force."""

    power_key: object = None
    power_at = 0
    cases = 0

    # ---- in play
    def mask(self, node: Typed, base: int, d: int, then: int, depth: int) -> int:
        """Puts the cards for which it holds into slot d (right for the cards in slot `base` at least)."""
        if "card" not in node.deps:
            everything, nothing = self.constant(self.pack.all), C.NO
            return self.truth(
                node, self.emit(C.OP_PUT, everything, 0, then, d), self.emit(C.OP_PUT, nothing, 0, then, d), depth
            )
        if self.static(node):
            return self.emit(C.OP_MASK, C.NO, self.described([node]), then, d)
        if node.op in ("and", "or"):
            parts = sorted(node.args, key=lambda part: not self.static(part))
            temp, pc = self.temp(depth), then
            for part in parts[:0:-1]:
                pc = self.mask(
                    part, base, temp, self.emit(C.OP_BOTH if node.op == "and" else C.OP_JOIN, d, temp, pc, d), depth + 1
                )
            return self.mask(parts[0], base, d, pc, depth + 1)
        if node.op == "not":
            return self.mask(
                node.args[0], base, d, self.emit(C.OP_EXCEPT, self.constant(self.pack.all), d, then, d), depth
            )
        if (
            node.op == "card_in"
            and node.args[0].op == "attr"
            and node.args[0].value == "card"
            and "card" not in node.args[1].deps
        ):
            return self.into(node.args[1], d, then, depth)
        return self.where(Typed("where_cards", "cards", (Typed("slot", "cards", value=base), node)), d, then, depth)

    # ---- in tables
    def static(self, node: Typed) -> bool:
        """Does it look at the card and the table only, and are the cases few enough to be worked out now?"""
        if not node.deps <= {"card", *KEYS} or _led_card(node):
            return False
        return all(self._cases(atom) <= limits.CASES for atom in _atoms(node))

    def _cases(self, atom: Typed) -> int:
        keys = self._keys(atom)
        cases = self.pack.size if "card" in atom.deps else 1
        for key in KEYS:
            cases *= len(self._span(key)) if key in keys else 1
        return cases * limits.work(atom, self.pack.size, self.seating.seats) // 8

    def _span(self, key: str) -> range:
        return range(LAST, self.pack.size if key == "best" else self.pack.suits)

    def _keys(self, atom: Typed) -> Keys:
        keys = atom.deps & set(KEYS)
        ordered = any(node.op in ("beats", "highest", "lowest") for node in atom.walk())
        return keys | {"trump", "led"} if ordered else keys

    def masks(self, node: Typed) -> tuple[Keys, Mask]:
        """What a predicate depends on, and its cards in each case."""
        if node.op in ("and", "or"):
            parts = [self.masks(part) for part in node.args]
            keys = frozenset[str]().union(*(keys for keys, _ in parts))
            return keys, (_all if node.op == "and" else _any)([mask for _, mask in parts], self.pack.all)
        if node.op == "not":
            keys, inner = self.masks(node.args[0])
            return keys, lambda trump, led, best: self.pack.all & ~inner(trump, led, best)
        if node.op == "beats" and [(arg.op, arg.value) for arg in node.args] == [("attr", "card"), ("attr", "best")]:
            return frozenset(KEYS), self._beating()
        return self._keys(node), self._atom(node)

    def _beating(self) -> Mask:
        """The cards that beat the best one."""
        power_at, row = self.power_at, self.pack.size + 1
        known: dict[tuple[int, int, int], int] = {}

        def mask(trump: int, led: int, best: int) -> int:
            if best < 0:
                return self.pack.all
            if (trump, led, best) not in known:
                at = power_at + row * (trump * (self.pack.suits + 1) + led)
                least = max(self.R[at + best], 0)
                known[trump, led, best] = sum(1 << c for c in range(self.pack.size) if self.R[at + c] > least)
            return known[trump, led, best]

        return mask

    def _atom(self, node: Typed) -> Mask:
        """The cards for which a test holds, by running it for each."""
        pc, S, keys = self.cond(node), list(self.init), self._keys(node)
        cards = range(self.pack.size) if "card" in node.deps else range(1)
        power_at = self.power_at
        known: dict[tuple[int, int, int], int] = {}

        def mask(trump: int, led: int, best: int) -> int:
            case = (
                trump if "trump" in keys else LAST,
                led if "led" in keys else LAST,
                best if "best" in keys else LAST,
            )
            if case not in known:
                self.cases += len(cards)
                if self.cases > limits.ALL_CASES:
                    raise limits.refusal("too large: its ladders take too long to work out")
                self.set_trump(S, case[0])
                S[C.LED_SUIT], S[C.BEST] = case[1], case[2]
                S[C.POWER] = power_at + (self.pack.size + 1) * (case[0] * (self.pack.suits + 1) + case[1])
                found = 0
                for card in cards:
                    S[C.CARD] = card
                    if self.run(pc, S):
                        found |= 1 << card
                known[case] = found if "card" in node.deps else self.pack.all if found else 0
            return known[case]

        return mask

    def set_trump(self, S: list[int], trump: int) -> None:
        """Makes a suit trump in a state that is only used for trying."""
        S[C.TRUMP] = trump
        S[C.SUITS] = self.R[C.SUITS_BY_TRUMP] + self.R[C.ROW] * trump
        S[C.VALUES] = self.R[C.VALUES_BY_TRUMP] + self.R[C.ROW] * trump

    def described(self, nodes: Sequence[Typed]) -> int:
        """Where it stands how the table of these predicates, side by side, is read: its place, its strides by trump,
        suit led, best card."""
        found = [self.masks(node) for node in nodes]
        keys = frozenset[str]().union(*(keys for keys, _ in found))
        strengths = self.power_key if len(keys) == len(KEYS) else None
        return self.shared(
            ("masks", strengths, *map(shape, nodes)), lambda: self._filled(keys, [mask for _, mask in found])
        )

    def _filled(self, keys: Keys, masks: list[Mask]) -> list[int]:
        trumps, leds, bests = (self._span(key) if key in keys else range(1) for key in KEYS)
        by_best = len(masks) if "best" in keys else 0
        by_led = len(masks) * len(bests) if "led" in keys else 0
        by_trump = len(masks) * len(bests) * len(leds) if "trump" in keys else 0
        entries = len(trumps) * len(leds) * len(bests) * len(masks)
        if len(self.R) + entries > limits.IMAGE_SIZE:
            raise limits.refusal(f"too large: its tables and programs take more than {limits.IMAGE_SIZE:,} numbers")
        values = [mask(trump, led, best) for trump in trumps for led in leds for best in bests for mask in masks]
        return [self.table(values, by_trump + by_led + by_best), by_trump, by_led, by_best]

    # ---- strengths
    def powers(self, wins: list[tuple[Typed, list[int]]], own: list[int]) -> int:
        """The table of strengths by trump, suit led and card, which becomes the one in force.

        A card is ranked by the first line of `wins` that it fits, then by the order of ranks of that line. `own` is
        the order of ranks elsewhere: cards that cannot win are below 0, so that the lowest of them can still be
        found.
        """
        key = ("power", tuple(own), *((shape(node), tuple(order)) for node, order in wins))
        self.power_key, self.power_at = key, 0
        self.power_at = self.shared(
            key, lambda: self._strengths(wins, own), self._row * (self.pack.suits + 1) + self._row + 1
        )
        return self.power_at

    @property
    def _row(self) -> int:
        return self.pack.size + 1

    def _strengths(self, wins: list[tuple[Typed, list[int]]], own: list[int]) -> list[int]:
        lines = [(self.masks(node)[1], order) for node, order in wins]
        values = []
        for trump in self._span("trump"):
            for led in self._span("led"):
                row = [own[rank] - RANK_STEP for rank in self.pack.rank]
                left = self.pack.all
                for number, (mask, order) in enumerate(lines):
                    fitting, left = left & mask(trump, led, LAST), left & ~mask(trump, led, LAST)
                    for card in range(self.pack.size):
                        if fitting >> card & 1:
                            row[card] = (len(lines) - number) * RANK_STEP + order[self.pack.rank[card]]
                values += [0, *row]
        return values


def _all(masks: list[Mask], everything: int) -> Mask:
    def mask(trump: int, led: int, best: int) -> int:
        found = everything
        for part in masks:
            found &= part(trump, led, best)
        return found

    return mask


def _any(masks: list[Mask], everything: int) -> Mask:
    def mask(trump: int, led: int, best: int) -> int:
        found = 0
        for part in masks:
            found |= part(trump, led, best)
        return found

    return mask


def _atoms(node: Typed) -> list[Typed]:
    if node.op in ("and", "or", "not"):
        return [atom for arg in node.args for atom in _atoms(arg)]
    return [node]


def _led_card(node: Typed) -> bool:
    """Does it look at the card led, and not only at its suit?"""
    if node.op == ".suit" and node.args[0].op == "attr" and node.args[0].value == "led":
        return False
    return (node.op == "attr" and node.value == "led") or any(map(_led_card, node.args))
