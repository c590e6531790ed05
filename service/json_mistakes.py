"""Where text stops being JSON, and why, in words: the same on the command line and over HTTP."""

from __future__ import annotations

import json
from typing import NamedTuple

from bummerl.grammar.messages import say as sentence
from bummerl.interpreter import NotJson
from bummerl.interpreter.messages import ENGLISH, say

_WHY = {
    "Expecting value": "json.value",
    "Expecting property name": "json.key",
    "Expecting ',' delimiter": "json.comma",
    "Expecting ':' delimiter": "json.colon",
    "Invalid control character": "json.control",
    "Invalid \\": "json.backslash",
    "Unterminated string": "json.unterminated",
    "Extra data": "json.extra",
    "Unexpected UTF-8 BOM": "json.mark",
}
"""How the decoder's errors begin, and what we say instead."""


class Mistake(NamedTuple):
    """Why a text is no JSON, and at which line and column, both counted from 1."""

    message: str
    line: int
    column: int


def mistake(error: json.JSONDecodeError) -> Mistake:
    """The decoder's error in our words, at the place where one would mend it."""
    text, at = error.doc, error.pos
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    before = len(text[:at].rstrip(" \t\r\n"))
    reason: str = next((sentence(why) for begin, why in _WHY.items() if error.msg.startswith(begin)), error.msg)
    if text[before - 1 : before] == "," and text[at : at + 1] in ("}", "]"):
        reason, at = sentence("json.comma-before", sign=text[at]), before - 1
    elif error.msg.startswith("Illegal trailing comma"):  # as Python 3.13 says it, at the comma
        reason = sentence("json.comma-last")
    elif at >= len(text) and not error.msg.startswith("Unterminated"):
        reason, at = sentence("json.incomplete"), before
    elif text[at] == "'":
        reason = sentence("json.quotes")
    elif error.msg.startswith("Unterminated"):
        at = error.pos
    return Mistake(sentence("json.not", why=reason), *place_of(text, at))


def place_of(text: str, at: int) -> tuple[int, int]:
    """Line and column of a place in a text, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def in_words(wrong: NotJson, text: str) -> Mistake:
    """What the strict reader refuses in this text: a slip in the grammar of JSON in our words, or what it says."""
    if wrong.reason == "json.syntax":
        try:
            json.loads(text)
        except json.JSONDecodeError as error:
            return mistake(error)
        except (ValueError, RecursionError):
            pass
    return Mistake(say(ENGLISH, wrong.reason, **wrong.values), wrong.line, wrong.column)
