"""How the points of each side grew: what was added at which trick, and the rows of the table of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from ..table.captions import Captions
from ..table.walk import Happening, one, tricks_of

SILENT = frozenset({"begin", "lead", "play", "drawn"})
"""The kinds of moves that the cards in a row tell already."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on a side's line: its points `at` a trick (a half before its end: while it was played)."""

    at: float
    points: int
    waiting: int = 0
    """Points that are declared and do not count yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one side; empty if what it had is not known."""

    seats: list[str]
    marks: list[Mark]

    @property
    def last(self) -> Mark | None:
        """How it stands in the end."""
        return self.marks[-1] if self.marks else None


@dataclass(slots=True)
class Row:
    """A trick: what was said before it, its cards, who took it, and what each side has then."""

    trick: int | None
    """Its number; `None` for words after the last trick."""
    step: int
    memo: list[Markup] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    winner: str | None = None
    worth: int = 0
    illegal: bool = False
    totals: list[int | None] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def sides_of(steps: Sequence[Happening]) -> list[list[str]]:
    """Who scores together at the end of the hand."""
    return [list(side) for side in steps[-1].now["sides"]]


def total(step: Happening, side: Sequence[str]) -> int | None:
    """The points of a side after a step; `None` where the record does not say."""
    points = [step.now["points"][seat]["points"] for seat in side]
    return None if None in points else sum(points)


def waiting(step: Happening, side: Sequence[str]) -> int:
    """The points that a side has declared and that do not count yet."""
    return sum(step.now["points"][seat]["waiting"] for seat in side)


def lines_of(steps: Sequence[Happening]) -> list[Line]:
    """One line a side, with a mark for each change."""
    first, found = steps[0], []
    for side in sides_of(steps):
        marks: list[Mark] = []
        for step in steps:
            points = total(step, side)
            if points is None:
                continue
            place = first.trick - 1 if step is first else step.trick if step.now["taken"] else step.trick - 0.5
            mark = Mark(place, points, waiting(step, side))
            if not marks or (mark.points, mark.waiting) != (marks[-1].points, marks[-1].waiting):
                marks.append(mark)
        found.append(Line(side, marks))
    return found


def rows_of(steps: Sequence[Happening], captions: Captions) -> list[Row]:
    """One row a trick; the last words of a hand have one of their own."""
    rows: dict[int, Row] = {}
    sides, tricks = sides_of(steps), tricks_of(steps)
    for step in steps[1:]:
        row = rows.setdefault(step.trick, Row(step.trick if step.trick <= tricks else None, step.number))
        if step.kind not in SILENT or (step.violation is not None and not step.token.card):
            row.memo.append(captions.said(step))
        row.cards = [laid["card"] for laid in step.lying] or row.cards
        if taken := step.now["taken"]:
            row.winner, row.worth = one(taken["winner"]), taken["points"]
        if step.violation is not None:
            row.illegal, row.step = True, step.number
        row.totals = [total(step, side) for side in sides]
        row.waiting = [waiting(step, side) for side in sides]
    return list(rows.values())
