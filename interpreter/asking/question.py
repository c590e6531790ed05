"""Who wins and how much, as far as it is known; and the fact to ask next, with what each answer to it would mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .certain import Certainty
from .domains import FACTS_A_STEP
from .evaluation import Known, Work
from .following import settle
from .memory import worked_out
from .narrowing import Impossible
from .standing import Outcome, Standing, standing
from .table import Table
from .values import Among, Span, hull, in_order

MOST_ANSWERS: Final = 24
"""So many answers to one question are told apart."""


class Part(NamedTuple):
    """One answer to a question, what is known of the outcome then, and all that is known then."""

    among: Among
    standing: Standing
    known: Known


_Key = tuple[str, frozenset[tuple[str, Among]]]
"""A fact, and all that is known."""


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
        self._parts: dict[_Key, tuple[Part, ...]] = {}
        self._standings: dict[frozenset[tuple[str, Among]], Standing] = {}

    def settle(self, told: Known) -> dict[str, Among]:
        """All that follows from what is told. Raises `Impossible`."""
        return settle(self.certainty, told, self.work)

    def standing(self, known: Known) -> Standing:
        """What is known of how the hand comes out."""
        self.work.spend(1 + len(known) // FACTS_A_STEP)
        key = frozenset(known.items())
        found = self._standings.get(key)
        if found is None:
            where = self.table.key, key
            found = worked_out(where, len(known), self.work, lambda work: standing(self.table, known, work), _size)
            self._standings[key] = found
        return found

    # ---- what to ask
    def resolve(self, told: Known) -> tuple[Known, Standing]:
        """All that is known once it is settled, a fact included of which only one answer is possible, and how the hand
        comes out by that. Raises `Impossible`.
        """
        return self.resolved(self.settle(told))

    def resolved(self, known: Known) -> tuple[Known, Standing]:
        """The same, where all that follows is known already."""
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
                after, standing = self.resolved(part.known)
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

    def parts(self, fact: str, known: Known) -> tuple[Part, ...]:
        """The answers to a question that may make a difference, with what is known after each; impossible ones are
        left out. Raises `Impossible` if all are.
        """
        self.work.spend(1 + len(known) // FACTS_A_STEP)
        key = (fact, frozenset(known.items()))
        found = self._parts.get(key)
        if found is None:
            where = self.table.key, *key
            found = worked_out(where, len(known), self.work, lambda work: self._found(fact, known, work), _size_of_all)
            self._parts[key] = found
        if not found:
            raise Impossible(fact, "certain.nothing-left", {"fact": fact})
        return found

    def _found(self, fact: str, known: Known, work: Work) -> tuple[Part, ...]:
        """The same, worked out by an enquiry that remembers nothing: so it always takes the same steps."""
        fresh, now = Enquiry(self.table, self.certainty, work), self.now(fact, known)
        if isinstance(now, Span):
            return tuple(fresh._cut(fact, known, now))
        return tuple(fresh._possible(fact, known, [frozenset((value,)) for value in sorted(now, key=in_order)]))

    def _possible(self, fact: str, known: Known, ways: list[Among]) -> Iterator[Part]:
        for among in ways:
            try:
                after: Known = self.settle({**known, fact: among})
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


def _size(standing: Standing) -> int:
    return len(standing.outcomes) + len(standing.open)


def _size_of_all(parts: tuple[Part, ...]) -> int:
    return sum(len(part.known) + _size(part.standing) for part in parts)


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
