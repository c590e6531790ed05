"""Who wins and how much, as far as it is known; and the fact to ask next, with what each answer to it would mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..image import Row
from .certain import Certainty
from .evaluation import LIMIT, Evaluation, Known, Work
from .following import settle
from .narrowing import Impossible
from .table import Table
from .values import Among, Span, hull, may

MOST_ANSWERS: Final = 24
"""So many answers to one question are told apart."""


class Outcome(NamedTuple):
    """How a hand comes out: the side that wins, the others (None: it is open who had cards besides), the game points,
    the rows that led to them, the last for the figure.
    """

    contract: int
    winner: int
    loser: int | None
    points: Span
    because: tuple[str, ...]

    @property
    def answer(self) -> tuple[Any, ...]:
        """What makes two of them the same answer: not under which contract, nor who else was there to lose."""
        return self.winner, self.points, self.because


class Standing(NamedTuple):
    """What is known of how a hand comes out: all ways in which it may, the facts it hangs on, in order, and where
    the answer may turn if such a fact is a number."""

    outcomes: tuple[Outcome, ...]
    open: tuple[str, ...]
    cuts: Mapping[str, frozenset[int]] = MappingProxyType({})

    @property
    def answers(self) -> frozenset[tuple[Any, ...]]:
        """The ways in which it may come out, to compare."""
        return frozenset(one.answer for one in self.outcomes)

    @property
    def decided(self) -> Outcome | None:
        """The one outcome, if there is one."""
        first = self.outcomes[0]
        if first.points.least != first.points.most or any(one.answer != first.answer for one in self.outcomes):
            return None
        losers = {one.loser for one in self.outcomes}
        return first if len(losers) == 1 else first._replace(loser=None)


class Part(NamedTuple):
    """One answer to a question, what is known of the outcome then, and all that is known then."""

    among: Among
    standing: Standing
    known: dict[str, Among]


class Reply(NamedTuple):
    """One answer to a question, or several that mean the same: which, and the outcome; or else what is asked then, and
    how the hand may come out. `known` is all that is known then.
    """

    among: Among
    outcome: Outcome | None
    then: str | None
    outcomes: tuple[Outcome, ...]
    known: Mapping[str, Among]

    @property
    def winner(self) -> int | None:
        """The side that wins in any case, if there is one."""
        winners = {outcome.winner for outcome in self.outcomes}
        return winners.pop() if len(winners) == 1 else None

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What two answers that mean the same have in common."""
        return self.outcome and self.outcome.answer, self.then, self.winner

    def with_(self, other: Reply, among: Among) -> Reply:
        """Two answers that mean the same, as one."""
        outcomes = {outcome.answer: outcome for outcome in (*self.outcomes, *other.outcomes)}
        either = {fact: hull((one, other.known[fact])) for fact, one in self.known.items() if fact in other.known}
        return self._replace(among=among, outcomes=tuple(outcomes.values()), known=either)


class Question(NamedTuple):
    """The fact that decides next, and the answers to it."""

    fact: str
    replies: tuple[Reply, ...]


class Enquiry:
    """Asks about one table."""

    def __init__(self, table: Table, certainty: Certainty, work: Work) -> None:
        self.table, self.certainty, self.work = table, certainty, work
        self._parts: dict[tuple[str, frozenset[tuple[str, Among]]], list[Part]] = {}

    def settle(self, told: Known) -> dict[str, Among]:
        """All that follows from what is told. Raises `Impossible`."""
        return settle(self.certainty, told, self.work)

    # ---- how it comes out
    def standing(self, known: Known) -> Standing:
        """What is known of how the hand comes out."""
        contracts = known.get("contract", self.table.domain("contract"))
        assert isinstance(contracts, frozenset)
        outcomes, whys, cuts = dict[tuple[Any, ...], Outcome](), dict[str, None](), dict[str, frozenset[int]]()
        for contract in sorted(contracts):
            evaluation = Evaluation(self.table, known, contract, self.work)
            for outcome, why in self._rows(evaluation):
                if outcome is not None:
                    outcomes.setdefault((*outcome.answer, outcome.loser), outcome)
                whys |= dict.fromkeys(why)
            for fact, at in evaluation.cuts.items():
                cuts[fact] = cuts.get(fact, frozenset()) | at
        if len(contracts) > 1:
            whys = {"contract": None} | whys
        return Standing(tuple(outcomes.values()), tuple(whys), cuts)

    def _rows(self, ev: Evaluation) -> Iterator[tuple[Outcome | None, list[str]]]:
        """The rows of the score that may hold, each with its outcomes."""
        for row in self.table.rows(ev.contract, "score"):
            holds = ev.value(row.when, {}) if row.when is not None else None
            if holds is not None and holds.holds is False:
                continue
            if holds is not None and holds.why:
                yield None, [*holds.why]
            yield from self._winners(ev, row)
            if holds is None or holds.holds:
                return
        yield Outcome(ev.contract, 0, 0, Span(0, 0), ()), []

    def _winners(self, ev: Evaluation, row: Row) -> Iterator[tuple[Outcome | None, list[str]]]:
        winner = ev.value(row.more["winner"], {})
        for group in sorted(winner.values):
            sides, everyone = ev.side_of(group), ev.everyone()
            whys = [*winner.why, *sides.why, *everyone.why]
            for side in sorted(sides.values):
                for all_ in sorted(everyone.values):
                    scope = {"winner": side, "loser": all_ & ~side if side else 0}
                    for worth, why, rows in self._worth(ev, row, scope):
                        yield Outcome(ev.contract, side, scope["loser"], worth, rows), [*whys, *why]

    def _worth(
        self, ev: Evaluation, row: Row, scope: dict[str, int]
    ) -> Iterator[tuple[Span, list[str], tuple[str, ...]]]:
        """The figures that a row may come to, each with the rows that led to it."""
        if "worth" in row.more:
            yield *self._times(ev, row, scope), (row.id,)
            return
        before: list[str] = []
        for tier in self.table.rows(ev.contract, "tiers"):
            holds = ev.value(tier.when, scope) if tier.when is not None else None
            if holds is not None and holds.holds is False:
                continue
            before += holds.why if holds is not None else ()
            span, whys = self._times(ev, tier, scope)
            yield span, [*before, *whys], (row.id, tier.id)
            if holds is None or holds.holds:
                return
        yield Span(0, 0), before, (row.id,)

    def _times(self, ev: Evaluation, row: Row, scope: dict[str, int]) -> tuple[Span, list[str]]:
        """What a row is worth, times the stake; nothing if nobody wins."""
        if not scope["winner"]:
            return Span(0, 0), []
        worth, times = ev.value(row.more["worth"], scope), may(Span(1, 1))
        node = self.table.times[ev.contract]
        if node is not None:
            times = ev.value(node, scope)
        products = [_clamped(_clamped(a) * _clamped(b)) for a in worth.span for b in times.span]
        return Span(min(products), max(products)), [*worth.why, *times.why]

    # ---- what to ask
    def resolve(self, told: Known) -> tuple[dict[str, Among], Standing]:
        """All that is known once it is settled, a fact included of which only one answer is possible, and how the hand
        comes out by that. Raises `Impossible`.
        """
        known = self.settle(told)
        while True:
            standing = self.standing(known)
            if standing.decided is not None:
                return known, standing
            parts = self.parts(self.next_fact(known), known)
            if len(parts) != 1 or parts[0].known == known:
                return known, standing
            known = parts[0].known

    def question(self, known: Known) -> Question:
        """The first fact that decides something, of those the outcome hangs on; what is known must be resolved."""
        fact, replies = self.next_fact(known), list[Reply]()
        for part in self.parts(fact, known):
            try:
                after, standing = self.resolve(part.known)
            except Impossible:
                continue
            decided = standing.decided
            then = None if decided is not None else self.next_fact(after)
            replies.append(Reply(part.among, decided, then, standing.outcomes, after))
        return Question(fact, _merged(replies))

    def next_fact(self, known: Known) -> str:
        """The first of the facts that the outcome hangs on whose answers make a difference, or of which only one is
        possible. Raises `Impossible` if none is.
        """
        standing = self.standing(known)
        for fact in standing.open[:-1]:
            parts = self.parts(fact, known)
            if len(parts) == 1 and parts[0].known != known:
                return fact
            if any(part.standing.answers != parts[0].standing.answers for part in parts):
                return fact
        return standing.open[-1]

    def now(self, fact: str, known: Known) -> Among:
        """What is known of a fact."""
        found = known.get(fact)
        return self.table.domain(fact) if found is None else found

    def parts(self, fact: str, known: Known) -> list[Part]:
        """The answers to a question that may make a difference, with what is known after each; impossible ones are
        left out. Raises `Impossible` if all are.
        """
        key = (fact, frozenset(known.items()))
        if key not in self._parts:
            now = self.now(fact, known)
            if isinstance(now, Span):
                self._parts[key] = list(self._cut(fact, known, now))
            else:
                ways: list[Among] = [frozenset((value,)) for value in sorted(now, key=_in_order)]
                self._parts[key] = list(self._possible(fact, known, ways))
        if not self._parts[key]:
            raise Impossible(fact, "certain.nothing-left", {"fact": fact})
        return self._parts[key]

    def _possible(self, fact: str, known: Known, ways: list[Among]) -> Iterator[Part]:
        for among in ways:
            try:
                after = self.settle({**known, fact: among})
            except Impossible:
                continue
            yield Part(after.get(fact, among), self.standing(after), after)

    def _cut(self, fact: str, known: Known, span: Span) -> Iterator[Part]:
        """A span of numbers, cut as long as that makes a difference."""
        rest, found = list(self._possible(fact, known, [span])), 0
        while rest:
            part = rest.pop()
            halves = self._halves(fact, part) if found + len(rest) < MOST_ANSWERS else ()
            if halves:
                rest += reversed(halves)
            else:
                found += 1
                yield part

    def _halves(self, fact: str, part: Part) -> tuple[Part, ...]:
        """The two sides of a number at which the answer turns; nothing if there is none."""
        span = part.known[fact]
        if fact not in part.standing.open or not isinstance(span, Span) or span.least == span.most:
            return ()
        turns = sorted(at for at in part.standing.cuts.get(fact, ()) if span.least < at <= span.most)
        for at in (*turns, (span.least + span.most + 1) // 2):
            ways: list[Among] = [Span(span.least, at - 1), Span(at, span.most)]
            halves = tuple(self._possible(fact, part.known, ways))
            if any(half.standing.answers != part.standing.answers for half in halves):
                return halves
        return ()


def _merged(replies: list[Reply]) -> tuple[Reply, ...]:
    """Answers that mean the same as one: neighbours among numbers, any others."""
    found: list[Reply] = []
    for reply in replies:
        for i, other in enumerate(found):
            joined = _joined(other.among, reply.among) if other.meaning == reply.meaning else None
            if joined is not None:
                found[i] = other.with_(reply, joined)
                break
        else:
            found.append(reply)
    return tuple(found)


def _joined(one: Among, two: Among) -> Among | None:
    """Both together; None if they are numbers that are no neighbours."""
    if isinstance(one, frozenset) and isinstance(two, frozenset):
        return one | two
    if isinstance(one, Span) and isinstance(two, Span) and one.most + 1 == two.least:
        return Span(one.least, two.most)
    return None


def _in_order(value: Any) -> tuple[int, str]:
    return (value, "") if isinstance(value, int) else (0, str(value))


def _clamped(number: int) -> int:
    return max(-LIMIT, min(LIMIT, number))
