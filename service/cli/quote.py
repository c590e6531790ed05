"""A line out of a user's file, with a mark under the place that is meant."""

from __future__ import annotations

from collections.abc import Sequence

from .page import Page, clean, columns, dim, ink

ELLIPSIS = "…"


def excerpt(line: str, column: int, end_column: int, room: int) -> tuple[str, int, int]:
    """The part of `line` that fits into `room` columns and holds the place; where the mark begins, and how long it is.

    Columns count code points from 1, as everywhere; what is returned counts columns of the terminal from 0.
    """
    start = max(0, min(column - 1, len(line)))
    end = max(start + 1, min(end_column - 1, len(line)))
    first, last = 0, len(line)
    if columns(clean(line[:400])) > room or len(line) > 400:
        first = max(0, start - room // 2)
        last = min(len(line), first + room - 2)
        end = min(end, last)
    head = ELLIPSIS if first else ""
    tail = ELLIPSIS if last < len(line) else ""
    text = head + clean(line[first:last]) + tail
    return text, columns(head + clean(line[first:start])), max(1, columns(clean(line[start:end])))


def quote(page: Page, lines: Sequence[str], line: int, column: int | None, end_column: int | None, colour: str) -> None:
    """Print line number `line` and, under it, a mark from `column` up to `end_column`."""
    if not 1 <= line <= len(lines):
        return
    number = str(line)
    where = column or 1
    text, start, length = excerpt(lines[line - 1], where, end_column or where + 1, page.width - len(number) - 5)
    page.line(dim(f"{number} │ "), text, indent=2)
    if column is not None:
        page.line(dim(" " * len(number) + " │ "), " " * start, ink("^" * length, fg=colour, bold=True), indent=2)
