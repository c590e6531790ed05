"""Well-formed hands without the parser: headers by one pattern, moves by `split`.

This reader only accepts: it knows no places, reports nothing, and declines whatever it does not recognise, which is
then read by the grammar. What it accepts it must read as the grammar does; `tests/grammar/test_quick.py` holds it to
that, for the patterns by automata and for whole logs by comparison.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final

from .headers import assemble, settle
from .notation import HEADER_NAME, LONGEST_WORD, MOST_MOVES, braced_text, is_move, line_text
from .record import Comment

HEADER_VALUE: Final = r'[^"\\\n]*'
COMMENT: Final = r"\{(?:[^{}\\]|\\[\s\S])*\}|;[^\n]*"
TRICK: Final = r"[0-9]{1,4}\."

_header = re.compile(rf'\[({HEADER_NAME}) "({HEADER_VALUE})"\]')
_headers = re.compile(rf'(?:\[{HEADER_NAME} "{HEADER_VALUE}"\]\s*)*')
_body = re.compile(rf"(?:[^\[{{;*]+|{COMMENT})*")
_comment = re.compile(f"({COMMENT})")
_trick = re.compile(TRICK).fullmatch
_words_and_groups = re.compile(r"\([^()]*\)|\(|[^\s(]+")
_blanks = re.compile(r"\s*")

Remarks = Sequence[tuple[int, str]]
"""Comments, each with the number of words before it."""

_MOVE: Final = -1
_known: dict[str, int] = {}
"""Words that were looked at before: `_MOVE`, or the number of a trick. When it is full it is begun anew."""
_MOST_KNOWN: Final = 4096
_LONGEST: Final = 1 << 16
"""Characters of a hand above which it is left to the grammar, which knows when to stop."""
_INDEX: Final = [str(index) for index in range(MOST_MOVES + 1)]


def read_hand(text: str, start: int) -> tuple[dict[str, Any], int] | None:
    """Read the hand that begins at `start`, or decline; line ends are unified, and no blank stands at `start`.

    Returned are the record and where the next hand begins.
    """
    body_start = _headers.match(text, start).end()  # type: ignore[union-attr]
    end = _body.match(text, body_start).end()  # type: ignore[union-attr]
    if end - start > _LONGEST:
        return None
    body = text[body_start:end]
    words, remarks = _split(body) if "{" in body or ";" in body else (_words(body), ())
    if len(words) > 2 * MOST_MOVES:
        return None
    kinds = list(map(_known.get, words))
    if None in kinds and None in (kinds := list(map(_kind, words))):
        return None
    moves = words
    tricks: dict[str, int] = {}
    comments: list[Comment] = []
    if remarks or len(words) > kinds.count(_MOVE):
        if (told := _tell(words, kinds, remarks)) is None:  # type: ignore[arg-type]
            return None
        moves, tricks, comments = told
    headers = _header.findall(text, start, body_start)
    if end < len(text) and text[end] == "*":
        end = _blanks.match(text, end + 1).end()  # type: ignore[union-attr]
        if text.startswith(("{", ";"), end):
            return None
    elif not (moves or (headers and end == len(text))) or text.startswith("{", end):
        return None
    parts, complaints = settle(headers)
    if complaints or len(moves) > MOST_MOVES:
        return None
    record, twice = assemble(parts, moves, comments, tricks)
    return None if twice else (record, end)


def _words(body: str) -> list[str]:
    """Words and groups of drawn cards; anything else is among them as a word that is none."""
    return _words_and_groups.findall(body) if "(" in body else body.split()


def _split(body: str) -> tuple[list[str], Remarks]:
    """The words of a hand's moves, and its comments."""
    words: list[str] = []
    remarks: list[tuple[int, str]] = []
    for place, piece in enumerate(_comment.split(body)):
        if place % 2:
            remarks.append((len(words), piece))
        else:
            words += _words(piece)
    return words, remarks


def _kind(word: str) -> int | None:
    """What a word is, or `None` if it is nothing that this reader knows."""
    kind = _known.get(word)
    if kind is not None:
        return kind
    if is_move(word):
        kind = _MOVE
    elif _trick(word):
        kind = int(word[:-1])
    else:
        return None
    if len(word) <= LONGEST_WORD:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[word] = kind
    return kind


def _tell(
    words: list[str], kinds: list[int], remarks: Remarks
) -> tuple[list[str], dict[str, int], list[Comment]] | None:
    """Tell moves from trick numbers: the moves, the numbers by index of the move behind, the comments."""
    numbers = [place for place, kind in enumerate(kinds) if kind != _MOVE]
    if numbers and numbers[-1] == len(words) - 1:
        return None
    tricks = {}
    after = -1
    for before, place in enumerate(numbers):
        if place == after:
            return None
        tricks[_INDEX[place - before]] = kinds[place]
        after = place + 1
    comments = [_told(remark, place - bisect_left(numbers, place)) for place, remark in remarks]
    for place in reversed(numbers):
        del words[place]
    return words, tricks, comments


def _told(remark: str, before: int) -> Comment:
    if remark[0] == ";":
        return {"before": before, "text": line_text(remark), "form": "line"}
    return {"before": before, "text": braced_text(remark), "form": "brace"}
