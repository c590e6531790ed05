"""A line of a batch, judged: the same from a file and over HTTP."""

from __future__ import annotations

import json

from bummerl.grammar import Problem
from bummerl.interpreter import Judge, NotJson, decode_json, unreadable

from .json_mistakes import in_words

_UNREADABLE = b'{"status":"unreadable"'
_NO_JSON = b'"code":"record.json"'


def judged(judge: Judge, line: bytes, number: int) -> bytes:
    """The verdict on a line, whose number in the batch is `number`, without its line end."""
    verdict = judge.line(line)
    if verdict.startswith(_UNREADABLE) and _NO_JSON in verdict:
        try:
            decode_json(line)
        except NotJson as wrong:
            found = in_words(wrong, line.decode("utf-8", "replace"))
            return refused("record.json", found.message, number, found.column)
    return verdict


def refused(code: str, message: str, line: int | None = None, column: int | None = None) -> bytes:
    """A verdict that says only why there is no verdict."""
    found = unreadable([Problem(code, message, line, column)])
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
