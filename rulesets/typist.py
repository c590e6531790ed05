"""The typist: types the expressions of one ruleset with its options settled, each text once.

    typist = Typist(ruleset, {"last_trick_bonus": 10})
    typist.typed("card.suit is led.suit", "truth", {"card": "card"}, "follow.suit")
    typist.under("gang").typed(...)          # with the terms that hold under that contract

The same text wanted in the same way is one object; under a contract only what its terms touch is typed anew, so
fourteen contracts cost little more than one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from bummerl.grammar import ExpressionError, Problem

from .checker import Checker
from .error import RulesetError
from .expanding import as_text
from .names import Names
from .overlay import under_contract
from .places import Spot, scope_of
from .refusal import Place, Refusal
from .typed import Typed


class TypedRules(Protocol):
    """What a typist asks of a ruleset: its rules, and who has typed their expressions already."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The resolved rules."""

    @property
    def typist(self) -> Typist | None:
        """The typist of the check, who took all options at their defaults."""


class Typist:
    """Types expressions of a ruleset; `names` are the names they may use, with their numbers."""

    def __init__(self, ruleset: TypedRules | Mapping[str, Any], options: Mapping[str, Any] | None = None) -> None:
        """`options` are settled values (see `Ruleset.settle_options`); those not given are at their defaults."""
        self.data: Mapping[str, Any]
        kept: Typist | None = None
        if isinstance(ruleset, Mapping):
            self.data = ruleset
        else:
            self.data, kept = ruleset.data, ruleset.typist
        self.names = Names.of(self.data, options or {})
        self._checker: Checker
        self._typed: dict[tuple[str, str | None, Place], Typed]
        self._contracts: dict[int, Typist]
        self._base: Typist | None = None
        self._changed: frozenset[str] = frozenset()
        if kept is not None and kept.names.options == self.names.options:  # typed already, to be checked
            self._checker, self._typed, self._contracts = kept._checker, kept._typed, kept._contracts
        else:
            self._checker, self._typed, self._contracts = Checker(self.names), {}, {}

    def under(self, contract: int | str) -> Typist:
        """The typist of a contract, by id or number (-1: of no contract, this one)."""
        base = self._base or self
        number = base.names.contracts[contract] if isinstance(contract, str) else contract
        if number < 0:
            return base
        if number not in base._contracts:
            other = object.__new__(Typist)
            other.data = under_contract(base.data, number)
            other.names = replace(base.names, terms=other.data.get("terms", {}))
            other._checker = Checker(other.names)
            other._typed, other._contracts, other._base = {}, {}, base
            terms = other.names.terms
            other._changed = frozenset(t for t in terms if terms[t] != base.names.terms.get(t)) | (
                base.names.terms.keys() - terms.keys()
            )
            base._contracts[number] = other
        return base._contracts[number]

    def typed(
        self,
        text: str | int | bool,
        want: str | None,
        scope: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        where: str = "",
        *,
        printed: bool = False,
    ) -> Typed:
        """One expression, typed and folded.

        `want` is the type the place asks for (None: any), `scope` the facts known there besides those known
        everywhere, `where` how to name the place in a message. `printed` makes a card's suit the printed one
        (`deck.belongs`). Raises `RulesetError`.
        """
        known = scope if isinstance(scope, Mapping) else dict(scope)
        try:
            return self.check(
                as_text(text),
                want,
                Place(tuple(sorted(known.items())), frozenset(), printed, where.startswith("match")),
            )
        except (Refusal, ExpressionError) as error:
            raise RulesetError((problem_of(error, where),)) from None

    def spot(self, spot: Spot) -> Typed:
        """The expression at a place of the ruleset. Raises `Refusal` or `ExpressionError`."""
        return self.check(as_text(spot.text), spot.want, place_of(spot))

    def check(self, text: str, want: str | None, place: Place) -> Typed:
        """One expression at a place, kept. Raises `Refusal` or `ExpressionError`."""
        key = (text, want, place)
        found = self._typed.get(key)
        if found is None:
            if self._base is not None and not self.terms_of(text) & self._changed:
                found = self._base.check(text, want, place)
            else:
                found = self._checker.check(text, want, place)
            self._typed[key] = found
        return found

    def check_term(self, name: str, place: Place) -> None:
        """A term by itself, whatever its type. Raises `Refusal` or `ExpressionError`."""
        text = as_text(self.names.terms[name])
        self._checker.extent(text)
        self._checker.term(name, None, place)

    def size_of(self, text: str) -> int:
        """How many parts an expression has with its terms written out. Raises `Refusal` or `ExpressionError`."""
        return self._checker.extent(text).size

    def terms_of(self, text: str) -> frozenset[str]:
        """The terms an expression comes to use. Raises `Refusal` or `ExpressionError`."""
        return self._checker.extent(text).terms


def place_of(spot: Spot) -> Place:
    """A spot as the checker knows places."""
    return Place(tuple(sorted(scope_of(*spot.scope).items())), frozenset(), spot.printed, spot.path[0] == "match")


def problem_of(error: Refusal | ExpressionError, where: str) -> Problem:
    """A refusal as a problem of which only the place inside the ruleset's structure is known."""
    if isinstance(error, ExpressionError):
        return replace(error.problem, path=where or None, line=None, column=None, end_line=None, end_column=None)
    place = f"term `{error.term}`: " if error.term else ""
    return Problem(
        error.code,
        f"{place}{error.message} (column {error.words.column})",
        token=error.token,
        suggestion=error.suggestion,
        expected=error.expected,
        path=where or None,
    )
