"""What follows from what is told, and what cannot be: only what is certain from the rules and the deck.

    closer=nobody                 nothing was noted at closing
    closer=A  B.tricks=0          so B had none when A closed either
    claimer=A                     the hand was over with that: nobody gave it up
    A.tricks=0  A.points=12       impossible: no trick, no card points

Every step takes possibilities away, so it comes to an end; what has none left is impossible, and the step says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .certain import PUTS_AWAY, Certainty
from .domains import FACTS_A_STEP
from .endings import Endings
from .evaluation import LIMIT, SIDED, Work
from .narrowing import Step
from .values import Among, Span, meet, span_of, without

ROUNDS: Final = 12


def settle(certainty: Certainty, told: Mapping[str, Among], work: Work) -> dict[str, Among]:
    """All that is certain when this is told. Raises `Impossible`."""
    known = dict(told)
    for _ in range(ROUNDS):
        before = dict(known)
        work.spend((len(known) + certainty.reach) // FACTS_A_STEP + len(certainty.table.seats))
        Following(certainty, known, work).all()
        Endings(certainty, known, work).all()
        if known == before:
            break
    return known


class Following(Step):
    """What follows from moves that were made or not, from tricks and from points."""

    def all(self) -> None:
        """Everything once."""
        self.moves()
        self.snapshots()
        if self.table.partners is None:
            self.shared()
            self.figures()
            self.last_trick()
            contract = self.contract()
            if contract is not None:
                self.all_played(contract)

    # ---- moves that were made, or not
    def moves(self) -> None:
        """What only certain moves set is at its start if none of them was made, and if it is not, one was."""
        certainty = self.certainty
        for signal, names in certainty.follow.items():
            moves = certainty.moves(signal)
            if self.at_start(signal):
                for name in names:
                    self.narrow(name, frozenset((certainty.start(name),)), "certain.not-made", move=moves)
            elif any(meet(self.now(name), frozenset((certainty.start(name),))) is None for name in names):
                left = without(self.now(signal), certainty.start(signal))
                self.narrow(signal, left, "certain.made", move=moves)

    def snapshots(self) -> None:
        """What was noted during the hand is no more than it is at the end."""
        for name, maker, noted in self.certainty.snapshots:
            who = self.now(maker)
            if not isinstance(who, frozenset) or len(who) != 1 or who == {0}:
                continue
            whose = self.evaluation(-1).value(noted.args[0], {"actor": next(iter(who))})
            if not whose.known or whose.one not in self.table.each_side:
                continue
            fact = f"{self.table.letter(whose.one & -whose.one)}{noted.op}"
            most, least = span_of(self.now(fact)).most, span_of(self.now(name)).least
            self.narrow(name, Span(-LIMIT, most), "certain.grows", other=fact)
            self.narrow(fact, Span(least, LIMIT), "certain.grows", other=name)

    # ---- tricks and points
    def shared(self) -> None:
        """What is told of one partner holds for the other: it is their side's."""
        for side in self.table.each_side:
            first, *others = [seat for i, seat in enumerate(self.table.seats) if side >> i & 1]
            for member in SIDED.values():
                name = f"{first}.{member}"
                for told in (other for seat in others if (other := f"{seat}.{member}") in self.known):
                    self.narrow(name, self.now(told), "certain.same-side", other=told)
                    self.narrow(told, self.now(name), "certain.same-side", other=name)

    def figures(self) -> None:
        """Tricks, and the points that can lie in them."""
        table, sides = self.table, self.table.each_side
        names = [f"{table.letter(side & -side)}.tricks" for side in sides]
        self.add_up(names, Span(0, table.most_tricks), "certain.tricks", n=table.most_tricks)
        for side, tricks in zip(sides, names, strict=True):
            self.own_tricks(side, tricks)
        if table.worths is None:
            return
        played = min(table.most_tricks, sum(span_of(self.now(name)).most for name in names))
        melded = table.melded(played)
        for side, tricks in zip(sides, names, strict=True):
            self.points(side, tricks, table.worths, melded)
        whole = sum(table.worths[: len(table.seats) * played]) + melded
        points = [f"{table.letter(side & -side)}.points" for side in sides]
        self.add_up(points, Span(0, whole), "certain.in-all-tricks", n=played)

    def own_tricks(self, side: int, tricks: str) -> None:
        """The tricks of partners are those of their side."""
        seats = [table_seat for i, table_seat in enumerate(self.table.seats) if side >> i & 1]
        own = [f"{seat}.own_tricks" for seat in seats]
        if len(seats) < 2 or not any(name in self.table.facts for name in own):
            return
        whole = span_of(self.now(tricks))
        self.add_up(own, whole, "certain.own-tricks", side=tricks)
        spans = [span_of(self.now(name)) for name in own]
        least, most = sum(s.least for s in spans), sum(s.most for s in spans)
        self.narrow(tricks, Span(least, most), "certain.own-tricks", side=tricks)

    def points(self, side: int, tricks: str, worths: tuple[int, ...], melded: int) -> None:
        """Points lie in tricks, or were announced; all announcements of the hand together make so many at most."""
        table, letter = self.table, self.table.letter(side & -side)
        won = span_of(self.now(tricks))
        reach = len(table.seats)
        in_tricks = sum(worths[: reach * won.most])
        values = {"tricks": tricks, "n": won.most}
        self.narrow(f"{letter}.card_points", Span(0, in_tricks), "certain.in-tricks", **values)
        fewest = min(table.least_in_trick * won.least, len(worths))
        lying = sum(worths[len(worths) - fewest :])
        self.narrow(f"{letter}.card_points", Span(lying, LIMIT), "certain.in-tricks-lie", n=lying, tricks=tricks)
        if table.melds_add:
            self.narrow(f"{letter}.points", Span(lying, LIMIT), "certain.in-tricks-lie", n=lying, tricks=tricks)
        if won.most == 0:
            alone = max(self.certainty.without_trick[seat] for seat in range(len(table.seats)) if side >> seat & 1)
            self.narrow(f"{letter}.points", Span(0, min(alone, melded)), "certain.no-trick", seat=letter)
            return
        self.narrow(f"{letter}.points", Span(0, in_tricks + melded), "certain.in-tricks", **values)
        cards = span_of(self.now(f"{letter}.points")).least
        if cards > max(self.certainty.without_trick[seat] for seat in range(len(table.seats)) if side >> seat & 1):
            self.narrow(tricks, Span(1, LIMIT), "certain.in-tricks", **values)

    def add_up(self, names: list[str], whole: Span, reason: str, **values: Any) -> None:
        """These figures add up to the whole: each is what the others leave."""
        spans = {name: span_of(self.now(name)) for name in names}
        for name in names:
            least = sum(span.least for other, span in spans.items() if other != name)
            most = sum(span.most for other, span in spans.items() if other != name)
            self.narrow(name, Span(whole.least - most, whole.most - least), reason, **values)

    def last_trick(self) -> None:
        """Who won the last trick has one; without a trick nobody has won the last."""
        table, name = self.table, "last_trick.winner"
        winner = self.now(name)
        assert isinstance(winner, frozenset)
        able, won = set(winner), 0
        for side in table.each_side:
            tricks = f"{table.letter(side & -side)}.tricks"
            span = span_of(self.now(tricks))
            won += span.least
            if span.most == 0:
                able -= {one for one in able if one & side}
            if all(one & side for one in winner):
                self.narrow(tricks, Span(1, LIMIT), "certain.last-trick")
        if won:
            able.discard(0)
        self.narrow(name, frozenset(able), "certain.last-trick")

    def all_played(self, contract: int) -> None:
        """All cards lie in tricks: then tricks and points add up."""
        table = self.table
        if self.now("cards_left") not in (Span(0, 0), frozenset((0,))) or not self.nothing_is_left(contract):
            return
        n = table.pack.size // table.deal.hands
        sides = [table.letter(side & -side) for side in table.each_side]
        self.add_up([f"{letter}.tricks" for letter in sides], Span(n, n), "certain.all-tricks", n=n)
        if table.worths is not None:
            total = sum(table.worths)
            whole = Span(total, total + min(len(sides) * table.most_melded, table.announcements.all))
            self.add_up([f"{letter}.points" for letter in sides], whole, "certain.all-points", n=total)

    def nothing_is_left(self, contract: int) -> bool:
        """Once no hand holds a card: can none lie in the talon, or be put away?"""
        table, deal = self.table, self.table.deal
        drawn = deal.talon + deal.turned
        if table.partners is not None or table.least_in_trick != len(table.seats) or table.pack.size % deal.hands:
            return False
        for said in table.moves(contract).values():
            if PUTS_AWAY & said.keys():
                return False
        if deal.hands * deal.hand_size + drawn != table.pack.size:
            return False
        return drawn == 0 or (deal.hand_size > 1 and self.always_drawn(contract))

    def always_drawn(self, contract: int) -> bool:
        """Were cards drawn after every trick?"""
        typist = self.table.under[contract]
        when = typist.data["play"].get("draw", {}).get("when", "no")
        node = typist.typed(when, "truth", {})
        signals = self.certainty.signals
        for leaf in node.walk():
            if leaf.op in ("attr", "each", "talon_size") or leaf.op.startswith("."):
                return False
            if leaf.op == "mem" and not (leaf.value in signals and self.at_start(str(leaf.value))):
                return False
        return self.evaluation(contract).value(node, {}).holds is True
