"""Rules that came as data (a house ruleset inside a record) made sure of: plain, small, whole numbers, readable
text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.grammar import Problem, pointer
from bummerl.grammar.diagnostics import shown

from . import limits
from .source import Source, Steps, is_text


def plain(data: Mapping[str, Any]) -> tuple[Source | None, list[Problem]]:
    """A copy of the data as a source, with all that is wrong with it. Does not recurse, and stops at the first
    limit.
    """
    made: dict[str, Any] = {}
    problems: list[Problem] = []
    rest: list[tuple[Any, Any, Steps]] = [(data, made, ())]
    values = size = 0
    while rest:
        found, copy, path = rest.pop()
        if len(path) >= limits.FILE_DEPTH:
            return None, [_problem("depth", f"nested more than {limits.FILE_DEPTH} deep", path)]
        for key, value in found.items() if isinstance(found, Mapping) else enumerate(found):
            here = (*path, key)
            values += 1
            size += (len(key) if isinstance(key, str) else 1) + (len(value) if isinstance(value, str) else 1)
            if values > limits.FILE_VALUES or size > limits.FILE_SIZE:
                return None, [
                    _problem("size", f"more than {limits.FILE_VALUES:,} values or {limits.FILE_SIZE:,} characters", ())
                ]
            if isinstance(found, Mapping) and not (isinstance(key, str) and is_text(key)):
                problems.append(_problem("key", f"`{shown(str(key))}` is no key: keys are text", path))
                continue
            kept, wrong = _value(value)
            if wrong:
                problems.append(_problem(*wrong, here))
            elif isinstance(kept, dict | list):
                rest.append((value, kept, here))
            if isinstance(copy, dict):
                copy[key] = kept
            else:
                copy.append(kept)
    return Source(made), problems


def _value(value: Any) -> tuple[Any, tuple[str, str] | None]:
    """A value's copy (empty, if it has parts), or what is wrong with it: a code and words."""
    if isinstance(value, Mapping):
        return {}, None
    if isinstance(value, list | tuple):
        return [], None
    if value is None or isinstance(value, bool):
        return value, None
    if isinstance(value, int):
        if abs(value) > limits.NUMBER:
            return 0, ("number", f"numbers stay within {limits.NUMBER:,} either way")
        return int(value), None
    if isinstance(value, str):
        if not is_text(value):
            return "", ("character", f"`{shown(value)}` has a character that is none of any text")
        return str(value), None
    if isinstance(value, float):
        return 0, ("fraction", f"`{value}` is a fraction; rulesets use whole numbers")
    return None, ("character", f"`{shown(type(value).__name__)}` is no plain data")


def _problem(code: str, message: str, path: Steps) -> Problem:
    return Problem(f"ruleset.{code}", message, path=pointer(path) or None)
