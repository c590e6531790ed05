"""Well-formed hands without the parser: headers by one pattern, moves by `split`.

This reader only accepts: it knows no places, reports nothing, and declines whatever it does not recognise, which is then read by
the grammar. What it accepts it must read as the grammar does; `tests/grammar/test_quick.py` holds it to that, for the patterns
by automata and for whole logs by comparison.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from .headers import assemble, settle
from .notation import MOST_MOVES, braced_text, is_move, line_text
from .record import Comment

COMMENT: Final = r"\{(?:[^{}\\]|\\[\s\S])*\}"
LINE_COMMENT: Final = r";[^\n]*"
TRICK: Final = r"[0-9]{1,4}\."
HEADER_NAME: Final = r"\w[\w-]*(?: [A-F])?"
HEADER_VALUE: Final = r'[^"\\\n]*'

_header = re.compile(rf'\[({HEADER_NAME}) "({HEADER_VALUE})"\]')
_headers = re.compile(rf'(?:\[{HEADER_NAME} "{HEADER_VALUE}"\]\s*)*')
_trick = re.compile(TRICK).fullmatch
_word = r"[^\s(){}\[\];*\"]+(?=[\s{;(*\[]|\Z)"
_drawn = r"\([^(){}\[\];*\"]*\)"
_piece = re.compile(rf"\s*(?:({COMMENT}|{LINE_COMMENT})|({_drawn})|({_word}))")
_blanks = re.compile(r"\s*")


class Read(NamedTuple):
    """A hand that was read: its record, and where the next one begins."""

    record: dict[str, Any]
    end: int


_known_moves: set[str] = set()
_known_tricks: dict[str, int] = {}
_MOST_KNOWN: Final = 4096


def read_hand(text: str, start: int) -> Read | None:
    """Read the hand that begins at `start`, or decline; line ends are unified, and no blank stands at `start`."""
    body_start = _headers.match(text, start).end()  # type: ignore[union-attr]
    bracket = text.find("[", body_start)
    end = bracket if bracket >= 0 else len(text)
    body = text[body_start:end]
    closed = False
    comments: list[Comment] = []
    tricks: dict[str, int] = {}
    if "{" in body or "(" in body or ";" in body or "*" in body:
        pieces = _pieces(text, body_start)
        if pieces is None:
            return None
        words, comments, end, closed = pieces
    else:
        words = body.split()
    if not _known_moves.issuperset(words):
        numbered = _numbered(words)
        if numbered is None:
            return None
        words, tricks = numbered
    headers = _header.findall(text, start, body_start)
    ends_here = words or closed or (headers and end == len(text))
    if not ends_here or len(words) > MOST_MOVES:
        return None
    parts, complaints = settle(headers)
    if complaints:
        return None
    record, twice = assemble(parts, words, comments, tricks)
    return None if twice else Read(record, end)


def _numbered(words: list[str]) -> tuple[list[str], dict[str, int]] | None:
    """Moves and the trick numbers before them."""
    moves: list[str] = []
    tricks: dict[str, int] = {}
    open_number = False
    for word in words:
        if word in _known_moves or _is_move(word):
            moves.append(word)
            open_number = False
        elif (number := _known_tricks.get(word)) is not None or (number := _number(word)) is not None:
            if open_number:
                return None
            tricks[str(len(moves))] = number
            open_number = True
        else:
            return None
    return None if open_number else (moves, tricks)


def _is_move(word: str) -> bool:
    if not is_move(word):
        return False
    if len(_known_moves) < _MOST_KNOWN:
        _known_moves.add(word)
    return True


def _number(word: str) -> int | None:
    if not _trick(word):
        return None
    number = int(word[:-1])
    if len(_known_tricks) < _MOST_KNOWN:
        _known_tricks[word] = number
    return number


def _pieces(text: str, start: int) -> tuple[list[str], list[Comment], int, bool] | None:
    """Words, comments and the end of a hand that has more than words, and whether `*` ends it."""
    words: list[str] = []
    comments: list[Comment] = []
    moves = 0
    end = start
    while found := _piece.match(text, end):
        end = found.end()
        comment, drawn, word = found.groups()
        if word:
            words.append(word)
            moves += word[-1] != "."
        elif drawn:
            words.append(f"({' '.join(drawn[1:-1].split())})")
            moves += 1
        elif comment[0] == ";":
            comments.append({"before": moves, "text": line_text(comment), "form": "line"})
        else:
            comments.append({"before": moves, "text": braced_text(comment), "form": "brace"})
    end = _blanks.match(text, end).end()  # type: ignore[union-attr]
    if text.startswith("*", end):
        after = _blanks.match(text, end + 1).end()  # type: ignore[union-attr]
        return None if text.startswith(("{", ";"), after) else (words, comments, after, True)
    return (words, comments, end, False) if end == len(text) or text[end] == "[" else None
