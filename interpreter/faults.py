"""What may be wrong with a record: how it is collected, and the shapes and limits that are asked of every part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bummerl.grammar import escaped, suggest

from .vocabulary import Misread

MOST: Final = 1_000_000
"""No number in a record is greater, either way."""
MOST_FAULTS: Final = 100
"""So many mistakes of one record are told."""
MOST_KEYS: Final = 500
"""In an object with more names than these, none is taken for a slip of another."""
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


def figure(value: Any) -> int | None:
    """The value if it is a whole number of a size that is read."""
    return int(value) if is_number(value) and abs(value) <= MOST else None


def mapping(value: Any) -> Mapping[Any, Any]:
    """The value if it is a mapping, or an empty one."""
    return value if isinstance(value, Mapping) else {}


def below(path: str, key: Any) -> str:
    """The pointer to a key of the object at this pointer; of a very long key, its beginning."""
    return f"{path}/{escaped(str(key)[:LONGEST_KEY])}"


class Faults:
    """Collects what is wrong with a record, and checks the shapes of its parts."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(
        self, code: str, message: str, path: str, token: Any = None, suggestion: str | None = None, **values: Any
    ) -> None:
        """Notes one thing that is wrong."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(
                Fault(code, message, values, path, token if isinstance(token, str) else None, suggestion)
            )

    def misread(self, odd: Misread, path: str, text: str) -> None:
        """Notes a card or a move that nobody knows."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(odd.code, odd.message, odd.values, path, text, odd.suggestion))

    def mapping(self, value: Any, path: str) -> Mapping[str, Any]:
        """A mapping, or an empty one and a fault."""
        if value is not None and not isinstance(value, Mapping):
            self.fault("record.type", "type.mapping", path, what=path[1:])
        return mapping(value)

    def keys(self, found: Mapping[str, Any], known: Sequence[str], path: str, *, guess: bool) -> None:
        """Names that mean nothing here; at the top of a record only those that look like a slip."""
        for key in found if len(found) <= MOST_KEYS or not guess else ():
            if key in known:
                continue
            if len(self.faults) == MOST_FAULTS:
                return
            near = suggest(str(key), [k for k in known if k not in found])
            if not guess or (near and abs(len(near) - len(str(key))) < 2):
                self.fault("record.key", "key", below(path, key), str(key), near, key=str(key))

    def figure(self, value: Any, path: str) -> int | None:
        """A whole number of a size that is read; otherwise `None` and a fault."""
        found = figure(value)
        if found is None:
            self.fault("record.number", "number", path, what=path[1:])
        return found
