"""What the headers of a hand say, as parts of its record.

Both readers of the move log hand their headers to `settle`, as names and values in the order of the text, so that they cannot
differ in what a header means. What is wrong with a value is a `Complaint`, which knows the header and the part of its value;
the full reader turns it into a `Problem` with a place, the quick reader declines the log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .diagnostics import Severity, shown, suggest
from .notation import LONGEST_WORD, SEATS
from .record import Comment
from .values import (
    Wrong,
    card,
    card_list,
    json_object,
    memory,
    name_or_none,
    option,
    players,
    position,
    result,
    seat,
    seat_facts,
    seat_or_none,
    some_text,
)


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong with a header: which one (by index), which part of its value (`None`: its name), and what."""

    index: int
    part: tuple[int, int] | None
    code: str
    message: str
    token: str | None = None
    expected: tuple[str, ...] = ()
    suggestion: str | None = None
    severity: Severity = Severity.ERROR


PLAIN: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "Ruleset": ("ruleset", some_text),
    "Players": ("players", players),
    "Dealer": ("dealer", seat),
    "Result": ("result", result),
    "Cards": ("cards", some_text),
    "Language": ("language", some_text),
}
"""Headers that are one key of the record: the key, and how the value is read."""

HELD: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "TurnUp": ("turn_up", name_or_none(card)),
    "Talon": ("talon", card_list),
}
"""Headers of the deal, or of the position where the record begins with one."""

POSITION: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "Leader": ("leader", seat_or_none),
    "Trump": ("trump", name_or_none(card)),
    "Memory": ("memory", memory),
}
"""Headers that are one key of a position; `Position` and `Seat` are read apart."""

KNOWN: Final = frozenset({*PLAIN, *HELD, *POSITION, *SEATS, "Option", "Position", "Json", *(f"Seat {s}" for s in SEATS)})
"""Every header that means something; all others are carried through."""
CARRIED: Final = frozenset({"Event", "Date", "Site", "Round", "Table", "Source", "Annotator", "Time"})
"""Headers that are carried through without wondering whether another one was meant."""

ORDER: Final = (
    "ruleset", "options", "players", "dealer", "deal", "position", "moves", "result", "cards", "language", "headers",
    "comments", "trick_numbers",
)  # fmt: skip
"""The keys of a record in the order in which records are written."""


def settle(headers: Sequence[tuple[str, str]]) -> tuple[dict[str, Any], list[Complaint]]:
    """Read headers into the parts of a record, by key in the order of `ORDER`; `moves` is left for the caller.

    A header that cannot be read is left out and complained of; the others are read all the same.
    """
    settled = _Settled()
    for index, (name, value) in enumerate(headers):
        settled.take(index, name, value)
    return settled.parts(), settled.complaints


class _Settled:
    """The headers read so far."""

    __slots__ = (
        "carried", "complaints", "extra", "extra_index", "hands", "held", "options", "plain", "position", "seats", "seen",
    )  # fmt: skip

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.complaints: list[Complaint] = []
        self.plain: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self.hands: dict[str, list[str]] = {}
        self.held: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.seats: dict[str, Any] = {}
        self.carried: dict[str, str] = {}
        self.extra: dict[str, Any] = {}
        self.extra_index = 0

    def take(self, index: int, name: str, value: str) -> None:
        """Read one header."""
        try:
            if name in self.seen:
                raise Wrong(None, "log.duplicate", f"there is a header `{name}` already", name)
            if name != "Option":
                self.seen.add(name)
            if name == "Json":
                self.extra_index = index
            self._read(name, value)
        except Wrong as wrong:
            for part, code, message, token, expected, suggestion, severity in wrong.found:
                self.complaints.append(
                    Complaint(index, part, code, f"{name}: {message}" if part else message, token, expected, suggestion, severity)
                )

    def _read(self, name: str, value: str) -> None:
        if name in PLAIN:
            key, read = PLAIN[name]
            self.plain[key] = read(value)
        elif name in SEATS:
            self.hands[name] = card_list(value)
        elif name in HELD:
            key, read = HELD[name]
            self.held[key] = read(value)
        elif name == "Option":
            self._option(value)
        elif name in KNOWN:
            self._position(name, value)
        else:
            self._carry(name, value)

    def _option(self, value: str) -> None:
        key, chosen = option(value)
        if key in self.options:
            raise Wrong((0, len(value)), "log.duplicate", f"the option `{shown(key)}` is set already", key)
        self.options[key] = chosen

    def _position(self, name: str, value: str) -> None:
        if name == "Json":
            self.extra = json_object(value)
            return
        if self.position is None:
            self.position = {}
        if name == "Position":
            self.position.update(position(value))
        elif name in POSITION:
            key, read = POSITION[name]
            self.position[key] = read(value)
        else:
            self.seats[name[-1]] = seat_facts(value)

    def _carry(self, name: str, value: str) -> None:
        self.carried[name] = value
        if name in CARRIED:
            return
        if len(name) > LONGEST_WORD:
            raise Wrong(None, "log.name", f"a header's name has at most {LONGEST_WORD} characters", shown(name))
        if len(name) == 1:
            raise Wrong(None, "log.seat", f"`{name}` is no seat", name, ("a seat A to F",))
        meant = suggest(name, KNOWN)
        if meant and meant.casefold() == name.casefold():
            raise Wrong(None, "log.name", f"`{name}` is not written as the header that it looks like", name, (), meant)
        if meant and len(meant) > 3:
            message = f"`{name}` is no header with a meaning, and is carried through unread"
            raise Wrong(None, "log.name", message, name, (), meant, Severity.WARNING)

    def parts(self) -> dict[str, Any]:
        """All that was read, by key of the record and in the order of records."""
        found = self.plain
        if self.options:
            found["options"] = self.options
        held = {"hands": self.hands, **self.held} if self.hands else self.held
        if self.position is not None:
            found["position"] = {**self.position, **held, **({"seats": self.seats} if self.seats else {})}
        elif held:
            found["deal"] = held
        if self.carried:
            found["headers"] = self.carried
        for key, value in self.extra.items():
            if key in found:
                self.complaints.append(said_twice(key, self.extra_index))
            else:
                found[key] = value
        return found


def said_twice(key: str, index: int) -> Complaint:
    """The complaint that the header at `index` says once more what the log says elsewhere."""
    return Complaint(index, None, "log.duplicate", f"`{shown(key)}` is said elsewhere already", shown(key))


def assemble(
    parts: dict[str, Any], moves: list[str], comments: list[Comment], tricks: dict[str, int]
) -> tuple[dict[str, Any], list[str]]:
    """A record from what its headers and its moves say, and the keys that both say."""
    twice = []
    for key, value in (("moves", moves), ("comments", comments), ("trick_numbers", tricks)):
        if key not in parts:
            if value or key == "moves":
                parts[key] = value
        elif value:
            twice.append(key)
    return parts, twice
