"""What is known, and how a step of reasoning takes possibilities away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .certain import Certainty
from .evaluation import Evaluation, Work
from .values import Among, Span, meet


class Impossible(Exception):
    """The facts cannot stand together; `reason` and `values` are a sentence of the catalogue."""

    def __init__(self, fact: str, reason: str, values: Mapping[str, Any]) -> None:
        super().__init__(f"{fact}: {reason}")
        self.fact, self.reason, self.values = fact, reason, dict(values)


class Step:
    """What is known so far, to be narrowed."""

    def __init__(self, certainty: Certainty, known: dict[str, Among], work: Work) -> None:
        self.certainty, self.table, self.known, self.work = certainty, certainty.table, known, work

    def now(self, name: str) -> Among:
        """What is known of a fact so far."""
        found = self.known.get(name)
        return self.table.domain(name) if found is None else found

    def narrow(self, name: str, among: Among, reason: str, **values: Any) -> None:
        """A fact is among these."""
        now = self.now(name)
        left = meet(now, among)
        if left is None:
            raise Impossible(name, reason, {"fact": name, **values})
        if left != now:
            self.known[name] = left

    def evaluation(self, contract: int, known: Mapping[str, Among] | None = None) -> Evaluation:
        """Expressions worked out from what is known so far, or from something else."""
        return Evaluation(self.table, self.known if known is None else known, contract, self.work)

    def contract(self) -> int | None:
        """The contract, once it is known."""
        contracts = self.now("contract")
        return next(iter(contracts)) if isinstance(contracts, frozenset) and len(contracts) == 1 else None

    def at_start(self, name: str) -> bool:
        """Is this what it starts as?"""
        now, start = self.now(name), self.certainty.start(name)
        return now == (Span(start, start) if isinstance(now, Span) else frozenset((start,)))
