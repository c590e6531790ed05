"""What is wrong with a text: each problem at its place, with what was probably meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.grammar import in_language

from .inputs import Entry
from .labels import Labels
from .page import Page, dim, ink, shortened
from .quote import quote

LONGEST_MESSAGE = 500
"""Characters of a sentence that are printed: what it quotes may be as long as somebody likes."""


def show_problem(page: Page, entry: Entry, labels: Labels, problem: Mapping[str, Any]) -> None:
    """One problem: the line with a mark, the sentence, the correction, the code."""
    line, column = problem.get("line"), problem.get("column")
    place = ":".join(str(part) for part in (entry.title, line, column) if part is not None)
    if line is None and problem.get("path"):
        place += f" {problem['path']}"
    space = page.width - 2 - len(place) - len(problem["code"])
    page.line(place, " " * max(2, space), dim(problem["code"]), indent=2)
    if line is not None:
        end = problem.get("end_column") if problem.get("end_line", line) == line else None
        if end is None and column is not None:
            end = column + len(problem.get("token") or " ")
        quote(page, entry.lines, line, column, end, "yellow")
    page.paragraph(shortened(problem["message"], LONGEST_MESSAGE), indent=2)
    if problem.get("suggestion"):
        page.line(labels("did-you-mean", text=shortened(problem["suggestion"], LONGEST_MESSAGE)), indent=2)


def warnings(page: Page, entry: Entry, labels: Labels) -> None:
    """What looks like a slip of the pen, before the ruling: with another spelling there may be another ruling."""
    for slip in entry.warnings:
        page.line()
        page.line(ink(f"! {labels('warning')}", fg="yellow", bold=True))
        show_problem(page, entry, labels, in_language(slip, labels.lang).to_json())
