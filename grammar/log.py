"""Reading a move log: `read_log` gives its hands, each with its record, its problems and the places of its pieces."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Final, cast

from . import quick
from .cutter import Cutter
from .decode import LARGEST_TEXT, too_large
from .diagnostics import Problem, Severity, Span
from .messages import say
from .movelog import parse_log
from .movelog_errors import capped
from .notation import MOST_MOVES
from .places import places
from .record import Record
from .source import Source, unify_line_ends

_BLANKS: Final = re.compile(r"\s*")
_MOST_BAD: Final = 1000
"""Unreadable hands after which reading stops."""
_TRUSTED: Final = 20
"""Unreadable hands after which a text is not worth the quick reader's look at all that follows."""
_SHORTEST: Final = 50
"""Characters of the shortest hand, on average, that a text is expected to be full of."""


class Hand:
    """One hand of a move log."""

    __slots__ = ("_find", "_places", "line", "problems", "record")

    def __init__(
        self, record: Record, problems: tuple[Problem, ...], line: int, find: Callable[[], dict[str, Span]]
    ) -> None:
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

        A part without a place of its own has that of the nearest part around it; `None` if nothing around it was
        written.

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

    A text that cannot be read raises nothing: its hands have `problems`, all of the file at once, and one bad hand
    costs the others nothing. An empty text, or one longer than `limit` characters, is one empty hand with a problem.
    """
    if len(text) > limit:
        return [Hand({"moves": []}, (too_large(len(text), limit, say("unit.characters")),), 1, dict)]
    text = unify_line_ends(text.removeprefix("\ufeff"))
    source, cutter = Source(text), Cutter(text)
    hands: list[Hand] = []
    start, line, bad = 0, 1, 0
    while start < len(text) or not hands:
        begin = _BLANKS.match(text, start).end()  # type: ignore[union-attr]
        line += text.count("\n", start, begin)
        read = quick.read_hand(text, begin) if bad < _TRUSTED else None
        if read is not None:
            record, start = read
            hands.append(Hand(cast(Record, record), (), line, partial(_places, source, begin, start)))
        elif begin == len(text) and hands:
            break
        else:
            count = len(hands)
            start = _read_slowly(source, cutter, begin, hands)
            bad += sum(not hand.readable for hand in hands[count:])
        if bad > _MOST_BAD or len(hands) > limit // _SHORTEST:
            hands.append(Hand({"moves": []}, (_stopped(source.span(start, start), bad),), line, dict))
            break
        line += text.count("\n", begin, start)
    return hands


def _stopped(span: Span, bad: int) -> Problem:
    found = f"{bad:,} hands that cannot be read" if bad > _MOST_BAD else "more hands than a text of this size can have"
    return Problem.at(span, "log.hands", f"there are {found}; what follows was not read")


def _places(source: Source, start: int, end: int) -> dict[str, Span]:
    """The places in a hand that the quick reader has read between two offsets."""
    part = source.part(start, end)
    return places(parse_log(part)[0], part)


def _read_slowly(source: Source, cutter: Cutter, start: int, hands: list[Hand]) -> int:
    """Read by the grammar what the quick reader declined at `start`, and return where the quick reader may try again.

    That is where the next hand seems to begin, if this one has a move by then. If it has none, what follows belongs to
    it, and at least twice as much is read, so that no text is read more than a few times.
    """
    end = start
    while True:
        end = _next_hand(cutter, start, start + 2 * (end - start))
        part = source.part(start, end)
        cut = _too_much(part.text)
        written = parse_log(part.part(0, cut[0]) if cut else part)
        if cut or written[-1].ended or end == len(source.text):
            break
    if cut:
        written[-1].problems = capped([*written[-1].problems, _too_long(part.span(*cut))])
    for hand in written:
        line = part.point(hand.start)[0]
        hands.append(Hand(cast(Record, hand.record), tuple(hand.problems), line, partial(places, hand, part)))
    return end


def _next_hand(cutter: Cutter, start: int, after: int) -> int:
    """Where the next hand seems to begin: behind `*`, or with a header in a line behind one that is no header.

    Comments and quoted values from `start` on are stepped over; the place is behind `after`.
    """
    text = cutter.text
    for sign, _, end in cutter.pieces(start):
        if end <= after or end >= len(text):
            continue
        if sign == "*":
            if not text.startswith(("{", ";"), _BLANKS.match(text, end).end()):  # type: ignore[union-attr]
                return end
        elif sign == "\n" and text[end] == "[" and text[_line_before(text, start, end)] != "[":
            return end
    return len(text)


def _line_before(text: str, start: int, end: int) -> int:
    """Where the last line between two offsets begins that is not blank; `start` if it is the first."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return max(text.rfind("\n", start, end) + 1, start)


def _too_much(text: str) -> tuple[int, int] | None:
    """The first piece of a hand's text that is more than any hand can have."""
    written = (piece for piece in Cutter(text).pieces() if piece[0] != "\n")
    found = next(islice(written, 5 * MOST_MOVES, None), None)
    return found[1:] if found else None


def _too_long(span: Span) -> Problem:
    message = say("hand.long", most=MOST_MOVES)
    return Problem.at(span, "log.moves", message)
