"""Request bodies: reading them within a limit, and JSON that means the same to everybody.

JSON is read more strictly than Python reads it: no NaN or Infinity, no key twice in an object, no half of a surrogate
pair, no number beyond measure, nothing nested so deeply that only an attacker would write it.
"""

from __future__ import annotations

import json
import json.scanner
import math
import re
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from bummerl.grammar import UndecodableError, decode
from flask import g, request

from ..json_mistakes import mistake
from ..strict_json import DECODER, Twice, unique
from .arriving import Arriving, BrokenOff
from .problems import Refusal, as_errors

MAX_DEPTH = 60
_HALF_PAIR = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def read(limit: int) -> bytes:
    """The whole body; one of more than `limit` bytes is refused with 413, one that is cut short with 400."""
    g.limit = limit
    try:
        return Arriving(request.environ, limit).all()
    except BrokenOff as error:
        raise Refusal(error.status, "request.malformed", str(error)) from None


def text(data: bytes) -> str:
    """A body of plain text; one that is no text (UTF-16 without a mark, a picture) is refused with 400."""
    try:
        return decode(data)
    except UndecodableError as error:
        problem = error.problem
        raise Refusal(400, "request.encoding", problem.message, as_errors([problem])) from None


def json_value(data: bytes) -> Any:
    """The JSON value of a body; what is not quite JSON is refused with 400 at its line and column."""
    try:
        source = data.decode()
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8", "replace"), len(data))
        _refuse("The body is not UTF-8 text.", line, column, "request.encoding")
    source = source.removeprefix("\ufeff")
    try:
        value = DECODER.decode(source)
        if "\\u" in source:
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        _refuse(*mistake(error))
    except UnicodeEncodeError:
        found = _HALF_PAIR.search(source)
        _refuse("A string holds half of a surrogate pair.", *_place(source, found.start() if found else 0))
    except RecursionError:
        _refuse("The JSON is nested too deeply.", 1, 1)
    except Twice as error:
        _refuse(f"The key `{error}` stands twice in this object.", *_find_twice(source))
    except ValueError as error:
        _refuse(f"This is not JSON: {error}.", *_find_number(source))
    return value


class Size(NamedTuple):
    """How deeply a value is nested, and how many values are in it; both are counted to just past a limit."""

    depth: int
    values: int


def size(value: Any, most: int) -> Size:
    """The size of a JSON value, counted up to `MAX_DEPTH` and `most`.

    Rulesets inside count in depth only: the schema does not look into them, and how long they are is limited elsewhere.
    """
    level, depth, values = [value], 0, 1
    aside: list[Any] = []
    while level and depth <= MAX_DEPTH + 1 and values <= most:
        inner: list[Any] = []
        for outer in level:
            if isinstance(outer, dict):
                for key, part in outer.items():
                    (aside if key in _RULESETS and depth < 4 else inner).append(part)
            elif isinstance(outer, list):
                inner += outer
        level, values = inner, values + len(inner)
        depth += 1
    below = _depth(aside)
    return Size(max(depth - 1, below), values)


_RULESETS = frozenset({"ruleset", "rulesets"})


def _depth(level: list[Any]) -> int:
    depth = 0
    while level and depth <= MAX_DEPTH + 1:
        level = [part for outer in level if isinstance(outer, (list, dict)) for part in _parts(outer)]
        depth += 1
    return depth


def _parts(value: list[Any] | dict[str, Any]) -> Any:
    return value.values() if isinstance(value, dict) else value


def _place(source: str, index: int) -> tuple[int, int]:
    before = source[:index]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _refuse(message: str, line: int, column: int, code: str = "request.json") -> NoReturn:
    raise Refusal(400, code, message, [{"code": code, "message": message, "line": line, "column": column}])


def _find_twice(source: str) -> tuple[int, int]:
    """Where the object begins that holds a key twice: read again, slowly, noting where objects begin."""
    decoder: Any = json.JSONDecoder(object_pairs_hook=unique)
    parse_object = decoder.parse_object
    begins: list[int] = []

    def noting(start: tuple[str, int], *rest: Any) -> Any:
        begins.append(start[1] - 1)
        found = parse_object(start, *rest)
        begins.pop()
        return found

    decoder.parse_object = noting
    decoder.scan_once = json.scanner.py_make_scanner(decoder)  # type: ignore[attr-defined]
    with suppress(ValueError, RecursionError):
        decoder.decode(source)
    return _place(source, begins[-1]) if begins else (1, 1)


def _find_number(source: str) -> tuple[int, int]:
    """Where the number stands that Python would not read, or that JSON does not know."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', lambda string: " " * len(string[0]), source)
    for found in re.finditer(r"NaN|-?Infinity|-?\d[\d.eE+-]*", bare):
        if found[0][-1] in "Ny" or len(found[0]) > 4000 or math.isinf(float(found[0])):
            return _place(source, found.start())
    return 1, 1
