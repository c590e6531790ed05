"""A line of a batch, judged: the same from a file and over HTTP."""

from __future__ import annotations

import json

from bummerl.grammar import Problem
from bummerl.interpreter import Judge
from bummerl.interpreter.verdict import unreadable

from .json_mistakes import mistake_in
from .strict_json import has_key_twice

_UNREADABLE = b'{"status":"unreadable"'
_NO_JSON = b'"code":"record.json"'


def judged(judge: Judge, line: bytes, number: int) -> bytes:
    """The verdict on a line, whose number in the batch is `number`, without its line end."""
    key = has_key_twice(line)
    if key is not None:
        return refused("record.json", f"The key `{key[:60]}` stands twice in one object.", number)
    verdict = judge.line(line)
    if verdict.startswith(_UNREADABLE) and _NO_JSON in verdict:
        wrong = mistake_in(line.decode("utf-8", "replace"))
        if wrong is not None:
            return refused("record.json", wrong.message, number, wrong.column)
    return verdict


def refused(code: str, message: str, line: int | None = None, column: int | None = None) -> bytes:
    """A verdict that says only why there is no verdict."""
    found = unreadable([Problem(code, message, line, column)])
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
