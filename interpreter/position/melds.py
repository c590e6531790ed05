"""The melds of a position against the rules: each suit is declared once, for what it counts."""

from __future__ import annotations

from bummerl.interpreter import core as C

from .. import machine
from ..machine import Ints
from ..pieces import Pieces
from ..rules import Rules
from .reads import reads
from .seats import Meld, Seats, melding


def slot_of(rules: Rules, meld: Meld) -> int:
    """The slot of the state in which a meld is counted."""
    return rules.melds[meld.key if meld.key in rules.melds else str(melding(rules))] + meld.seat


def slots_of_melds(rules: Rules, seats: Seats) -> dict[int, int]:
    """What has been declared, by slot."""
    found: dict[int, int] = {}
    for meld in seats.melds:
        slot = slot_of(rules, meld)
        found[slot] = found.get(slot, 0) + meld.points
    return found


def moves_of_melds(rules: Rules, seats: Seats) -> list[str]:
    """The moves by which something was declared."""
    return [meld.key if meld.key in rules.melds else str(melding(rules)) for meld in seats.melds]


def check_melds(pieces: Pieces, seats: Seats, S: Ints, trump_known: bool) -> dict[int, int]:
    """Was each suit declared once, for what it counts? The suits that were shown, by slot."""
    rules, R, by_suit = pieces.rules, pieces.rules.R, melding(pieces.rules)
    times: dict[str, int] = {}
    slots: dict[int, int] = {}
    for i, key, number, path in seats.melds:
        if key in rules.melds:
            continue
        times[key] = times.get(key, 0) + 1
        if times[key] > rules.copies:
            pieces.fault("record.meld", "meld.twice", path, key, suit=key)
            continue
        place = R[R[S[C.RULES] + C.P_MOVES] + C.MOVES + list(rules.moves).index(str(by_suit))]
        if place == 0:
            pieces.fault("record.meld", "meld.none", path, key, meld=key)
            continue
        suit = rules.suits.index(key)
        if R[place + C.M_SHOWS] != C.NO_PROGRAM:
            slots[C.MELDED + i] = slots.get(C.MELDED + i, 0) | 1 << suit
        allowed = worths(rules, S, place, suit)
        if trump_known and allowed and number not in allowed:
            pieces.fault("record.meld", "meld.worth", path, str(number), suit=key, n=number, allowed=sorted(allowed))
    return slots


def worths(rules: Rules, S: Ints, place: int, suit: int) -> set[int]:
    """What declaring this suit can count: one figure if it hangs on the suit and trumps only; none: anything."""
    R, probe = rules.R, S[:]
    fixed = reads(rules, [R[place + C.M_SCORES]])
    if all(slot in (C.SUIT, C.TRUMP, C.NO, C.YES) or slot >= R[C.KEEP] for slot in fixed):
        probe[C.SUIT] = suit
        return {machine.value(probe, R, R[place + C.M_SCORES])}
    return set()
