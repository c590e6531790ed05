"""What a check looks at: resolved rules with their origins, and the way from anything wrong to the file it was written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bummerl.grammar import ExpressionError, Problem, Severity

from . import limits
from .checker import Refusal
from .origin import Laid
from .places import Spot, pointer
from .source import Path
from .typist import Typist


@dataclass(slots=True)
class Findings:
    """Problems as they are found; each is told once, and after a hundred only counted."""

    found: dict[tuple[str, str | None, int | None, int | None, str], Problem] = field(default_factory=dict)

    def add(self, problem: Problem) -> None:
        """One more, unless it is known."""
        if len(self.found) < limits.PROBLEMS:
            self.found.setdefault(
                (
                    problem.code,
                    problem.file,
                    problem.line,
                    problem.column,
                    problem.message if problem.line is None else "",
                ),
                problem,
            )

    @property
    def sorted(self) -> list[Problem]:
        """In the order in which a reader meets them."""
        return sorted(self.found.values(), key=lambda problem: problem.sort_key)

    @property
    def errors(self) -> list[Problem]:
        """Those that make the ruleset unusable."""
        return [problem for problem in self.sorted if problem.severity == Severity.ERROR]


@dataclass(slots=True)
class Context:
    """Resolved rules (under a contract: those that hold then), a typist for them, and where findings go."""

    laid: Laid
    typist: Typist
    findings: Findings
    contract: str | None = None

    @property
    def data(self) -> Mapping[str, Any]:
        """The rules as plain data."""
        found: Mapping[str, Any] = self.laid.value
        return found

    def problem(
        self,
        path: Path,
        code: str,
        message: str,
        *,
        key: bool = False,
        severity: Severity = Severity.ERROR,
        piece: tuple[int, int] | None = None,
        **more: Any,
    ) -> None:
        """Something wrong at a path of the rules: at its key, at its value, or at a piece of the value given by columns."""
        origin = self.laid.origin.at(path)
        source = origin.source
        span = (
            source.key(origin.path)
            if key
            else source.within(origin.path, *piece)
            if piece
            else source.place(origin.path)
        )
        code = code if "." in code else f"ruleset.{code}"
        more = {"file": source.file, "path": pointer(origin.path) or None, "severity": severity, **more}
        if span is None and piece:
            message = f"{message} (column {piece[0]})"
        self.findings.add(Problem.at(span, code, message, **more) if span else Problem(code, message, **more))

    def warn(self, path: Path, code: str, message: str, **more: Any) -> None:
        """Something that is allowed and hardly meant."""
        self.problem(path, code, message, severity=Severity.WARNING, **more)

    def refused(self, spot: Spot | Path, error: Refusal | ExpressionError) -> None:
        """An expression that was refused, as a problem in its own text or in that of the term it came from."""
        path = spot.path if isinstance(spot, Spot) else spot
        under = f" (under contract `{self.contract}`)" if self.contract else ""
        if isinstance(error, ExpressionError):
            problem = error.problem
            column = problem.column or 1
            self.problem(
                path,
                problem.code,
                problem.message,
                piece=(column, problem.end_column or column),
                token=problem.token,
                suggestion=problem.suggestion,
                expected=problem.expected,
            )
            return
        if error.term is not None:
            path = ("terms", error.term)
        self.problem(
            path,
            error.code,
            error.message + under,
            piece=(error.words.column, error.words.end_column),
            token=error.token,
            suggestion=error.suggestion,
            expected=error.expected,
        )
