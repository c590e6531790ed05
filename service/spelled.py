"""How a ruleset writes a value, on one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def plain(value: Any) -> str:
    """A value as a ruleset writes it, on one line.

    >>> plain({"hands": 3, "rest": [True, "A"]})
    '{hands: 3, rest: [yes, A]}'
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(plain, value)) + "]"
        case _:
            return str(value)
