"""How a ruling came about: each row or requirement that was tried, what it saw, and whether it held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .labels import Labels
from .page import Page, dim, ink

MARKS = {True: ("✓", "green", "held"), False: ("·", None, "failed"), None: ("?", "yellow", "unknown")}


def show_trace(page: Page, trace: Sequence[Mapping[str, Any]], labels: Labels) -> None:
    """Print the rows in the order in which they were tried."""
    page.heading(labels("trace"))
    for row in trace:
        mark, colour, word = MARKS[row.get("held")]
        rule = str(row.get("rule") or row.get("id") or "")
        page.line(ink(mark, fg=colour), f" {rule}  ", dim(labels(word)), indent=2)
        condition = row.get("condition") or row.get("when") or row.get("source")
        if condition:
            page.paragraph(str(condition), indent=6, dim=True)
        values = row.get("values") or row.get("saw")
        if isinstance(values, Mapping) and values:
            page.paragraph(", ".join(f"{name} = {shown(value)}" for name, value in values.items()), indent=6)


def shown(value: Any) -> str:
    """A value as the rules write it."""
    match value:
        case None:
            return "none"
        case True:
            return "yes"
        case False:
            return "no"
        case list() | tuple():
            return "(" + " ".join(map(shown, value)) + ")"
        case _:
            return str(value)
