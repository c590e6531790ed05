"""Where the parts of a record stand in the text of its hand: JSON pointers to spans."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .diagnostics import Span
from .headers import READERS, Part
from .movelog import WrittenHand, WrittenHeader
from .pointers import escaped
from .source import Source
from .values import Wrong, json_object

_WORD = re.compile(r"\S+")
_CLAUSE = re.compile(r"[^;\s][^;]*")


def places(hand: WrittenHand, source: Source) -> dict[str, Span]:
    """The span of every part of a hand's record that was written, by JSON pointer.

    A header's part is its value without the quotation marks; each card in a list has a place of its own.
    """
    holder = "/position" if "position" in hand.record else "/deal"
    found: dict[str, tuple[int, int]] = {}
    for header in hand.headers:
        for pointer, part in _of_header(header, holder):
            found.setdefault(pointer, header.part(*part))
    spans = enumerate(hand.move_spans)
    found |= {f"/moves/{index}": offsets for index, offsets in spans}
    found |= {f"/comments/{index}": offsets for index, offsets in enumerate(hand.comment_spans)}
    found |= {f"/trick_numbers/{index}": offsets for index, offsets in hand.trick_spans.items()}
    return {pointer: source.span(*offsets) for pointer, offsets in found.items()}


def _of_header(header: WrittenHeader, holder: str) -> Iterator[tuple[str, tuple[int, int]]]:
    value = header.value
    whole = (0, len(value))
    part, key, _ = READERS.get(header.name, (None, "", None))
    if part in (Part.HAND, Part.DEAL):
        pointer = f"{holder}/hands/{key}" if part is Part.HAND else f"{holder}/{key}"
        yield pointer, whole
        for index, word in enumerate(_WORD.finditer(value)):
            yield f"{pointer}/{index}", word.span()
    elif part is Part.RECORD:
        yield f"/{key}", whole
        if key == "result":
            for name, word in zip(("winner", "game_points"), _WORD.finditer(value), strict=False):
                yield f"/result/{name}", word.span()
    elif part is Part.OPTION:
        yield f"/options/{escaped(value.partition('=')[0].strip())}", whole
    elif part is Part.JSON:
        yield from ((f"/{escaped(key)}", whole) for key in _keys(value))
    elif part is None:
        yield f"/headers/{escaped(header.name)}", whole
    else:
        pointer = f"/position/{key}" if part is Part.POSITION else f"/position/seats/{key}"
        yield pointer, whole
        if part is Part.SEAT or key == "memory":
            yield from _of_clauses(value, pointer, key)


def _of_clauses(value: str, pointer: str, key: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The facts of a seat or of memory, which semicolons part; each card that was won or played has its own place."""
    tricks = 0
    for clause in _CLAUSE.finditer(value):
        words = [(word[0], (clause.start() + word.start(), clause.start() + word.end()))
                 for word in _WORD.finditer(clause[0])]  # fmt: skip
        span = (words[0][1][0], words[-1][1][1])
        what = words[0][0]
        if key == "memory":
            name, _, seat = what.partition(".")
            yield f"{pointer}/{escaped(name)}", span
            yield f"{pointer}/{escaped(name)}/{escaped(seat)}", span
        elif what == "meld" and len(words) > 1:
            yield f"{pointer}/melds/{escaped(words[1][0])}", span
        elif what in ("won", "played"):
            own = f"{pointer}/won/{tricks}" if what == "won" else f"{pointer}/played"
            tricks += what == "won"
            yield own, span
            yield from ((f"{own}/{k}", place) for k, (_, place) in enumerate(words[1:]))
        else:
            yield f"{pointer}/{'trick_points' if what == 'points' else what}", span


def _keys(value: str) -> list[str]:
    try:
        return list(json_object(value))
    except Wrong:
        return []
