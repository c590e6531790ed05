"""What is printed for people: lines of ink on a page of a certain width, safe for any terminal.

Whatever comes out of a user's file is cleaned of control characters before it is printed, so that no file can
recolour or rewrite somebody's terminal.
"""

from __future__ import annotations

import shutil
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

WIDEST = 88
NARROWEST = 40


@dataclass(frozen=True, slots=True)
class Ink:
    """A piece of text and how it is set."""

    text: str
    style: tuple[tuple[str, Any], ...] = ()


def ink(text: object, **style: Any) -> Ink:
    """`text`, set as `click.style` would: `fg`, `bold`, `dim`, `underline`, `strikethrough`."""
    return Ink(str(text), tuple(style.items()))


def bold(text: object) -> Ink:
    """What a reader should see first."""
    return ink(text, bold=True)


def dim(text: object) -> Ink:
    """What a reader may skip: ids, sources, units."""
    return ink(text, dim=True)


def clean(text: str) -> str:
    """`text` with every control character and every other sign that moves the cursor replaced by a middle dot."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c in "\t\n\r\u00a0" else "·" for c in text)


def shortened(text: str, most: int) -> str:
    """The beginning of a text that somebody made longer than anybody reads."""
    return text if len(text) <= most else text[: most - 1] + "…"


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes: wide signs take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, width: int, right: bool = False) -> str:
    """`text` filled up with spaces to `width` columns."""
    space = " " * max(0, width - columns(text))
    return space + text if right else text + space


class Page:
    """Prints lines, paragraphs and small tables at the width of the terminal, or 80 columns where there is none."""

    def __init__(self, width: int | None = None) -> None:
        terminal = width or shutil.get_terminal_size((80, 24)).columns
        self.width = max(NARROWEST, min(WIDEST, terminal))

    def line(self, *parts: str | Ink, indent: int = 0) -> None:
        """One line, as long as it is."""
        pieces = [part if isinstance(part, Ink) else Ink(part) for part in parts]
        while pieces and not pieces[-1].text.strip(" "):
            pieces.pop()
        if pieces:
            pieces[-1] = Ink(pieces[-1].text.rstrip(" "), pieces[-1].style)
        text = "".join(click.style(clean(piece.text), **dict(piece.style)) for piece in pieces if piece.text)
        click.echo(" " * indent + text if text else "")

    def paragraph(self, text: str, indent: int = 0, **style: Any) -> None:
        """Running text, broken at the page's width."""
        for row in self.wrapped(text, indent):
            self.line(ink(row, **style), indent=indent)

    def wrapped(self, text: str, indent: int = 0) -> list[str]:
        """`text` as lines that fit beside the indent."""
        return textwrap.wrap(clean(text), self.width - indent, break_long_words=False, break_on_hyphens=False) or [""]

    def heading(self, text: str, margin: str = "") -> None:
        """The head of a section, with an id at the right margin."""
        space = self.width - columns(text) - columns(margin)
        self.line()
        self.line(bold(text), " " * max(2, space) if margin else "", dim(margin))

    def labelled(self, rows: Sequence[tuple[str, str | Ink, str]], indent: int = 2) -> None:
        """Rows of a label, what it says, and an id behind it; long sentences go on under themselves, and what belongs
        to a label that is too long for its column stands below it.
        """
        most = max(self.width // 2 - indent, 10)
        edge = min(max((columns(label) for label, _, _ in rows), default=0), most) + 2
        for name, value, margin in rows:
            label = name
            if columns(name) > most:
                self.paragraph(name, indent, dim=True)
                label = ""
            piece = value if isinstance(value, Ink) else Ink(value)
            lines = self.wrapped(piece.text, indent + edge)
            fits = columns(lines[-1]) + columns(margin) + 2 <= self.width - indent - edge
            for number, row in enumerate(lines):
                head = dim(pad(label if number == 0 else "", edge))
                tail = f"  {margin}" if margin and fits and number == len(lines) - 1 else ""
                self.line(head, Ink(row, piece.style), dim(tail), indent=indent)
            if margin and not fits:
                self.line(dim(margin), indent=indent + edge)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str | Ink]], right: Sequence[int] = ()) -> None:
        """A table whose columns are as wide as what is in them; `right` names the columns of figures."""
        pieces = [[cell if isinstance(cell, Ink) else Ink(cell) for cell in row] for row in rows]
        widths = [
            max([columns(name), *(columns(row[i].text) for row in pieces if len(row) == len(head))])
            for i, name in enumerate(head)
        ]
        self.line(*self._cells([dim(name) for name in head], widths, right), indent=2)
        for row in pieces:
            cells = self._cells(row, widths, right) if len(row) == len(head) else row
            self.line(*cells, indent=2)

    @staticmethod
    def _cells(row: Sequence[Ink], widths: Sequence[int], right: Sequence[int]) -> list[str | Ink]:
        cells: list[str | Ink] = []
        last = len(row) - 1
        for i, cell in enumerate(row):
            text = cell.text if i == last and i not in right else pad(cell.text, widths[i], i in right)
            cells += [Ink(text, cell.style), "  " if i != last else ""]
        return cells
