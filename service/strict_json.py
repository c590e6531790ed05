"""JSON that means the same to everybody, read more strictly than Python reads it.

No NaN or Infinity, no key twice in an object, no number beyond measure.  Which of two values for a key is meant, no
reader can know: a ruling must not depend on it.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn


class Twice(ValueError):
    """A key stands twice in one object; the message is the key."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object. Raises `Twice`."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Twice(key)
            seen.add(key)
    return found


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits[:20]} is too large a number")
    return number


DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_finite, object_pairs_hook=unique)
"""Reads one value. Raises `ValueError`, of which `JSONDecodeError` and `Twice` are two kinds."""


def has_key_twice(line: bytes) -> str | None:
    """The key that stands twice in an object of this line of JSON, if one does; nothing for what is no JSON."""
    if not any(line.count(key) > 1 for key in _KEYS):
        return None
    try:
        json.loads(line, object_pairs_hook=unique)
    except Twice as twice:
        return str(twice)
    except (ValueError, RecursionError):
        pass
    return None


_KEYS = tuple(
    f'"{key}"'.encode()
    for key in (
        *("ruleset", "options", "players", "dealer", "deal", "position", "moves", "result"),
        *("hands", "turn_up", "talon", "winner", "game_points"),
    )
)
"""The keys that a ruling depends on: looking for them costs little, reading every line twice would not."""
