"""Bytes to text, with a clear word to whoever sends something else than UTF-8."""

from __future__ import annotations

import codecs
from typing import Final

from .diagnostics import Problem
from .messages import say
from .source import Source, unify_line_ends

LARGEST_TEXT: Final = 1 << 20
"""Bytes that a text may have unless the caller says otherwise: 1 MiB."""

_OTHER_MARKS: Final = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


class UndecodableError(Exception):
    """Bytes that are no text; `problem` says why and where."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem; the exception's own text is its message."""
        super().__init__(str(problem))
        self.problem = problem


def decode(data: bytes, *, limit: int = LARGEST_TEXT, file: str | None = None) -> str:
    """Read UTF-8, with or without a byte order mark, and give its text with line ends unified to one line feed.

    Raises `UndecodableError`: `log.size` for more than `limit` bytes, `log.encoding` for UTF-16, UTF-32 or bytes that
    are not UTF-8, `log.binary` for data with NUL bytes. The place of the first bad byte is counted in the text before
    it.
    """
    if len(data) > limit:
        raise UndecodableError(too_large(len(data), limit, say("unit.bytes"), file))
    for mark, name in _OTHER_MARKS.items():
        if data.startswith(mark):
            raise UndecodableError(_encoding(say("text.encoded", encoding=name), b"", file))
    data = data.removeprefix(codecs.BOM_UTF8)
    nul = data.find(0)
    if nul >= 0:
        if _looks_like_utf16(data):
            raise UndecodableError(_encoding(say("text.utf-16"), b"", file))
        line, column = _point(data[:nul])
        raise UndecodableError(Problem("log.binary", say("text.nul"), line, column, file=file))
    try:
        return unify_line_ends(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        bad = data[error.start]
        message = say("text.byte", byte=f"0x{bad:02X}")
        raise UndecodableError(_encoding(message, data[: error.start], file)) from None


def too_large(size: int, limit: int, unit: str, file: str | None = None) -> Problem:
    """The problem of a text that is larger than it may be."""
    return Problem("log.size", say("text.size", limit=limit, unit=unit, size=size), 1, 1, file=file)


def _encoding(message: str, before: bytes, file: str | None) -> Problem:
    line, column = _point(before)
    return Problem("log.encoding", message, line, column, file=file)


def _point(before: bytes) -> tuple[int, int]:
    text = unify_line_ends(before.decode("utf-8", "replace"))
    return Source(text).point(len(text))


def _looks_like_utf16(data: bytes) -> bool:
    """Whether every other byte of the beginning is nearly always NUL, as in UTF-16 text of a European language."""
    head = data[:200]
    return any(head[side::2].count(0) * 10 > len(head) * 4 for side in (0, 1))
