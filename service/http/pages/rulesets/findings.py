"""What is wrong with a text that somebody wrote, at its place in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bummerl.grammar import Problem, Severity
from markupsafe import Markup, escape

BEFORE, BEHIND = 14, 40
"""Characters of a line that are shown on either side of what is wrong; few before it, for narrow screens."""


@dataclass(frozen=True)
class Finding:
    """One problem: where, what, and the piece of its line; `fix` is what the button says that corrects it."""

    code: str
    warning: bool
    message: str
    line: int | None
    column: int
    length: int
    before: str
    marked: str
    after: str
    fix: str | None
    key: str

    @property
    def margin(self) -> str:
        """The signs that stand under the piece."""
        return " " * len(self.before) + "^" * max(1, len(self.marked))


def findings(problems: Iterable[Problem], text: str) -> list[Finding]:
    """The problems, errors first, each part in the order of the text."""
    rows = text.split("\n")
    found = [_finding(problem, rows) for problem in problems]
    return sorted(found, key=lambda one: (one.warning, one.line or 0, one.column))


def _finding(problem: Problem, rows: Sequence[str]) -> Finding:
    line, column = problem.line, problem.column or 1
    row = rows[line - 1] if line is not None and 0 < line <= len(rows) else ""
    end = problem.end_column if problem.end_line == line and problem.end_column else column + len(problem.token or " ")
    at, length = min(column - 1, len(row)), max(0, min(end - 1, len(row)) - (column - 1))
    start, stop = max(0, at - BEFORE), at + length + BEHIND
    before = ("… " if start else "") + row[start:at]
    after = row[at + length : stop] + (" …" if stop < len(row) else "")
    return Finding(
        problem.code,
        problem.severity is not Severity.ERROR,
        problem.message,
        line,
        column,
        length,
        before,
        row[at : at + length],
        after,
        problem.suggestion if _mendable(problem, row[at : at + length]) else None,
        f"{line}:{column}:{problem.token or ''}",
    )


def _mendable(problem: Problem, there: str) -> bool:
    """Whether what is to be written can be put in the place of what stands there."""
    return problem.suggestion is not None and bool(there) and there == problem.token


def mended(text: str, found: Iterable[Finding], key: str) -> str:
    """The text with the one problem of this key corrected; as it was if there is none, or nobody knows how."""
    for one in found:
        if one.key == key and one.fix is not None and one.line is not None:
            rows = text.split("\n")
            row = rows[one.line - 1]
            rows[one.line - 1] = row[: one.column - 1] + one.fix + row[one.column - 1 + one.length :]
            return "\n".join(rows)
    return text


def underlay(text: str, found: Iterable[Finding]) -> Markup:
    """The text with its problems marked, to lie behind the field in which it is edited."""
    spans: dict[int, list[Finding]] = {}
    for one in sorted(found, key=lambda one: one.column):
        if one.line is not None and one.length:
            spans.setdefault(one.line, []).append(one)
    rows = [_row(row, spans.get(number, ())) for number, row in enumerate(text.split("\n"), 1)]
    return Markup("\n").join(rows)


def _row(row: str, spans: Iterable[Finding]) -> Markup:
    found, at = Markup(), 0
    for one in spans:
        start = one.column - 1
        if start >= at:
            mark = Markup('<mark class="w">{}</mark>') if one.warning else Markup("<mark>{}</mark>")
            found += escape(row[at:start]) + mark.format(row[start : start + one.length])
            at = start + one.length
    return found + escape(row[at:])


def bad_lines(found: Iterable[Finding]) -> dict[int, str]:
    """The class of each line that has a problem; an error hides a warning."""
    lines: dict[int, str] = {}
    for one in found:
        if one.line is not None:
            lines.setdefault(one.line, "warned" if one.warning else "bad")
    return lines
