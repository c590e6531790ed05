"""The pieces of a log, cut without reading them: for finding where a hand may end, in time linear in the text.

A piece that opens and does not close (a quotation mark, a comment) reaches to the end of its line, as it does for the
thorough reader. Whether a comment closes is looked up once: an opener inside a stretch in which an earlier one found no
end finds none either, so nothing is searched twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, cast

_BLANKS: Final = re.compile(r"[^\S\n]+")
_RUN: Final = re.compile(r'[^\s{;"*]+')
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"')
_COMMENT: Final = re.compile(r"\{(?:[^{}\\]|\\[\s\S])*(\}?)")
_LINE: Final = re.compile(r"[^\n]*")


class Cutter:
    """One text, to be cut from any place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._unclosed = 0

    def pieces(self, start: int = 0) -> Iterator[tuple[str, int, int]]:
        """Each piece from `start` on that is not blank: its first character, where it begins, and where it ends.

        A run of other characters is one piece; so are a comment, a quoted value, `*` and a line break.
        """
        text, at = self.text, start
        while at < len(text):
            sign, begin = text[at], at
            if sign == "\n" or sign == "*":
                at += 1
            elif sign == "{":
                at = self._comment(at)
            elif sign == '"':
                string = _STRING.match(text, at)
                at = string.end() if string else _line_end(text, at)
            elif sign == ";":
                at = _line_end(text, at)
            elif blank := _BLANKS.match(text, at):
                at = blank.end()
                continue
            else:
                at = _RUN.match(text, at).end()  # type: ignore[union-attr]
            yield sign, begin, at

    def _comment(self, at: int) -> int:
        if at >= self._unclosed:
            comment = cast(re.Match[str], _COMMENT.match(self.text, at))
            if comment[1]:
                return comment.end()
            self._unclosed = comment.end()
        return _line_end(self.text, at)


def _line_end(text: str, at: int) -> int:
    return _LINE.match(text, at).end()  # type: ignore[union-attr]
