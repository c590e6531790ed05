"""What stands behind a dot, as instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bummerl.interpreter import core as C
from bummerl.rulesets.typed import Typed

if TYPE_CHECKING:
    from .programs import Programs

SETS: Final = {
    ".hand": C.HAND, ".won": C.WON, ".declared": C.DECLARED, ".first_packet": C.FIRST_PACKET, ".melded": C.MELDED,
}  # fmt: skip
"""Rows of sets, put together over the players."""
OF_SIDE: Final = {
    ".tricks": C.TRICKS,
    ".card_points": C.CARD_POINTS,
    ".meld_points": C.MELD_POINTS,
    ".points": C.POINTS,
}
"""Rows of numbers, added up over the whole side."""
OWN: Final = {".own_tricks": C.TRICKS, ".own_points": C.POINTS, ".brought": C.BROUGHT}
"""The same over these players alone."""
OF_MATCH: Final = {".score": C.SCORE_NOW, ".lead_to_nil": C.TO_NIL}
"""Rows in which partners have the same number."""


def write_member(p: Programs, node: Typed, d: int, then: int, depth: int) -> int:
    """Puts a member's value into slot d and goes on at `then`."""
    op, base = node.op, node.args[0]

    def simple(instruction: int, y: int) -> int:
        return p.having(base, depth, lambda x, _: p.emit(instruction, x, y, then, d))

    if base.type == "card" and op == ".points":
        return simple(C.OP_ROW, C.VALUES)
    if op == "each":
        return simple(C.OP_UNION if node.type == "truth" else C.OP_SUM, p.memory[node.value][0])
    if op in SETS:
        p.first_packets = p.first_packets or op == ".first_packet"
        return simple(C.OP_UNION, SETS[op])
    if op in OWN:
        return simple(C.OP_SUM, OWN[op])
    if op in OF_MATCH:
        return simple(C.OP_MOST, OF_MATCH[op])
    if op in OF_SIDE:
        if p.alone:
            return simple(C.OP_SUM, OF_SIDE[op])
        temp = p.temp(depth)
        return p.into(Typed(".side", "players", (base,)), temp, p.emit(C.OP_SUM, temp, OF_SIDE[op], then, d), depth + 1)
    match op:
        case ".suit":
            return simple(C.OP_ROW, C.SUITS) if p.names.suits_move else simple(C.OP_TABLE, _printed(p))
        case ".printed_suit":
            return simple(C.OP_TABLE, _printed(p))
        case ".rank":
            return simple(C.OP_TABLE, p.shared("rank", lambda: [-1, *p.pack.rank], 1))
        case ".colour":
            return simple(C.OP_TABLE, p.shared("colour", lambda: [-1, *_colours(p)], 1))
        case ".value":
            return simple(C.OP_TABLE, p.shared("contract values", lambda: [0, *p.contract_values], 1))
        case ".next":
            return simple(C.OP_TABLE, C.AFTER)
        case ".side":
            return p.having(base, depth, lambda x, deep: _side(p, x, d, then, deep))
        case ".partner":
            return p.having(base, depth, lambda x, deep: _partner(p, x, d, then, deep))
        case ".opponents":
            return p.having(base, depth, lambda x, deep: _opponents(p, x, d, then, deep))
        case ".place":
            return p.having(base, depth, lambda x, deep: _place(p, x, d, then, deep))
    raise AssertionError(f"`{op}` is not in the machine")


def _printed(p: Programs) -> int:
    return p.shared("printed suit", lambda: [-1, *p.pack.suit], 1)


def _colours(p: Programs) -> list[int]:
    return [p.names.suit_colours.get(suit, -1) for suit in p.names.suits]


def _side(p: Programs, x: int, d: int, then: int, depth: int) -> int:
    """The side of the players in slot x; with an expression for partners, worked out on the spot."""
    if p.partners is None:
        return p.emit(C.OP_TABLE, x, C.SIDES, then, d)
    return p.having(p.partners, depth, lambda y, _: p.emit(C.OP_SIDE, x, y, then, d))


def _partner(p: Programs, x: int, d: int, then: int, depth: int) -> int:
    temp = p.temp(depth)
    return _side(p, x, temp, p.emit(C.OP_EXCEPT, temp, x, then, d), depth + 1)


def _opponents(p: Programs, x: int, d: int, then: int, depth: int) -> int:
    """Everyone who has cards and is not on that side; nobody's opponents are nobody."""
    if p.partners is None and not p.names.sits_out:
        return p.emit(C.OP_TABLE, x, p.shared("opponents", lambda: p.seating.opponents), then, d)
    temp = p.temp(depth)
    rest = _side(p, x, temp, p.emit(C.OP_EXCEPT, C.ALL, temp, then, d), depth + 1)
    return p.emit(C.OP_IS, x, 0, p.emit(C.OP_PUT, C.NO, 0, then, d), rest)


def _place(p: Programs, x: int, d: int, then: int, depth: int) -> int:
    """Counted from forehand, who is 1: the difference of two seat numbers, through a table that goes once round below
    0."""
    seats = p.seating.seats
    seat, forehand = p.temp(depth), p.temp(depth + 1)
    numbers = p.shared("seat number", lambda: [max(players.bit_length() - 1, 0) for players in range(1 << seats)])
    places = p.shared("place", lambda: [distance % seats + 1 for distance in range(2 * seats)], seats)
    pc = p.emit(C.OP_TAKE, seat, forehand, p.emit(C.OP_TABLE, seat, places, then, d), seat)
    pc = p.emit(C.OP_TABLE, x, numbers, p.emit(C.OP_TABLE, C.FOREHAND, numbers, pc, forehand), seat)
    return p.emit(C.OP_IS, x, 0, p.emit(C.OP_PUT, C.NO, 0, then, d), pc)
