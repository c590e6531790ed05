"""Where everything in the chart of points stands, in the units of its view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from ..table.captions import Captions
from ..table.walk import WORD, Happening, tricks_of
from ..words import PageWords
from .history import Line, Mark
from .limits import Limits

LEFT: Final = 34
TOP: Final = 18
AXIS: Final = 26
"""Below the axis: the numbers of the tricks."""
ROW: Final = 14
"""A row of events."""
LETTER: Final = 6.6
"""The width of a letter of the small type, about."""
APART: Final = 17
"""Least distance of two labels at the ends of lines."""
LONGEST: Final = 13
"""Letters of an event."""
HEADROOM: Final = 1.36
"""How far the chart goes beyond the highest figure of the rules."""


@dataclass(frozen=True, slots=True)
class Size:
    """Outer measures of a chart, and how many letters of a name it has room for."""

    name: str
    width: int
    height: int
    letters: int


WIDE: Final = Size("wide", 590, 400, 16)
NARROW: Final = Size("narrow", 340, 270, 11)


@dataclass(frozen=True, slots=True)
class Text:
    """Words at a place."""

    x: float
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark on a line; `hollow` while the points do not count."""

    x: float
    y: float
    hollow: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """The line of a side, named by its first player's seat."""

    seat: str
    path: str
    dots: list[Dot]
    label: Text | None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, ready to be written down."""

    size: Size
    height: float
    left: float
    right: float
    top: float
    bottom: float
    tricks: list[Text]
    limits: list[Text]
    goal: float | None
    """Where the figure stands that wins."""
    scale: list[Text]
    lines: list[Drawn]
    events: list[Text]
    ticks: list[float]
    illegal: float | None


def chart_of(
    steps: Sequence[Happening], lines: list[Line], limits: Limits, captions: Captions, w: PageWords, size: Size
) -> Chart:
    """The chart of a hand in one size."""
    return _Drawing(steps, lines, limits, captions, w, size).chart()


class _Drawing:
    def __init__(
        self,
        steps: Sequence[Happening],
        lines: list[Line],
        limits: Limits,
        captions: Captions,
        w: PageWords,
        size: Size,
    ) -> None:
        self.steps, self.lines, self.limits, self.goal = steps, lines, limits.figures, limits.goal
        self.captions, self.w, self.size = captions, w, size
        last = steps[-1]
        self.first = steps[0].trick - 1
        self.bad = last.trick if last.violation is not None else None
        self.tricks = max(tricks_of(steps), self.bad or 0, self.first + 1)
        self.end = max(self.bad or self.first, self._at(last) if last.number else self.first)
        highest = max([mark.points + mark.waiting for line in lines for mark in line.marks], default=0)
        self.highest = max(highest * 1.08, max(self.limits, default=0) * HEADROOM, 10)
        self.labels = [self._label(line) for line in lines]
        margin = 22 + max(len(label) for label in self.labels) * (LETTER + 1.2)
        self.right = size.width - margin
        self.bottom = size.height - AXIS - 3 * ROW

    def x(self, at: float) -> float:
        return round(LEFT + (self.right - LEFT) * (min(at, self.tricks) - self.first) / (self.tricks - self.first), 1)

    def y(self, points: float) -> float:
        return round(self.bottom - (self.bottom - TOP) * points / self.highest, 1)

    def _at(self, step: Happening) -> float:
        """Where a move stands: at a trick that it ends, or half a trick before."""
        return min(step.trick if step.now["taken"] else step.trick - 0.5, self.tricks)

    def chart(self) -> Chart:
        events, ticks = self._events()
        rows = [event.y for event in events]
        height = max([self.bottom + AXIS, *rows]) + 8
        gap = ceil(19 / ((self.right - LEFT) / (self.tricks - self.first)))
        numbers = [n for n in range(self.first + 1, self.tricks + 1) if (n - self.first) % gap == 0 or gap == 1]
        return Chart(
            self.size, height, LEFT, round(self.right, 1), TOP, self.bottom,
            [Text(self.x(n), self.bottom + 19, str(n)) for n in numbers],
            [Text(LEFT, self.y(limit), str(limit)) for limit in self.limits],
            None if self.goal is None else self.y(self.goal),
            [Text(LEFT, self.y(value), str(value)) for value in self._scale()],
            self._drawn(), events, ticks,
            None if self.bad is None else self.x(self.bad),
        )  # fmt: skip

    def _scale(self) -> list[int]:
        """Figures at the side: zero, and round ones where the rules have none."""
        if self.limits:
            return [0]
        step = next(each for each in (5, 10, 20, 50, 100, 200, 500, 10**6) if self.highest / each <= 6)
        return list(range(0, int(self.highest) + 1, step))

    def _label(self, line: Line) -> str:
        names = " + ".join(self.captions.name(seat) for seat in line.seats)
        if len(names) > self.size.letters:
            names = names[: self.size.letters - 1].rstrip() + "…"
        points = self.w("points.unknown") if line.last is None else line.last.points
        return self.w("points.stands", player=f"\u2068{names}\u2069", n=points)

    def _drawn(self) -> list[Drawn]:
        heights = [None if line.last is None else self.y(line.last.points) for line in self.lines]
        places = _apart(heights)
        x = self.x(self.end) + (16 if self.bad is not None else 12)
        return [
            Drawn(
                line.seats[0],
                self._path(line.marks),
                self._dots(line.marks),
                None if place is None else Text(x, place + 5, label),
            )
            for line, label, place in zip(self.lines, self.labels, places, strict=True)
        ]

    def _path(self, marks: list[Mark]) -> str:
        if not marks:
            return ""
        path = f"M{self.x(marks[0].at)} {self.y(marks[0].points)}"
        for mark, before in zip(marks[1:], marks, strict=False):
            if mark.points != before.points:
                path += f"H{self.x(mark.at)}V{self.y(mark.points)}"
        return path + f"H{self.x(self.end)}"

    def _dots(self, marks: list[Mark]) -> list[Dot]:
        found = []
        for mark, before in zip(marks[1:], marks, strict=False):
            if mark.points != before.points:
                found.append(Dot(self.x(mark.at), self.y(mark.points), False))
            if mark.waiting > before.waiting:
                found.append(Dot(self.x(mark.at), self.y(mark.points + mark.waiting), True))
        return found

    def _events(self) -> tuple[list[Text], list[float]]:
        taken: list[list[tuple[float, float]]] = []
        found, ticks = [], list[float]()
        for step in self.steps[1:]:
            words = self._event(step)
            if words is None:
                continue
            x = self.x(self._at(step))
            if x not in ticks:
                ticks.append(x)
            half = len(words) * LETTER / 2 + 3
            space = (x - half, x + half)
            row = next((i for i, row in enumerate(taken) if all(space[1] < a or space[0] > b for a, b in row)), None)
            if row is None:
                taken.append([])
                row = len(taken) - 1
            taken[row].append(space)
            found.append(Text(x, self.bottom + 38 + ROW * row, words))
        return found, ticks

    def _event(self, step: Happening) -> str | None:
        if not step.in_play or step.violation is not None:
            return None
        if step.token.number is not None:
            counts = any(gain["reason"] == "meld" and gain["points"] for gain in step.now["gained"])
            return f"+{step.token.number}" if counts else f"(+{step.token.number})"
        key = f"points.event.{step.kind}"
        if self.w.has(key):
            return self.w(key)
        if step.kind == WORD or step.token.word is not None:
            words = self.captions.saying(step)
            return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
        return None


def _apart(heights: list[float | None]) -> list[float | None]:
    """The heights of labels, moved so far that none lies on another; the order stays."""
    known = sorted((height, i) for i, height in enumerate(heights) if height is not None)
    places: list[float | None] = [None] * len(heights)
    low = float("-inf")
    for height, i in known:
        low = max(height, low + APART)
        places[i] = low
    shift = sum((places[i] or 0) - height for height, i in known) / len(known) if known else 0
    return [None if place is None else round(place - shift, 1) for place in places]
