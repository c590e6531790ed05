"""A hand that is taken up in the middle: the headers of a position, and how many cards lie where.

How many cards everybody has left is never worked out here: the interpreter is asked for the position without its cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bummerl.grammar import SEATS
from bummerl.interpreter import CODES, replay
from bummerl.rulesets import Ruleset

from .clauses import with_clause
from .dealing import TALON, Sizes, Zone
from .logtext import UNKNOWN, LogText
from .spelt import Spelt

POSITION: Final = "Position"
LEADER: Final = "Leader"
TRUMP: Final = "Trump"
MEMORY: Final = "Memory"
NONE: Final = "-"
_OF_A_POSITION: Final = (POSITION, LEADER, TRUMP, MEMORY, *(f"Seat {seat}" for seat in SEATS))
_COUNTING: Final = ("trick", "memory", "talon")
"""What of a position says how many cards there are."""
_LONGEST: Final = 40


def begun(log: LogText) -> LogText:
    """A deal as a position: what somebody held then, as far as it was placed."""
    for seat in SEATS:
        log = log.with_header(seat, " ".join(card for card in log.cards(seat) if card != UNKNOWN) or None)
    if UNKNOWN in log.cards(TALON):
        log = log.with_header(TALON, None)
    return log.with_header(POSITION, "")


def left(log: LogText) -> LogText:
    """A position as a deal; what only a position can say is taken out."""
    for name in _OF_A_POSITION:
        log = log.with_header(name, None)
    return log


def written(log: LogText, field: str, value: str, spelt: Spelt) -> LogText:
    """A log with another value in one field of its position; empty is not known."""
    value = " ".join(value.replace(";", " ").split())[:_LONGEST]
    match field.split(".", 1):
        case ["trick"] if _counts(value):
            return log.with_header(POSITION, f"trick {value}" if value else "")
        case ["leader"] if value in ("", *SEATS):
            return log.with_header(LEADER, value or None)
        case ["trump"] if value in ("", NONE, *spelt.suits):
            return log.with_header(TRUMP, spelt.write(value) if value else None)
        case ["talon"] if _counts(value):
            known = [card for card in log.cards(TALON) if card != UNKNOWN]
            most = min(int(value or 0), _LONGEST)
            return log.with_header(TALON, " ".join([*known, *[UNKNOWN] * most][:most]) if value else None)
        case ["memory", name]:
            return _with(log, MEMORY, value, name)
        case [seat, fact] if seat in SEATS and fact in ("tricks", "points") and _counts(value):
            return _with(log, f"Seat {seat}", value, fact)
        case [seat, meld] if seat in SEATS and meld in spelt.suits and _counts(value):
            return _with(log, f"Seat {seat}", value, "meld", spelt.write(meld))
    return log


def _with(log: LogText, header: str, value: str, *key: str) -> LogText:
    return log.with_header(header, with_clause(log.header(header) or "", value or None, *key) or None)


def _counts(value: str) -> bool:
    return value == "" or (value.isascii() and value.isdecimal() and len(value) <= 4)


def sizes_left(dealt: Sizes, ruleset: Ruleset, options: Mapping[str, Any], record: Mapping[str, Any]) -> Sizes | None:
    """How many cards lie where in a position; `None` if that hangs on how many are placed."""
    said = record.get("position")
    said = said if isinstance(said, Mapping) else {}
    bare: dict[str, Any] = {"position": {key: said[key] for key in _COUNTING if key in said}, "moves": []}
    bare |= {key: record[key] for key in ("dealer", "cards") if key in record}
    positions = replay({**bare, "options": dict(options)}, ruleset=ruleset, cards=CODES)["positions"]
    if not positions:
        return None
    first = positions[0]
    hands = {seat: len(first["hands"][seat]) + first["hidden"][seat] for seat in dealt.hands}
    size = first["talon"]["size"]
    up = dealt.turn_up and not dealt.shown and size > 0
    return replace(dealt, hands=hands, turn_up=up, talon=size - up, packets=(), forehand=None)


def evened(log: LogText, zones: tuple[Zone, ...]) -> LogText:
    """A log in which every hand that is written down has as many cards, those that are not known as `?`."""
    hands = {zone.key: [*log.cards(zone.key)] for zone in zones if zone.loose}
    for cards in hands.values():
        while cards and cards[-1] == UNKNOWN:
            cards.pop()
    most = max(map(len, hands.values()), default=0)
    for seat, cards in hands.items():
        log = log.with_cards(seat, [*cards, *[UNKNOWN] * (most - len(cards))])
    return log


def loosened(dealt: Sizes) -> Sizes:
    """The places of a position of which nothing says how many cards there are; as many as were dealt at most."""
    return replace(dealt, turn_up=dealt.turn_up and not dealt.shown, talon=0, packets=(), forehand=None)
