"""A log as text that buttons write into: one header or one move is changed, and all else stays as it was typed.

The text is cut into pieces (headers, comments, trick numbers, moves) without judging any of them, so that a log with
mistakes can be edited as well as one without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from bummerl.grammar import SEATS
from bummerl.grammar.notation import quoted, unescape
from bummerl.grammar.writer import WIDTH

UNKNOWN: Final = "?"
MOST_PIECES: Final = 20_000
"""So much of a text is looked at: far more than the moves that a hand may have, with comments between them."""
HEADER, COMMENT, LINE_COMMENT, END, DRAWN, TRICK, MOVE = "header", "comment", "line", "end", "drawn", "trick", "move"
_PIECE: Final = re.compile(
    r'(?P<header>\[[^\S\n]*(?P<name>\w[\w-]*(?:[^\S\n]+[A-F])?)[^\S\n]*"(?P<value>(?:[^"\\\n]|\\[^\n])*)"[^\S\n]*\])'
    r"|(?P<comment>\{(?:[^{}\\]|\\[\s\S])*+(?:\}|\Z))"  # one that is not closed goes to the end: it is looked at once
    r"|(?P<line>;[^\n]*)"
    r"|(?P<end>\*)"
    r"|(?P<drawn>\([^()\[\]{};*\n]*\))"
    r"|(?P<trick>[0-9]{1,4}\.(?=\s|\Z))"
    r'|(?P<move>[^\s\[\]{}();*"]+)'
)
_ORDER: Final = (
    "Ruleset", "Option", "Players", "Position", "Dealer", "Leader", "Trump", *SEATS, "TurnUp", "Talon",
    *(f"Seat {seat}" for seat in SEATS), "Memory", "Result", "Score", "Hand", "Cards", "Language",
)  # fmt: skip
"""Headers in the order in which they are written."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text; a header has a name and a value as well."""

    kind: str
    start: int
    end: int
    text: str
    name: str = ""
    value: str = ""


class LogText:
    """A log, cut into pieces.  It never changes; every edit gives a new text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces = tuple(islice(_pieces(text), MOST_PIECES))

    # ---- what it says
    @property
    def moves(self) -> list[Piece]:
        """Moves and groups of drawn cards, in order."""
        return [piece for piece in self.pieces if piece.kind in (MOVE, DRAWN)]

    @property
    def numbered(self) -> bool:
        """Whether tricks have numbers."""
        return any(piece.kind == TRICK for piece in self.pieces)

    def header(self, name: str) -> str | None:
        """The value of the first header of this name."""
        return next((piece.value for piece in self._headers(name)), None)

    def cards(self, name: str) -> list[str]:
        """The cards of a header, `?` for each that is not known."""
        return (self.header(name) or "").split()

    @property
    def names_cards(self) -> bool:
        """Whether a card or a suit stands in a header."""
        return any(self.header(name) for name in (*SEATS, "TurnUp", "Talon", "Trump"))

    def options(self) -> dict[str, str]:
        """The options, as they are written."""
        said = (piece.value.partition("=") for piece in self._headers("Option"))
        return {name.strip(): value.strip() for name, _, value in said}

    # ---- headers
    def with_header(self, name: str, value: str | None) -> LogText:
        """With this value of a header, which may be new; `None` takes it out."""
        found = self._headers(name)
        if found:
            return self._header_at(found[0], value)
        return self if value is None else self._inserted(name, value)

    def with_option(self, name: str, value: str | None) -> LogText:
        """With an option; `None` takes it out."""
        said = None if value is None else f"{name}={value}"
        for piece in self._headers("Option"):
            if piece.value.partition("=")[0].strip() == name:
                return self._header_at(piece, said)
        return self if said is None else self._inserted("Option", said)

    def with_cards(self, name: str, cards: Sequence[str]) -> LogText:
        """With these cards in a header; without it if none of them is known."""
        known = any(card != UNKNOWN for card in cards)
        return self.with_header(name, " ".join(cards) if known else None)

    # ---- moves
    def with_move(self, token: str, trick: int | None = None) -> LogText:
        """With one more move, in a line of its own behind the number of its trick if one is given."""
        text, tail = self._open_end()
        piece = token if trick is None else f"{trick}. {token}"
        return LogText(f"{text}{self._gap(text, piece, trick is not None)}{piece}{tail}")

    def without_last_move(self) -> LogText:
        """Without the last move, and without the number of a trick that it leaves empty."""
        if not self.moves:
            return self
        last = self.moves[-1]
        start = last.start
        before = next((piece for piece in reversed(self.pieces) if piece.end <= start), None)
        if before is not None and before.kind == TRICK:
            start = before.start
        return self._cut(start, last.end)

    def with_last_move(self, token: str) -> LogText:
        """With another word in place of the last move."""
        last = self.moves[-1]
        return LogText(self.text[: last.start] + token + self.text[last.end :])

    # ---- places
    def offset(self, line: int, column: int) -> int:
        """Where a line and a column are, both counted from 1; the end of the text if there is no such place."""
        if not 0 < line <= len(self._begins):
            return len(self.text)
        return min(self._begins[line - 1] + column - 1, len(self.text))

    @cached_property
    def _begins(self) -> list[int]:
        """Where each line begins."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def replaced(self, start: int, end: int, text: str) -> LogText:
        """With another text between two offsets."""
        return LogText(self.text[:start] + text + self.text[end:])

    def _headers(self, name: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.kind == HEADER and piece.name == name]

    def _header_at(self, piece: Piece, value: str | None) -> LogText:
        if value is None:
            return self._cut(piece.start, piece.end)
        return self.replaced(piece.start, piece.end, f"[{piece.name} {quoted(value)}]")

    def _inserted(self, name: str, value: str) -> LogText:
        """With a new header, behind the last one that stands before it in the usual order."""
        line = f"[{name} {quoted(value)}]"
        headers = [piece for piece in self.pieces if piece.kind == HEADER]
        place = _place(name)
        before = [piece for piece in headers if _place(piece.name) <= place]
        if before:
            return self.replaced(before[-1].end, before[-1].end, f"\n{line}")
        if headers:
            return self.replaced(headers[0].start, headers[0].start, f"{line}\n")
        rest = self.text.lstrip("\n")
        return LogText(f"{line}\n{rest}" if not rest or rest.startswith("[") else f"{line}\n\n{rest}")

    def _cut(self, start: int, end: int) -> LogText:
        """Without a piece, and without its line if nothing else stands there."""
        left, right = self.text[:start], self.text[end:]
        if not right.strip(" \t\n"):
            left, right = left.rstrip(" \t\n"), "\n" if left.strip() else ""
        elif (not left or left.endswith("\n")) and right.startswith("\n"):
            right = right[1:]
        elif left.endswith((" ", "\t")) and right.startswith((" ", "\n")):
            left = left[:-1]
        return LogText(left + right)

    def _open_end(self) -> tuple[str, str]:
        """The text up to where a next move is written, and what stands behind that."""
        last = self.pieces[-1] if self.pieces else None
        if last is not None and last.kind == END:
            return self.text[: last.start].rstrip(), f"\n{self.text[last.start :]}"
        return self.text.rstrip(), "\n"

    def _gap(self, text: str, piece: str, begins: bool) -> str:
        if not text:
            return ""
        if not self.moves:
            last = next((each for each in reversed(self.pieces) if each.kind != END), None)
            return "\n\n" if last is not None and last.kind == HEADER else "\n"
        line = text[text.rfind("\n") + 1 :]
        comment = any(each.kind == LINE_COMMENT and each.end == len(text) for each in self.pieces)
        return "\n" if begins or comment or len(line) + 1 + len(piece) > WIDTH else " "


def seat_and_token(token: str) -> tuple[str | None, str]:
    """The seat in front of a move, if there is one, and the move."""
    if len(token) > 2 and token[1] == ":" and token[0] in SEATS:
        return token[0], token[2:]
    return None, token


def _pieces(text: str) -> Iterator[Piece]:
    for found in _PIECE.finditer(text):
        kind = found.lastgroup or MOVE
        if found["header"] is not None:
            name = " ".join(found["name"].split())
            yield Piece(HEADER, found.start(), found.end(), found[0], name, unescape(found["value"]))
        else:
            yield Piece(kind, found.start(), found.end(), found[0])


def _place(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
