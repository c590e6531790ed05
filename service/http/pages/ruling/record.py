"""The record as a page shows it: the log line by line, with what is marked in it, and where and when it was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from bummerl.grammar import Hand
from bummerl.rulesets import tongue

OCCASION: Final = ("Event", "Site")
MOST_LINES: Final = 400
"""Lines of a log that a page shows; all of it is in the file."""
MOST_LETTERS: Final = 1_000
"""Letters of a line that a page shows."""
AROUND: Final = 20
"""Lines shown before and after a mark behind the first lines."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log: its number, its text before a marked piece, the piece, and the text behind it."""

    number: int
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The lines that are shown, and how many there are."""

    lines: tuple[Line, ...]
    total: int

    @property
    def whole(self) -> bool:
        """Whether all lines are shown."""
        return len(self.lines) == self.total


def listing(log: str, hand: Hand, move: int | None) -> Listing:
    """A log as it is shown, with the word marked that stands for a move of the record."""
    span = hand.place(f"/moves/{move}") if move is not None else None
    place = (span.line, span.column, span.end_column) if span is not None else (0, 1, 1)
    texts = log.split("\n")
    while texts and not texts[-1].strip():
        texts.pop()
    shown = [i for i in range(1, len(texts) + 1) if i <= MOST_LINES or abs(i - place[0]) <= AROUND]
    return Listing(tuple(_line(i, texts[i - 1], place) for i in shown), len(texts))


def _line(number: int, text: str, place: tuple[int, int, int]) -> Line:
    line, column, end = place
    if number != line:
        return Line(number, _short(text), "", "")
    first, last = column - 1, max(end - 1, column)
    before = text[:first]
    if len(before) > MOST_LETTERS:
        before = f"…{before[-MOST_LETTERS:]}"
    return Line(number, before, _short(text[first:last]), _short(text[last:]))


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def occasion(record: Mapping[str, Any], lang: str) -> list[str]:
    """Event, place and day, as far as they were written down."""
    headers = record.get("headers")
    known = headers if isinstance(headers, Mapping) else {}
    found = [str(known[name])[:MOST_LETTERS] for name in OCCASION if known.get(name)]
    return [*found, *([day(str(known["Date"])[:40], lang)] if known.get("Date") else [])]


def day(text: str, lang: str) -> str:
    """A day as the language writes it; what is no day of the calendar as it stands."""
    try:
        return tongue.day(lang, date.fromisoformat(text.replace(".", "-")))
    except ValueError:
        return text
