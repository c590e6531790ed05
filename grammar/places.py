"""Where the parts of a record stand in the text of its hand: JSON pointers to spans."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .diagnostics import Span
from .headers import HELD, PLAIN, POSITION
from .movelog import WrittenHand, WrittenHeader
from .notation import SEATS
from .source import Source
from .values import Wrong, json_object

_WORD = re.compile(r"\S+")


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
    name, value = header.name, header.value
    whole = (0, len(value))
    if name in SEATS or name == "Talon":
        pointer = f"{holder}/talon" if name == "Talon" else f"{holder}/hands/{name}"
        yield pointer, whole
        for index, word in enumerate(_WORD.finditer(value)):
            yield f"{pointer}/{index}", word.span()
    elif name in HELD:
        yield f"{holder}/{HELD[name][0]}", whole
    elif name == "Option":
        yield f"/options/{escape(value.partition('=')[0].strip())}", whole
    elif name == "Result":
        yield from _of_result(value)
    elif name in PLAIN:
        yield f"/{PLAIN[name][0]}", whole
    elif name in POSITION:
        yield f"/position/{POSITION[name][0]}", whole
    elif name == "Position":
        yield "/position/trick", whole
    elif name.startswith("Seat "):
        yield f"/position/seats/{name[-1]}", whole
    elif name == "Json":
        for key in _keys(value):
            yield f"/{escape(key)}", whole
    else:
        yield f"/headers/{escape(name)}", whole


def _of_result(value: str) -> Iterator[tuple[str, tuple[int, int]]]:
    yield "/result", (0, len(value))
    for key, word in zip(("winner", "game_points"), _WORD.finditer(value), strict=False):
        yield f"/result/{key}", word.span()


def _keys(value: str) -> list[str]:
    try:
        return list(json_object(value))
    except Wrong:
        return []


def escape(key: str) -> str:
    """A key as one step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
