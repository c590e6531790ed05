"""Problems as the desk tells them: a place to go to, the line with the word marked, and what may be written instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .standing import Standing

ROOM: Final = 24
"""Characters of a line in front of the marked word that a phone has room for."""
LONGEST: Final = 80
MOST_LINES: Final = 2_000
"""So many lines have numbers and marks."""


@dataclass(frozen=True)
class Told:
    """One problem; `line` and `column` from 1, `length` in characters, 0 where there is no place."""

    code: str
    message: str
    error: bool
    line: int
    column: int
    length: int
    before: str
    word: str
    after: str
    fix: str
    """What the button of the correction sends; empty where nothing is suggested."""
    write: str


def told(now: Standing) -> list[Told]:
    """All problems of a log, in the order of the text."""
    lines = now.draft.log.split("\n")
    return [_told(problem, lines) for problem in now.problems[:100]]


def _told(problem: Mapping[str, Any], lines: list[str]) -> Told:
    line, column = problem.get("line", 0), problem.get("column", 0)
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    same = problem.get("end_line") == line
    end = problem["end_column"] - 1 if same else len(source)
    start = max(column - 1, 0)
    cut = max(0, start - ROOM)
    word = source[start:end]
    suggestion = str(problem.get("suggestion", ""))
    fits = bool(suggestion) and "end_line" in problem and line > 0
    return Told(
        code=problem["code"],
        message=problem["message"],
        error=problem["severity"] == "error",
        line=line,
        column=column,
        length=max(end - start, 0),
        before=("…" if cut else "") + source[cut:start],
        word=word[:LONGEST],
        after=source[end : end + LONGEST],
        fix=f"{line}:{column}:{suggestion}" if fits else "",
        write=suggestion if fits else "",
    )


def marked(now: Standing, problems: list[Told]) -> list[dict[str, Any]]:
    """The lines of the log, each with the marks that lie on it: what the editor shows behind the text."""
    found = []
    for number, line in enumerate(now.draft.log.split("\n", MOST_LINES)[:MOST_LINES], 1):
        own = [each for each in problems if each.line == number]
        parts, at = [], 0
        for each in sorted(own, key=lambda each: each.column):
            start, end = each.column - 1, each.column - 1 + each.length
            if start >= at and end > start:
                parts += [(line[at:start], ""), (line[start:end], "bad" if each.error else "wrn")]
                at = end
        state = "bad" if any(each.error for each in own) else "wrn" if own else ""
        found.append({"parts": [*parts, (line[at:], "")], "state": state})
    return found
