"""How much work a record may make: with gaps, long moves and a costly ruleset it could be any amount.

Work is counted in the core's instructions, so that both machines, and every run, give up at the same place. What is
given up is undetermined, and says so.
"""

from __future__ import annotations

from typing import Final

from bummerl.interpreter import core as C

from .machine import Ints

WAY_WORK: Final = 2_000
"""What trying one way to fill the gaps counts, besides what is played."""
REQUEST_WORK: Final = 5 * C.MOST_WORK
"""For all records of a comparison or a match together."""
ALWAYS: Final = 20_000
"""So much each record of a request has even then: enough for a hand that was recorded in full."""


class Patience:
    """The instructions that may still be run for one record; below zero it is given up. `of` is what the records of
    one request share.
    """

    __slots__ = ("left", "of")

    def __init__(self, left: int = C.MOST_WORK, of: Patience | None = None) -> None:
        self.left, self.of = left, of

    @property
    def lost(self) -> bool:
        """Is it at an end?"""
        return self.left < 0

    def spend(self, work: int) -> None:
        """Takes this work away."""
        self.left -= work
        if self.of is not None:
            self.of.left -= work

    def lend(self, S: Ints) -> Ints:
        """A state that was just begun, with what is left; beginning it is counted too."""
        self.spend(C.MOST_WORK - S[C.PATIENCE])
        S[C.PATIENCE] = self.left
        return S

    def take_back(self, S: Ints) -> None:
        """Counts what was worked in a state that it was lent to."""
        self.spend(self.left - S[C.PATIENCE])

    def record(self) -> Patience:
        """The patience for the next record of a request."""
        return Patience(max(min(C.MOST_WORK, self.left), ALWAYS), self)


def for_request() -> Patience:
    """The patience for a request of several records."""
    return Patience(REQUEST_WORK)
