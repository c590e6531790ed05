"""What the headers of a hand say, as parts of its record.

Both readers of the move log hand their headers to `settle`, as names and values in the order of the text, so that they
cannot differ in what a header means. What is wrong with a value is a `Complaint`, which knows the header and the part
of its value; the full reader turns it into a `Problem` with a place, the quick reader declines the log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, Final

from .diagnostics import Severity, shown, suggest
from .messages import say
from .notation import LONGEST_WORD, SEATS
from .record import Comment
from .values import (
    Found,
    Wrong,
    card,
    card_list,
    hand_number,
    json_object,
    memory,
    name_or_none,
    option,
    players,
    result,
    score,
    seat,
    seat_facts,
    some_text,
    trick_number,
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


class Part(IntEnum):
    """What a header is a part of."""

    RECORD = 0
    HAND = 1
    DEAL = 2
    """Of the deal, or of the position where the record begins with one."""
    POSITION = 3
    SEAT = 4
    OPTION = 5
    JSON = 6


Reader = Callable[[str], Any]
READERS: Final[dict[str, tuple[Part, str, Reader]]] = {
    "Ruleset": (Part.RECORD, "ruleset", some_text),
    "Players": (Part.RECORD, "players", players),
    "Dealer": (Part.RECORD, "dealer", seat),
    "Result": (Part.RECORD, "result", result),
    "Score": (Part.RECORD, "score", score),
    "Hand": (Part.RECORD, "number", hand_number),
    "Cards": (Part.RECORD, "cards", some_text),
    "Language": (Part.RECORD, "language", some_text),
    "TurnUp": (Part.DEAL, "turn_up", name_or_none(card)),
    "Talon": (Part.DEAL, "talon", card_list),
    "Position": (Part.POSITION, "trick", trick_number),
    "Leader": (Part.POSITION, "leader", name_or_none(seat)),
    "Trump": (Part.POSITION, "trump", name_or_none(card)),
    "Memory": (Part.POSITION, "memory", memory),
    "Option": (Part.OPTION, "", option),
    "Json": (Part.JSON, "", json_object),
    **{letter: (Part.HAND, letter, card_list) for letter in SEATS},
    **{f"Seat {letter}": (Part.SEAT, letter, seat_facts) for letter in SEATS},
}
"""Every header that means something: what it is a part of, its key there, and how its value is read."""

_OPTION, _JSON = int(Part.OPTION), int(Part.JSON)
_READERS: Final = {name: (int(part), key, reader) for name, (part, key, reader) in READERS.items()}

CARRIED: Final = frozenset({"Event", "Date", "Site", "Round", "Table", "Source", "Annotator", "Time"})
"""Headers that are carried through without wondering whether another one was meant."""

_BETWEEN_NAMES: Final = re.compile(r"\s*[,/]\s*")


def settle(headers: Sequence[tuple[str, str]]) -> tuple[dict[str, Any], list[Complaint]]:
    """Read headers into the parts of a record, by key; `moves` and what belongs to them is left for `assemble`.

    A header that cannot be read is left out and complained of; the others are read all the same.
    """
    read: tuple[dict[str, Any], ...] = ({}, {}, {}, {}, {}, {}, {})
    carried: dict[str, str] = {}
    complaints: list[Complaint] = []
    for index, (name, value) in enumerate(headers):
        try:
            known = _READERS.get(name)
            if known is None:
                carried[name] = _carry(name, value, carried)
                continue
            part, key, reader = known
            found = reader(value)
            if part == _OPTION:
                key, found = found
            where = read[part]
            if key in where:
                raise _duplicate(name, key, value)
            where[key] = found
        except Wrong as wrong:
            complaints += [_complaint(index, name, each) for each in wrong.found]
    names = read[Part.RECORD].get("players", {})
    complaints = [_seat_of_name(complaint, headers[complaint.index], names) for complaint in complaints]
    complaints += _one_name(headers, names)
    parts = _join(read)
    if carried:
        parts["headers"] = carried
    if read[_JSON]:
        index = next(at for at, (name, _) in enumerate(headers) if name == "Json")
        for key, found in read[_JSON][""].items():
            if key in parts:
                complaints.append(said_twice(key, index))
            else:
                parts[key] = found
    return parts, complaints


def _seat_of_name(complaint: Complaint, header: tuple[str, str], names: dict[str, str]) -> Complaint:
    """The same, with the seat that was meant where a player's name stands for it."""
    name, value = header
    if name not in ("Dealer", "Leader", "Result") or complaint.suggestion is not None:
        return complaint
    who, rest = value.strip(), ""
    if name == "Result":
        who, blank, points = who.rpartition(" ")
        rest = blank + points if points.isdigit() else " ?"
    seats = [seat for seat, player in names.items() if player.casefold() == who.strip().casefold()]
    return complaint if len(seats) != 1 or rest == " ?" else replace(complaint, suggestion=seats[0] + rest)


def _one_name(headers: Sequence[tuple[str, str]], names: dict[str, str]) -> list[Complaint]:
    """The complaint that two names stand where one seat's stands: they lack a semicolon between them."""
    if len(names) != 1:
        return []
    (name,) = names.values()
    several = _BETWEEN_NAMES.split(name)
    if len(several) == 1 or not all(several):
        return []
    index = next(at for at, (name, _) in enumerate(headers) if name == "Players")
    part, meant = (0, len(headers[index][1])), shown("; ".join(several))
    message = say("names.one", name=shown(name))
    return [Complaint(index, part, "log.value", message, shown(name), (), meant, Severity.WARNING)]


def _join(read: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """The parts of a record from what each header gave."""
    parts, hands, held, position, seats, options, _ = read
    if options:
        parts["options"] = options
    if hands:
        held = {"hands": hands, **held}
    if position or seats:
        if position.get("trick", 0) is None:
            del position["trick"]
        parts["position"] = {**position, **held, **({"seats": seats} if seats else {})}
    elif held:
        parts["deal"] = held
    return parts


def _carry(name: str, value: str, carried: dict[str, str]) -> str:
    """The value of a header without a meaning, unless it is rather a header misspelt."""
    if name in carried:
        raise _duplicate(name, name, value)
    if name in CARRIED:
        return value
    if len(name) > LONGEST_WORD:
        raise Wrong(None, "log.name", say("header.long", most=LONGEST_WORD), shown(name))
    if len(name) == 1:
        seat_meant = name.upper() if name.upper() in SEATS else None
        raise Wrong(None, "log.seat", say("seat.none", letter=name), name, (say("expected.seat"),), seat_meant)
    meant = suggest(name, READERS)
    if meant and meant.casefold() == name.casefold():
        raise Wrong(None, "log.name", say("header.misspelt", name=name), name, (), meant)
    if meant and len(meant) > 3:
        carried[name] = value
        message = say("header.carried", name=name)
        raise Wrong(None, "log.name", message, name, (), meant, Severity.WARNING)
    return value


def _duplicate(name: str, key: str, value: str) -> Wrong:
    if name == "Option":
        return Wrong((0, len(value)), "log.duplicate", say("option.twice", name=shown(key)), shown(key))
    return Wrong(None, "log.duplicate", say("header.twice", name=shown(name)), shown(name))


def _complaint(index: int, name: str, found: Found) -> Complaint:
    part, code, message, token, expected, suggestion, severity = found
    told = message if part is None else say("in-header", header=name, message=message)
    return Complaint(index, part, code, told, token, expected, suggestion, severity)


def said_twice(key: str, index: int) -> Complaint:
    """The complaint that the header at `index` says once more what the log says elsewhere."""
    return Complaint(index, None, "log.duplicate", say("key.twice", name=shown(key)), shown(key))


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
