"""From rates to ratios, from ratios to a table: what was aimed at, what was reached."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .candidates import Candidate
from .every import LIMIT, Row
from .records import RULESET as MODEL

Once = tuple[str, str, str, bool | None]
"""Something measured once: what, what was asked, what was reached, whether it was met."""
MARKS = ("<!-- figures: written by python -m bench --write-docs -->", "<!-- end of figures -->")


@dataclass(frozen=True)
class Goal:
    """A ratio of two lines of the same run: `line` at most so much slower than `over`, or at least so much faster."""

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
        """Is the goal reached? None if nothing was measured."""
        if self.ratio is None:
            return None
        return self.ratio <= self.goal.limit if self.goal.at_most else self.ratio >= self.goal.limit


def reached(candidates: list[Candidate]) -> list[Reached]:
    """All goals, by the ratios of each round."""
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
    """What it was measured on."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.machine()}, {os.cpu_count()} processors, {python}"


def table(candidates: list[Candidate], goals: list[Reached], extra: list[Once], missing: list[str], rounds: int,
          kin: Sequence[Row] = ()) -> str:
    """The report as Markdown, which is readable on a terminal too."""
    lines = [f"{machine()}; {rounds} rounds, medians (least to greatest), per second of processor time.", "",
             *rows(("goal", "asked", "reached", "met"), [said(each) for each in goals]
                   + [(what, asked, got, verdict(met)) for what, asked, got, met in extra]), "",
             *rows(("measured in turn", "includes", "a second"), [measured(candidate) for candidate in candidates])]
    if kin:
        head = ("ruleset", "hands a second", "moves a hand", f"a move, in those of {MODEL}", f"at most {LIMIT:g}")
        lines += ["", *rows(head, [of_ruleset(row) for row in kin])]
    if missing:
        lines += ["", *(f"Not measured: {reason}." for reason in missing)]
    return "\n".join(lines) + "\n"


def said(each: Reached) -> tuple[str, str, str, str]:
    """A goal as a row."""
    goal = each.goal
    asked = f"{'at most' if goal.at_most else 'at least'} {goal.limit:g}"
    got = "–" if each.ratio is None else f"{short(each.ratio)} ({short(each.least)} to {short(each.greatest)})"
    return goal.what, asked, got, verdict(each.met)


def verdict(met: bool | None) -> str:
    """In a word."""
    return {True: "yes", False: "NO", None: "not measured"}[met]


def of_ruleset(row: Row) -> tuple[str, str, str, str, str]:
    """A ruleset as a row."""
    took = f"{short(row.times)} ({short(row.least)} to {short(row.greatest)})"
    return row.ruleset, whole(statistics.median(row.rates)), f"{row.moves:.1f}", took, verdict(row.met)


def measured(candidate: Candidate) -> tuple[str, str, str]:
    """A candidate as a row."""
    middle, least, greatest = (whole(of(candidate.rates)) for of in (statistics.median, min, max))
    return candidate.what, candidate.includes, f"{middle} ({least} to {greatest})"


def short(x: float) -> str:
    """A ratio to three digits."""
    return f"{x:.0f}" if x >= 100 else f"{x:.3g}"


def whole(x: float) -> str:
    """A rate to three digits: nobody needs more, and nothing more would be true."""
    digits = 10 ** max(0, len(str(int(x))) - 3)
    return f"{round(x / digits) * digits:,.0f}"


def rows(head: tuple[str, ...], body: Sequence[tuple[str, ...]]) -> list[str]:
    """A table of Markdown, its columns one below the other."""
    widths = [max(len(row[i]) for row in [head, *body]) for i in range(len(head))]

    def line(row: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"

    return [line(head), line(tuple("-" * width for width in widths)), *map(line, body)]


def as_json(candidates: list[Candidate], goals: list[Reached], extra: list[Once], missing: list[str],
            kin: Sequence[Row] = ()) -> dict[str, Any]:
    """Everything that was measured, round by round."""
    return {
        "machine": machine(),
        "goals": [{"what": each.goal.what, "limit": each.goal.limit, "at_most": each.goal.at_most, "ratio": each.ratio,
                   "least": each.least, "greatest": each.greatest, "met": each.met} for each in goals],
        "once": [{"what": what, "asked": asked, "reached": got, "met": met} for what, asked, got, met in extra],
        "rates": {c.key: {"what": c.what, "includes": c.includes, "per_second": c.rates} for c in candidates},
        "rulesets": {row.ruleset: {"per_second": row.rates, "moves": row.moves, "times": row.times} for row in kin},
        "missing": missing,
    }


def write_json(path: Path, report: dict[str, Any]) -> None:
    """Keeps it in a file."""
    path.write_text(json.dumps(report, indent=1) + "\n")


def write_docs(path: Path, text: str) -> None:
    """Replaces the figures in the documentation."""
    page = path.read_text()
    before, _, rest = page.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not end:
        raise ValueError(f"{path} has no place for the figures")
    path.write_text(f"{before}{MARKS[0]}\n{text}{MARKS[1]}{after}")
