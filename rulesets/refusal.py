"""Why an expression is refused, and what is known of the place where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from .facts import SCOPED
from .typed import Words


class Refusal(Exception):
    """What is wrong with an expression: the parts of a `Problem`, its columns counted in `text` (the expression's, or
    that of `term`).
    """

    def __init__(
        self,
        code: str,
        message: str,
        words: Words,
        *,
        token: str | None = None,
        suggestion: str | None = None,
        expected: tuple[str, ...] = (),
        term: str | None = None,
    ) -> None:
        """`words` says where; `term` names the term whose text that is, if it is one."""
        super().__init__(message)
        self.code, self.message, self.words = code, message, words
        self.token, self.suggestion, self.expected, self.term = token, suggestion, expected, term


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: what is known there, and which loops it is inside of."""

    scope: tuple[tuple[str, str], ...] = ()
    inside: frozenset[str] = frozenset()
    printed: bool = False
    match: bool = False

    def within(self, variable: str) -> Place:
        """The place inside a `where` over cards or players."""
        scope = (*(pair for pair in self.scope if pair[0] != variable), (variable, SCOPED[variable].type))
        return Place(scope, self.inside | {variable}, self.printed, self.match)
