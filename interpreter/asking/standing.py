"""How a hand may come out by the rows of the score table, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bummerl.rulesets.typed import Typed

from ..image import Row
from .evaluation import LIMIT, Evaluation, Known, Scope, TooMuch, Work
from .values import Span, may

if TYPE_CHECKING:
    from .table import Table


STEPS_OF_A_ROW: Final = 3
"""What a row counts for each side that may win by it, besides its expressions."""
MOST_OUTCOMES: Final = 1_000
"""So many ways in which one hand may come out are told apart: four times those of any shipped ruleset."""


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


def standing(table: Table, known: Known, work: Work) -> Standing:
    """What is known of how a hand comes out. Raises `TooMuch`."""
    contracts = known.get("contract", table.domain("contract"))
    assert isinstance(contracts, frozenset)
    outcomes, whys, cuts = dict[tuple[Any, ...], Outcome](), dict[str, None](), dict[str, frozenset[int]]()
    for contract in sorted(contracts):
        evaluation = Evaluation(table, known, contract, work)
        for outcome, why in ways(evaluation):
            if outcome is not None:
                outcomes.setdefault((*outcome.answer, outcome.loser), outcome)
                if len(outcomes) > MOST_OUTCOMES:
                    raise TooMuch
            whys |= dict.fromkeys(why)
        for fact, at in evaluation.cuts.items():
            cuts[fact] = cuts.get(fact, frozenset()) | at
    if len(contracts) > 1:
        whys = {"contract": None} | whys
    return Standing(tuple(outcomes.values()), tuple(filter(table.kind, whys)), cuts)


def unnamed(table: Table, work: Work) -> dict[str, tuple[Typed, Scope]]:
    """What the table looks at that hangs on cards and has no name, by its words. Raises `TooMuch`.

    Who knows nothing meets all of it: whatever is known only leaves ways out.
    """
    found: dict[str, tuple[Typed, Scope]] = {}
    for contract in table.contracts:
        at_last = Evaluation(table, {}, contract, work)
        for _ in ways(at_last):
            pass
        before = Evaluation(table, {}, contract, work, bonuses=False)
        for row in table.rows(contract, "ends"):
            if row.when is not None:
                before.value(row.when, {})
        found = {**before.met, **at_last.met, **found}
    return found


def ways(ev: Evaluation) -> Iterator[tuple[Outcome | None, list[str]]]:
    """The rows of the score that may hold, each with its outcomes and the facts that are missing."""
    for row in ev.table.rows(ev.contract, "score"):
        holds = ev.value(row.when, {}) if row.when is not None else None
        if holds is not None and holds.holds is False:
            continue
        if holds is not None and holds.why:
            yield None, [*holds.why]
        yield from _winners(ev, row)
        if holds is None or holds.holds:
            return
    yield Outcome(ev.contract, 0, 0, Span(0, 0), ()), []


def _winners(ev: Evaluation, row: Row) -> Iterator[tuple[Outcome | None, list[str]]]:
    winner = ev.value(row.more["winner"], {})
    for group in sorted(winner.values):
        sides, everyone = ev.side_of(group), ev.everyone()
        whys = [*winner.why, *sides.why, *everyone.why]
        for side in sorted(sides.values):
            for all_ in sorted(everyone.values):
                ev.work.spend(STEPS_OF_A_ROW)
                scope = {"winner": side, "loser": all_ & ~side if side else 0}
                for worth, why, rows in _worth(ev, row, scope):
                    yield Outcome(ev.contract, side, scope["loser"], worth, rows), [*whys, *why]


def _worth(ev: Evaluation, row: Row, scope: dict[str, int]) -> Iterator[tuple[Span, list[str], tuple[str, ...]]]:
    """The figures that a row may come to, each with the rows that led to it."""
    if "worth" in row.more:
        yield *_times(ev, row, scope), (row.id,)
        return
    before: list[str] = []
    for tier in ev.table.rows(ev.contract, "tiers"):
        ev.work.spend(STEPS_OF_A_ROW)
        holds = ev.value(tier.when, scope) if tier.when is not None else None
        if holds is not None and holds.holds is False:
            continue
        before += holds.why if holds is not None else ()
        span, whys = _times(ev, tier, scope)
        yield span, [*before, *whys], (row.id, tier.id)
        if holds is None or holds.holds:
            return
    yield Span(0, 0), before, (row.id,)


def _times(ev: Evaluation, row: Row, scope: dict[str, int]) -> tuple[Span, list[str]]:
    """What a row is worth, times the stake; nothing if nobody wins."""
    if not scope["winner"]:
        return Span(0, 0), []
    worth, times = ev.value(row.more["worth"], scope), may(Span(1, 1))
    node = ev.table.times[ev.contract]
    if node is not None:
        times = ev.value(node, scope)
    products = [_clamped(_clamped(a) * _clamped(b)) for a in worth.span for b in times.span]
    return Span(min(products), max(products)), [*worth.why, *times.why]


def _clamped(number: int) -> int:
    return max(-LIMIT, min(LIMIT, number))
