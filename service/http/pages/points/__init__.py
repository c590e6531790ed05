"""The points of a hand, trick by trick: a chart and a table.

A page that shows them takes the style `points`, and calls the macro `points` of `points/points.html` with what
`points_of` returns.  Its texts it brings along.  The numbers of tricks are links to the table (`table.stage_of`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..hands import Judged
from ..table import shown
from ..table.captions import Captions
from ..table.walk import Happening, walk
from ..words import PageWords, words
from .chart import NARROW, WIDE, Chart, chart_of
from .history import Line, Row, lines_of, rows_of
from .limits import NO_LIMITS, Limits, limits_of


@dataclass(frozen=True)
class Points:
    """What chart and table show."""

    w: PageWords
    names: dict[str, str]
    lines: list[Line]
    """One a side, in the order of the columns."""
    rows: list[Row]
    charts: list[Chart]
    summary: str
    """What the chart shows, in words."""
    steps: range
    """The steps that the page has."""


def points_of(judged: Judged) -> Points | None:
    """The points of a judged hand; `None` if nothing of it could be read."""
    steps = walk(judged)
    if not steps:
        return None
    captions, w = Captions(judged), words(judged.frame.lang, "points")
    lines, limits = lines_of(steps), _limits(judged, steps)
    charts = [chart_of(steps, lines, limits, captions, w, size) for size in (WIDE, NARROW)]
    summary = _summary(steps, lines, limits, captions, w)
    return Points(w, captions.names, lines, rows_of(steps, captions), charts, summary, shown(steps))


def _limits(judged: Judged, steps: list[Happening]) -> Limits:
    """The figures of the rules; none in a contract, which has an aim of its own."""
    if judged.ruleset is None or steps[-1].now["contract"]:
        return NO_LIMITS
    return limits_of(judged.ruleset, judged.verdict.get("options", {}))


def _summary(steps: list[Happening], lines: list[Line], limits: Limits, captions: Captions, w: PageWords) -> str:
    standing = [
        w("points.stands", player=w.listed([captions.name(seat) for seat in line.seats]), n=line.last.points)
        for line in lines
        if line.last is not None
    ]
    found = [w("points.chart.start")]
    if standing:
        found.append(w("points.chart.end", standing="; ".join(standing)))
    if limits.figures:
        found.append(w("points.chart.limits", figures=w.listed([str(limit) for limit in limits.figures])))
    if steps[-1].violation is not None:
        found.append(w("points.chart.illegal", n=steps[-1].trick))
    return " ".join([*found, w("points.chart.table")])
