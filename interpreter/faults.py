"""What may be wrong with a record, and the limits that are asked of every part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bummerl.grammar import escaped

MOST: Final = 1_000_000
"""No number in a record is greater, either way."""
LONGEST_KEY: Final = 100
"""So much of a key is told."""
UNRECORDED: Final = "?"


class Fault(NamedTuple):
    """Something wrong with a record: a diagnostic code, the message's name and values, and a JSON pointer."""

    code: str
    message: str
    values: Mapping[str, Any]
    path: str
    token: str | None = None
    suggestion: str | None = None


def is_number(value: Any) -> bool:
    """A whole number, which `true` is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def below(path: str, key: Any) -> str:
    """The pointer to a key of the object at this pointer; of a very long key, its beginning."""
    return f"{path}/{escaped(str(key)[:LONGEST_KEY])}"
