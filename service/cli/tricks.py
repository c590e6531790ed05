"""The hand trick by trick: what was said and played, who took it, and what everybody had then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .labels import Labels
from .page import Ink, Page, columns, dim, ink, pad

Position = Mapping[str, Any]
WIDEST_NAME = 12


@dataclass(slots=True)
class Row:
    """One trick, or what was said before the first and after the last."""

    trick: int
    tokens: list[str] = field(default_factory=list)
    gained: list[Mapping[str, Any]] = field(default_factory=list)
    points: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    cards: bool = False
    refused: str | None = None


def rows(positions: Iterable[Position]) -> list[Row]:
    """The moves of a replay, gathered by trick."""
    found: list[Row] = []
    for position in positions:
        if position["move"] is None:
            continue
        taken = position["taken"]
        trick = taken["trick"] if taken else position["trick"]
        played = bool(taken or position["table"])
        if not found or found[-1].trick != trick or (played and not found[-1].cards and position["stage"] != "play"):
            found.append(Row(trick))
        row = found[-1]
        row.tokens.append(str(position["token"]))
        row.gained += position["gained"]
        row.points = position["points"]
        row.cards = row.cards or played
    return found


def show_tricks(
    page: Page,
    positions: Sequence[Position],
    verdict: Mapping[str, Any],
    names: Mapping[str, str],
    labels: Labels,
) -> None:
    """Print the table; nothing where nothing was played."""
    found = rows(positions)
    for violation in verdict.get("violations") or ():
        if not found or found[-1].trick != violation["trick"]:
            points = found[-1].points if found else {}
            found.append(Row(violation["trick"], points=points))
        found[-1].refused = violation["token"]
    if not found or not any(row.points for row in found):
        return
    seats = list(next(row.points for row in found if row.points))
    Table(page, seats, {seat: names.get(seat, seat) for seat in seats}, labels).show(found)


def _figure(points: int | None) -> str:
    """A number of points; `?` where a position leaves it open."""
    return "?" if points is None else str(points)


class Table:
    """Lays the rows out in columns: trick, played, taken by, and the points of each seat."""

    def __init__(self, page: Page, seats: Sequence[str], names: Mapping[str, str], labels: Labels) -> None:
        self.page, self.seats, self.names, self.labels = page, seats, names, labels

    def show(self, found: Sequence[Row]) -> None:
        """Print heading, head and rows."""
        labels = self.labels
        heads = [_short(self.names[seat]) for seat in self.seats]
        figures = [max(columns(head), 3) for head in heads]
        gains = [self.gained(row) for row in found]
        number = columns(labels("column.trick"))
        taken = max(columns(labels("column.taken")), *map(columns, gains))
        room = self.page.width - 2 - number - 2 - taken - sum(width + 2 for width in figures) - 2
        lines = [list(_packed(row.tokens, max(12, room))) for row in found]
        width = max(
            columns(labels("column.cards")),
            *(self._width(r, row) for r, ls in zip(found, lines, strict=True) for row in ls),
        )
        self.page.heading(labels("tricks"))
        self.page.line(
            dim(pad(labels("column.trick"), number)), "  ", dim(pad(labels("column.cards"), width)), "  ",
            dim(pad(labels("column.taken"), taken)),
            *(dim("  " + pad(head, w, right=True)) for head, w in zip(heads, figures, strict=True)),
            indent=2,
        )  # fmt: skip
        for row, gain, tokens in zip(found, gains, lines, strict=True):
            self._show_row(row, gain, tokens or [""], number, width, taken, figures)

    def _width(self, row: Row, line: str) -> int:
        return columns(line) + (columns(row.refused) + 1 if row.refused else 0)

    def _show_row(
        self, row: Row, gain: str, tokens: list[str], number: int, width: int, taken: int, figures: Sequence[int]
    ) -> None:
        numbered = row.cards or row.refused is not None
        for i, line in enumerate(tokens):
            first, last = i == 0, i == len(tokens) - 1
            cells: list[str | Ink] = [pad(str(row.trick) if first and numbered else "", number, right=True), "  ", line]
            filled = columns(line)
            if last and row.refused:
                space = " " if line else ""
                cells += [space, ink(row.refused, fg="red", bold=True)]
                filled += len(space) + columns(row.refused)
            if last:
                mark = ink(pad(self.labels("illegal"), taken), fg="red") if row.refused else pad(gain, taken)
                cells += [" " * (width - filled), "  ", mark]
                cells += [
                    "  " + pad(_figure(row.points[s]["points"]), w, right=True)
                    for s, w in zip(self.seats, figures, strict=True)
                ]
            self.page.line(*cells, indent=2)

    def gained(self, row: Row) -> str:
        """Who got how much in this trick, and what for."""
        return ", ".join(self._gains(row.gained))

    def _gains(self, gained: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        order = {"trick": 0}
        for gain in sorted(gained, key=lambda g: order.get(g["reason"], 1)):
            name, points = _short(self.names[gain["seat"]]), gain["points"]
            match gain["reason"]:
                case "trick":
                    yield f"{name} +{points}"
                case "meld" if not points:
                    yield self.labels("gain.waiting", name=name, n=gain["declared"])
                case reason:
                    yield self.labels(f"gain.{reason}", name=name, n=points)


def _short(name: str) -> str:
    """A name that fits over a column of figures."""
    return name if columns(name) <= WIDEST_NAME else name[: WIDEST_NAME - 1] + "…"


def _packed(tokens: Iterable[str], room: int) -> Iterator[str]:
    """Tokens on as few lines as have room for them."""
    line = ""
    for token in tokens:
        if line and columns(line) + 1 + columns(token) > room:
            yield line
            line = ""
        line += (" " if line else "") + token
    if line:
        yield line
