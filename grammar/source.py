"""A text and the places in it: offsets to lines and columns."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from .diagnostics import Span


def unify_line_ends(text: str) -> str:
    """`text` with every line ending in one line feed, as all of this folder counts; Windows and old Mac ends go."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class Source:
    """A text whose offsets can be told as lines and columns, both in code points from 1; a tab is one column."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        """Keep `text`, with unified line ends; `line` and `column` say where it begins as a part of another."""
        self.text = text
        self._line = line
        self._column = column

    @cached_property
    def _starts(self) -> list[int]:
        starts = [1 - self._column]
        place = self.text.find("\n")
        while place >= 0:
            starts.append(place + 1)
            place = self.text.find("\n", place + 1)
        return starts

    def point(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`.

        >>> Source("ab\\ncd").point(4)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line + self._line - 1, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The place of `text[start:end]`."""
        return Span(*self.point(start), *self.point(end))

    def part(self, start: int, end: int) -> Source:
        """`text[start:end]`, whose places are those of the whole."""
        return Source(self.text[start:end], *self.point(start))
