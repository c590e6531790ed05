"""Reading a move log: `read_log` gives its hands, each with its record, its problems and the places of its pieces."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, cast

from . import quick
from .decode import LARGEST_TEXT, too_large
from .diagnostics import Problem, Severity, Span
from .record import Record
from .source import Source, unify_line_ends

_BLANKS: Final = re.compile(r"\s*")


class Hand:
    """One hand of a move log."""

    __slots__ = ("_find", "_places", "line", "problems", "record")

    def __init__(self, record: Record, problems: tuple[Problem, ...], line: int, find: Callable[[], dict[str, Span]]) -> None:
        """Keep what was read; `find` works out the places when they are asked for."""
        self.record: Final = record
        """What was read, plain JSON; what could not be read is missing from it."""
        self.problems: Final = problems
        """What is wrong with its text, in the order of the text."""
        self.line: Final = line
        """The line in which the hand begins, counted from 1."""
        self._find = find
        self._places: dict[str, Span] | None = None

    @property
    def readable(self) -> bool:
        """Whether the record is all that was written: no problem is an error."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    def place(self, pointer: str) -> Span | None:
        """Where the part of the record that a JSON pointer names stands in the user's text.

        A part without a place of its own has that of the nearest part around it; `None` if nothing around it was written.

        >>> hand = read_log('[A "SA SK"]\\n1. SA')[0]
        >>> hand.place("/moves/0"), hand.place("/deal/hands/A/1"), hand.place("/dealer")
        (Span(line=2, column=4, end_line=2, end_column=6), Span(line=1, column=8, end_line=1, end_column=10), None)
        """
        if self._places is None:
            self._places = self._find()
        while pointer:
            if pointer in self._places:
                return self._places[pointer]
            pointer = pointer.rpartition("/")[0]
        return None


def read_log(text: str, *, limit: int = LARGEST_TEXT) -> list[Hand]:
    """Read all hands of a move log, always at least one.

    A text that cannot be read raises nothing: its hands have `problems`, all of the file at once, and one bad hand costs the
    others nothing. An empty text, or one longer than `limit` characters, is one empty hand with a problem.
    """
    if len(text) > limit:
        return [Hand({"moves": []}, (too_large(len(text), limit, "characters"),), 1, dict)]
    source = Source(unify_line_ends(text))
    text = source.text
    hands: list[Hand] = []
    start = 0
    while start < len(text) or not hands:
        begin = _BLANKS.match(text, start).end()  # type: ignore[union-attr]
        read = quick.read_hand(text, begin)
        if read is not None:
            hands.append(Hand(cast(Record, read.record), (), source.point(begin)[0], partial(_places, source, begin, read.end)))
            start = read.end
        elif begin == len(text) and hands:
            break
        else:
            start = _read_slowly(source, begin, hands)
    return hands


def _places(source: Source, start: int, end: int) -> dict[str, Span]:
    """The places in a hand that the quick reader has read between two offsets."""
    from .movelog import parse_log  # noqa: PLC0415 - lark is loaded only where it is needed
    from .places import places  # noqa: PLC0415

    part = source.part(start, end)
    return places(parse_log(part)[0], part)


def _read_slowly(source: Source, start: int, hands: list[Hand]) -> int:
    """Read by the grammar what the quick reader declined at `start`, and return where the quick reader may try again.

    That is the next header that follows something else than a header, if a hand ends there: neither inside a comment nor before
    the hand's first move. If it is not, at least twice as much is read, so that no text is read more than a few times.
    """
    from .movelog import parse_log  # noqa: PLC0415
    from .places import places  # noqa: PLC0415

    end = start
    while True:
        end = _next_hand(source.text, start + 2 * (end - start))
        part = source.part(start, end)
        written = parse_log(part)
        last = written[-1]
        at_hand = (last.moves or last.closed) and all(problem.code != "log.comment" for problem in last.problems)
        if at_hand or end == len(source.text):
            break
    for hand in written:
        line = part.point(hand.start)[0]
        hands.append(Hand(cast(Record, hand.record), tuple(hand.problems), line, partial(places, hand, part)))
    return end


def _next_hand(text: str, start: int) -> int:
    """Where the next line begins that is a header behind a line that is none; the end of the text if there is no such line."""
    at = start
    while (at := text.find("\n[", at) + 1) > 0:
        before = at
        while before > start and text[before - 1].isspace():
            before -= 1
        if before > start and text[max(text.rfind("\n", start, before) + 1, start)] != "[":
            return at
    return len(text)
