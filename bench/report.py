"""From rates to ratios, from ratios to a table: what was aimed at, what was reached."""

from __future__ import annotations

import json
import os
import platform
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .candidates import Candidate

MARKS = ("<!-- figures: written by python -m bench --write-docs -->", "<!-- end of figures -->")


@dataclass(frozen=True)
class Goal:
    """A ratio of two lines of the same run: `over` slower than `line` at most, or `line` faster than `over` at least."""

    what: str
    line: str
    over: str
    limit: float
    at_most: bool = False


GOALS = (
    Goal("core, pure: times slower than the C floor", "core pure", "floor", 600, at_most=True),
    Goal("core, compiled: times slower than the C floor", "core compiled", "floor", 8, at_most=True),
    Goal("NDJSON, pure: times the hands/s of the package, which only plays", "ndjson pure", "peer", 2),
    Goal("NDJSON, compiled: the same", "ndjson compiled", "peer", 12),
    Goal("text log, pure: times one full lark parse of it", "text pure", "lark", 2),
    Goal("text log, compiled: the same", "text compiled", "lark", 5),
    Goal("HTTP, complete hand, pure: share of the empty route", "complete pure", "empty pure", 0.6),
    Goal("HTTP, illegal hand, pure: the same", "illegal pure", "empty pure", 0.5),
    Goal("HTTP, complete hand, compiled: the same", "complete compiled", "empty compiled", 0.75),
    Goal("HTTP, illegal hand, compiled: the same", "illegal compiled", "empty compiled", 0.6),
)


@dataclass(frozen=True)
class Reached:
    """The median of the ratios of all rounds, the least and the greatest; None where a line is missing."""

    goal: Goal
    ratio: float | None
    least: float = 0.0
    greatest: float = 0.0

    @property
    def met(self) -> bool | None:
        if self.ratio is None:
            return None
        return self.ratio <= self.goal.limit if self.goal.at_most else self.ratio >= self.goal.limit


def reached(candidates: list[Candidate]) -> list[Reached]:
    rates = {candidate.key: candidate.rates for candidate in candidates}
    found = []
    for goal in GOALS:
        if not rates.get(goal.line) or not rates.get(goal.over):
            found.append(Reached(goal, None))
            continue
        pairs = list(zip(rates[goal.line], rates[goal.over], strict=True))
        ratios = [over / line if goal.at_most else line / over for line, over in pairs]
        found.append(Reached(goal, statistics.median(ratios), min(ratios), max(ratios)))
    return found


def machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} processors, {platform.python_implementation()} {platform.python_version()}"


def table(candidates: list[Candidate], goals: list[Reached], extra: list[tuple[str, str, str, bool | None]],
          missing: list[str], rounds: int) -> str:
    """The report as Markdown, which is readable on a terminal too."""
    lines = [f"{machine()}; {rounds} rounds, medians (least to greatest).", "",
             *rows(("goal", "asked", "reached", "met"), [said(each) for each in goals]
                   + [(what, asked, got, verdict(met)) for what, asked, got, met in extra]), "",
             *rows(("measured in turn", "includes", "a second"), [measured(candidate) for candidate in candidates])]
    if missing:
        lines += ["", *(f"Not measured: {reason}." for reason in missing)]
    return "\n".join(lines) + "\n"


def said(each: Reached) -> tuple[str, str, str, str]:
    goal = each.goal
    asked = f"{'at most' if goal.at_most else 'at least'} {goal.limit:g}"
    got = "–" if each.ratio is None else f"{short(each.ratio)} ({short(each.least)} to {short(each.greatest)})"
    return goal.what, asked, got, verdict(each.met)


def verdict(met: bool | None) -> str:
    return {True: "yes", False: "NO", None: "not measured"}[met]


def measured(candidate: Candidate) -> tuple[str, str, str]:
    rates = candidate.rates
    return candidate.what, candidate.includes, f"{whole(statistics.median(rates))} ({whole(min(rates))} to {whole(max(rates))})"


def short(x: float) -> str:
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"


def whole(x: float) -> str:
    """A rate to three digits: nobody needs more, and nothing more would be true."""
    digits = 10 ** max(0, len(str(int(x))) - 3)
    return f"{round(x / digits) * digits:,.0f}"


def rows(head: tuple[str, ...], body: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[i]) for row in [head, *body]) for i in range(len(head))]
    line = lambda row: "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"  # noqa: E731
    return [line(head), "| " + " | ".join("-" * width for width in widths) + " |", *map(line, body)]


def as_json(candidates: list[Candidate], goals: list[Reached], extra: list[tuple[str, str, str, bool | None]],
            missing: list[str]) -> dict[str, Any]:
    return {
        "machine": machine(),
        "goals": [{"what": g.goal.what, "limit": g.goal.limit, "at_most": g.goal.at_most, "ratio": g.ratio, "least": g.least,
                   "greatest": g.greatest, "met": g.met} for g in goals],
        "once": [{"what": what, "asked": asked, "reached": got, "met": met} for what, asked, got, met in extra],
        "rates": {c.key: {"what": c.what, "includes": c.includes, "per_second": c.rates} for c in candidates},
        "missing": missing,
    }


def write_json(path: Path, report: dict[str, Any]) -> None:
    path.write_text(json.dumps(report, indent=1) + "\n")


def write_docs(path: Path, text: str) -> None:
    """Replaces the figures in the documentation."""
    page = path.read_text()
    before, _, rest = page.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not end:
        raise ValueError(f"{path} has no place for the figures")
    path.write_text(f"{before}{MARKS[0]}\n{text}{MARKS[1]}{after}")
