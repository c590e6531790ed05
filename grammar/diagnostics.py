"""What is wrong with a text, as a value: where it is, what was expected, and what was probably meant.

Every layer of the project reports a user's mistake as a `Problem`. Problems are collected, sorted by place and
shown together; exceptions are kept for mistakes of the program itself, or carry a problem where a function has
nothing else to return.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple


class Severity(StrEnum):
    """How bad a problem is; only an error makes a text unreadable."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Span(NamedTuple):
    """A stretch of a text: lines and columns count code points from 1, and the end is just past the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with its place in the user's own text.

    `line` and `column` count code points from 1, and are `None` where there is no text (a record that came as JSON has
    a `path`, a JSON pointer, instead). `end_line`/`end_column` are just past the last character concerned. `code` is a
    stable name listed in `CODES` and explained on a page of `docs/errors`. `expected` says in words what could have
    stood there; `suggestion` is given where exactly one correction is sensible.
    """

    code: str
    message: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    token: str | None = None
    expected: tuple[str, ...] = ()
    suggestion: str | None = None
    path: str | None = None
    file: str | None = None
    severity: Severity = Severity.ERROR

    @classmethod
    def at(cls, span: Span, code: str, message: str, **more: Any) -> Problem:
        """A problem that lies at `span`."""
        return cls(code, message, span.line, span.column, span.end_line, span.end_column, **more)

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Orders problems as a reader meets them: by file, line, column, then by path and code."""
        return (self.file or "", self.line or 0, self.column or 0, self.path or "", self.code)

    def to_json(self) -> dict[str, Any]:
        """The problem as plain JSON; what is not known is left out."""
        found = {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "path": self.path,
            "token": self.token,
            "expected": list(self.expected),
            "suggestion": self.suggestion,
        }
        return {name: value for name, value in found.items() if value is not None and value != []}

    def __str__(self) -> str:
        """`file:line:column: message`, as compilers write it; what is not known is left out."""
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        if self.line is None and self.path:
            place.append(self.path)
        meant = f"; did you mean `{self.suggestion}`?" if self.suggestion else ""
        return ": ".join([":".join(place), self.message + meant] if place else [self.message + meant])


def suggest(word: str, known: Iterable[str]) -> str | None:
    """The one known word that `word` is probably a slip of, or `None` if there is none or several are as near.

    >>> suggest("exchnage", ["exchange", "close", "claim"])
    'exchange'
    >>> suggest("clos", ["close", "claim"])
    'close'
    >>> suggest("c", ["a", "b"]) is None
    True
    """
    if len(word) > 60:
        return None
    candidates = sorted(set(known) - {word})
    folded = [name for name in candidates if name.casefold() == word.casefold()]
    if len(folded) == 1:
        return folded[0]
    near = difflib.get_close_matches(word, candidates, n=2, cutoff=0.6)
    if len(near) == 2 and abs(_likeness(word, near[0]) - _likeness(word, near[1])) < 0.05:
        return None
    return near[0] if near else None


def _likeness(left: str, right: str) -> float:
    return difflib.SequenceMatcher(None, left, right).ratio()


def listed(words: Sequence[str], last: str = "or") -> str:
    """Words as an English list: `a, b or c`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def shown(text: str, longest: int = 40) -> str:
    """A piece of somebody's text made fit for a message: cut short, and with every unprintable character spelt out."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape", "surrogatepass").decode("ascii") for sign in cut
    )
