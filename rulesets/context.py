"""What a check looks at: resolved rules with their origins, and the way from anything wrong to the file it was
written in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bummerl.grammar import ExpressionError, Problem, Severity, pointer

from . import limits
from .origin import Laid
from .places import Spot
from .refusal import Refusal
from .source import Source, Steps
from .typist import Typist

Columns = tuple[int, int]
"""A piece of a text: its first column, and the one behind its last."""
Known = dict[tuple[object, ...], Problem]


@dataclass(slots=True)
class Findings:
    """Problems as they are found, each kept once.

    No more than `limits.PROBLEMS` errors are kept, and as many warnings: however many warnings there are, an error is
    never lost for them.
    """

    _errors: Known = field(default_factory=dict)
    _others: Known = field(default_factory=dict)

    def add(self, problem: Problem, piece: Columns | None = None) -> None:
        """One more, unless it is known.

        The same code at the same place is the same problem, whichever contract brings it up. Without a text, the place
        is a path and the `piece` of the value there, or else what is said of it.
        """
        kept = self._errors if problem.severity is Severity.ERROR else self._others
        place = (problem.path, piece or problem.message) if problem.line is None else (problem.line, problem.column)
        if len(kept) < limits.PROBLEMS:
            kept.setdefault((problem.code, problem.file, *place), problem)

    @property
    def sorted(self) -> list[Problem]:
        """In the order in which a reader meets them."""
        return _in_order(*self._errors.values(), *self._others.values())

    @property
    def errors(self) -> list[Problem]:
        """Those that make the ruleset unusable, in the same order."""
        return _in_order(*self._errors.values())


def _in_order(*problems: Problem) -> list[Problem]:
    return sorted(problems, key=lambda problem: problem.sort_key)


@dataclass(slots=True)
class Context:
    """Resolved rules (under a contract: those that hold then), a typist for them, and where findings go."""

    laid: Laid
    typist: Typist
    findings: Findings
    contract: str | None = None
    own: Source | None = None

    @property
    def data(self) -> Mapping[str, Any]:
        """The rules as plain data."""
        found: Mapping[str, Any] = self.laid.value
        return found

    def problem(
        self,
        path: Steps,
        code: str,
        message: str,
        *,
        key: bool = False,
        severity: Severity = Severity.ERROR,
        piece: Columns | None = None,
        **more: Any,
    ) -> None:
        """Something wrong at a path of the rules: at its key, at its value, or at a piece of the value given by
        columns.
        """
        origin = self.laid.origin.at(path)
        source = origin.source
        if key:
            span = source.key(origin.path)
        elif piece:
            span = source.within(origin.path, *piece)
        else:
            span = source.place(origin.path)
        code = code if "." in code else f"ruleset.{code}"
        more = {"file": source.file, "path": pointer(origin.path) or None, "severity": severity, **more}
        if span is None and piece:
            message = f"{message} (column {piece[0]})"
        self.findings.add(Problem.at(span, code, message, **more) if span else Problem(code, message, **more), piece)

    def warn(self, path: Steps, code: str, message: str, **more: Any) -> None:
        """Something that is allowed and hardly meant."""
        self.problem(path, code, message, severity=Severity.WARNING, **more)

    def refused(self, spot: Spot | Steps, error: Refusal | ExpressionError) -> None:
        """An expression that was refused, as a problem in its own text or in that of the term it came from."""
        path = spot.path if isinstance(spot, Spot) else spot
        if isinstance(error, ExpressionError):
            found = error.problem
            column = found.column or 1
            piece = (column, found.end_column or column)
            told: dict[str, Any] = {"token": found.token, "suggestion": found.suggestion, "expected": found.expected}
            self.problem(path, found.code, found.message, piece=piece, **told)
            return
        if error.term is not None:
            path = ("terms", error.term)
        under = f" (under contract `{self.contract}`)" if self.contract else ""
        piece = (error.words.column, error.words.end_column)
        more = {"token": error.token, "suggestion": error.suggestion, "expected": error.expected}
        self.in_expression(path, error.words.text, error.code, error.message + under, piece=piece, **more)

    def in_expression(self, path: Steps, text: str, code: str, message: str, **more: Any) -> None:
        """Something wrong in an expression.

        If it was inherited and right until now, what is wrong is a term that this file gives another meaning: the
        problem lies there.
        """
        origin = self.laid.origin.at(path)
        if self.own is not None and origin.source is not self.own:
            for term in sorted(self._terms_of(text)):
                if self.laid.origin.at(("terms", term)).source is self.own:
                    span = origin.source.place(origin.path)
                    where = f"{origin.source.file}:{span.line}" if span else pointer(origin.path)
                    more = {**more, "piece": None}
                    self.problem(("terms", term), code, f"{message}, where {where} uses term `{term}`", **more)
                    return
        self.problem(path, code, message, **more)

    def _terms_of(self, text: str) -> frozenset[str]:
        try:
            return self.typist.terms_of(text)
        except (Refusal, ExpressionError):
            return frozenset()

    def own_one(self, *paths: Steps) -> Steps:
        """Of several paths that are wrong together, the last that this file itself wrote; else the first."""
        mine = [path for path in paths if self.own is not None and self.laid.origin.at(path).source is self.own]
        return mine[-1] if mine else paths[0]
