"""JSON without surprises: a key once only, numbers that are numbers, text that has bytes, and no towers of brackets.

The standard library takes the last of two equal keys, reads `1e999` as infinity and half a character as one. Here each
of these is a mistake with a place. Ordinary records are read as fast as before: only a text in which something
could be wrong is looked through.
"""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final, NoReturn

from bummerl.grammar import pointer

DEEPEST: Final = 64
"""So many brackets may stand inside each other."""
LONGEST_NUMBER: Final = 300
"""So many digits a number may have."""
MOST_SHOWN: Final = 60
"""So much of a key is told."""

_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*"(\s*:)?|[\[\]{},]|-?[0-9][0-9.eE+-]*', re.DOTALL)
_GAPS: Final = ('" ', '"\t', '"\n', '"\r')
"""How a colon may begin that does not follow its key at once."""
_HALF: Final = re.compile(
    r"(?<!\\)(?:\\\\)*(\\u(?:[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|[dD][c-fC-F][0-9a-fA-F]{2}))"
)
_PAIR: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")


class NotJson(ValueError):
    """What is wrong: `reason` is the name of a message (`json.…`) with its `values`; `line` and `column` (from 1) are
    its place in the text, `path` is a JSON pointer if there is one.
    """

    def __init__(self, reason: str, text: str, at: int, path: str = "", **values: Any) -> None:
        super().__init__(reason)
        self.reason, self.values, self.path = reason, values, path
        self.line, self.column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class _Odd(ValueError):
    """A number that is none was met."""


def _constant(name: str) -> NoReturn:
    raise _Odd(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _Odd(digits)
    return number


_decode: Final = JSONDecoder(parse_constant=_constant, parse_float=_finite).decode


def decode(text: str | bytes) -> Any:
    """The value of a JSON text. Raises `NotJson`."""
    if not isinstance(text, str):
        text = _text(text)
    try:
        value = _decode(text)
    except JSONDecodeError as error:
        raise NotJson("json.syntax", text, error.pos, why=error.msg) from None
    except _Odd as odd:
        raise NotJson("json.number", text, max(text.find(str(odd)), 0), what=str(odd)[:MOST_SHOWN]) from None
    except RecursionError:
        raise _deep(text) from None
    except ValueError:  # more digits than Python reads
        raise _long(text) from None
    if not plain(text, value):
        look_through(text)
    return value


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        raise NotJson("json.utf-8", before, len(before)) from None


def plain(text: str, value: Any) -> bool:
    """Is there certainly nothing to look for? Each key has a colon behind it, so as many colons as there are different
    keys in the first two storeys mean that no key comes twice and that none lies deeper.
    """
    if "\\u" in text or text.count("[") + text.count("{") > DEEPEST:
        return False
    keys = 0
    if type(value) is dict:
        keys = len(value)
        for inner in value.values():
            if type(inner) is dict:
                keys += len(inner)
                for below in inner.values():
                    if type(below) is dict:
                        keys += len(below)
    return text.count(":") == keys or (text.count('":') == keys and not any(gap in text for gap in _GAPS))


def look_through(text: str) -> None:
    """Looks for keys that come twice, half characters and too many brackets. Raises `NotJson`."""
    for half in _HALF.finditer(_PAIR.sub("\\\\n" + "_" * 9, text)):
        raise NotJson("json.half", text, half.start(1), what=half[1])
    keys: list[set[str] | None] = []
    steps: list[str | int] = []
    for piece in _PIECE.finditer(text):
        sign = piece[0][0]
        if sign in "{[":
            if len(keys) == DEEPEST:
                raise NotJson("json.deep", text, piece.start(), pointer(steps), most=DEEPEST)
            keys.append(set() if sign == "{" else None)
            steps.append("" if sign == "{" else 0)
        elif sign in "}]":
            keys.pop()
            steps.pop()
        elif sign == "," and keys[-1] is None:
            steps[-1] = int(steps[-1]) + 1
        elif piece[1] is not None and keys:
            _note(text, piece, keys[-1], steps)


def _note(text: str, piece: re.Match[str], known: set[str] | None, steps: list[str | int]) -> None:
    """One more key of the innermost object."""
    key = str(_decode(piece[0][: -len(piece[1])]))
    steps[-1] = key
    if known is not None and key in known:
        raise NotJson("json.twice", text, piece.start(), pointer(steps), what=key[:MOST_SHOWN])
    if known is not None:
        known.add(key)


def _deep(text: str) -> NotJson:
    """Where there are too many brackets inside each other."""
    depth = 0
    for piece in _PIECE.finditer(text):
        depth += (piece[0] in ("{", "[")) - (piece[0] in ("}", "]"))
        if depth > DEEPEST:
            return NotJson("json.deep", text, piece.start(), most=DEEPEST)
    return NotJson("json.deep", text, 0, most=DEEPEST)


def _long(text: str) -> NotJson:
    """Where there is a number that is too long."""
    for piece in _PIECE.finditer(text):
        if piece[0][0] in "-0123456789" and len(piece[0]) > LONGEST_NUMBER:
            return NotJson("json.number", text, piece.start(), what=piece[0][:MOST_SHOWN] + "…")
    return NotJson("json.number", text, 0, what="")
