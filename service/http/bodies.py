"""Request bodies: reading them within a limit, and JSON that means the same to everybody.

JSON is read more strictly than Python reads it: no NaN or Infinity, no key twice in an object, no half of a surrogate
pair, no number beyond measure, nothing nested so deeply that only an attacker would write it.
"""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

from bummerl.grammar import UndecodableError, decode
from bummerl.interpreter import NotJson, decode_json
from flask import g, request

from ..json_mistakes import in_words
from .arriving import Arriving, BrokenOff
from .problems import Refusal, as_errors

MAX_DEPTH = 60


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
    """The JSON value of a body; what is not quite JSON is refused with 400 at its line and column, and what is nested
    deeper than anything the schema knows with 422.
    """
    try:
        source = data.decode()
    except UnicodeDecodeError as error:
        line, column = _place(data[: error.start].decode("utf-8", "replace"), len(data))
        _refuse("The body is not UTF-8 text.", line, column, "request.encoding")
    source = source.removeprefix("\ufeff")
    try:
        return decode_json(source)
    except NotJson as wrong:
        found = in_words(wrong, source)
        if wrong.reason == "json.deep" and wrong.path:  # well formed, so far as it was read
            place = {"line": found.line, "column": found.column, "pointer": wrong.path}
            told = {"code": "request.schema", "message": found.message, **place}
            raise Refusal(422, "request.schema", found.message, [told]) from None
        _refuse(*found)


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
