"""A position as it was written down becomes the beginning of a sheet, or a list of what is wrong with it.

Each step takes what the steps before it gave, and gives something that does not change any more: who plays (`Table`),
what each seat has (`Seats`), which cards lie where (`Layout`), trumps, `Figures`, and in the end a `Start`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bummerl.interpreter import core as C

from .. import machine
from ..faults import UNRECORDED
from ..machine import Ints
from ..pieces import Pieces
from ..rules import Rules
from ..sheet import HIDDEN, Sheet
from ..vocabulary import Misread
from .figures import settle
from .melds import check_melds, moves_of_melds
from .remembered import Memory, open_names
from .seats import Seats, read_seats
from .size import Layout, Said, lay_out
from .start import Open, Start, begin_at, seat_dealer

KEYS: Final = ("leader", "trick", "trump", "turn_up", "talon", "hands", "seats", "memory")
PATH: Final = "/position"


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there. `state` has everyone with cards, the contract and the memory; `playing` are the seats that play,
    `may_sit_out` those that may have dealt where the dealer gets no cards.
    """

    dealer: int
    memory: Memory
    state: Ints
    playing: tuple[int, ...]
    may_sit_out: tuple[int, ...]


def read_position(pieces: Pieces, value: Any, dealer: int) -> Sheet | None:
    """The sheet as far as the position gives it, without moves; `None` if there are faults."""
    rules, said = pieces.rules, pieces.mapping(value, PATH)
    pieces.keys(said, KEYS, PATH, guess=False)
    memory = Memory(pieces, said.get("memory"))
    hands = read_hands(pieces, said.get("hands"))
    talon = None if said.get("talon") is None else pieces.cards(said["talon"], f"{PATH}/talon")
    turn_up = card_up(pieces, said.get("turn_up"))
    table = sit_down(pieces, said, hands, memory, dealer)
    leader = read_leader(pieces, said.get("leader"), table)
    seats = read_seats(pieces, said.get("seats"), len(table.playing))
    if pieces.faults:
        return None
    layout = lay_out(
        pieces,
        Said(hands, talon, turn_up, said.get("trick"), table.state, table.playing, seats, bool(memory.unknown)),
    )
    if layout is None:
        return None
    trumps = trumps_at(rules, table, layout)
    trump = read_trump(pieces, said.get("trump", UNRECORDED), trumps)
    if pieces.faults:
        return None
    sheet = Sheet(dealer, layout.hands, layout.turn_up, layout.talon, [], [])
    sheet.start = put_together(pieces, sheet, table, seats, layout, leader, trump, trumps)
    if sheet.start is None:
        return None
    hidden = HIDDEN in [card for pile in (*sheet.hands, sheet.talon) for card in pile]
    sheet.whole = not hidden and not sheet.start.open and (dealer != HIDDEN or not rules.sits_out)
    return sheet


# ---- who sits there
def read_hands(pieces: Pieces, value: Any) -> list[list[int] | None]:
    """The hands that were recorded, by seat."""
    found = pieces.mapping(value, f"{PATH}/hands")
    pieces.known_seats(found, f"{PATH}/hands")
    seats = pieces.rules.seats
    return [None if found.get(s) is None else pieces.cards(found[s], f"{PATH}/hands/{s}") for s in seats]


def sit_down(
    pieces: Pieces, said: Mapping[str, Any], hands: Sequence[list[int] | None], memory: Memory, dealer: int
) -> Table:
    """Who has cards and who plays, by contract and memory."""
    rules, S = pieces.rules, pieces.rules.fresh()
    for slot, number in memory.slots.items():
        S[slot] = number
    seats = said.get("seats")
    busy = [said.get("leader"), *(seats if isinstance(seats, Mapping) else ())]
    without = [i for i, hand in enumerate(hands) if not hand]
    idle = [i for i in without if rules.seats[i] not in busy]
    may_sit_out = (idle or without or list(range(rules.n))) if rules.sits_out else []
    if dealer != HIDDEN or rules.sits_out:
        seat_dealer(rules, S, dealer if dealer != HIDDEN else may_sit_out[0])
    S[C.RULES] = rules.R[rules.R[C.SECTIONS] + S[C.CONTRACT]]
    S[C.IN_PLAY] = machine.value(S, rules.R, rules.R[S[C.RULES] + C.P_PLAYERS]) & S[C.ALL] or S[C.ALL]
    for i, hand in enumerate(hands):
        if hand and dealer != HIDDEN and not S[C.ALL] >> i & 1:
            pieces.fault("record.seat", "seat.sits-out", f"{PATH}/hands/{rules.seats[i]}", seat=rules.seats[i])
    playing = tuple(i for i in range(rules.n) if S[C.IN_PLAY] >> i & 1)
    return Table(dealer, memory, S, playing, tuple(may_sit_out))


def read_leader(pieces: Pieces, value: Any, table: Table) -> int:
    """Who leads to the trick; `HIDDEN` if that was not recorded."""
    if value is None:
        return HIDDEN
    seat = pieces.seat(value)
    if seat == HIDDEN or (seat not in table.playing and table.dealer != HIDDEN):
        seats = [pieces.rules.seats[i] for i in table.playing]
        pieces.fault("record.position", "position.leader", f"{PATH}/leader", value, pieces.seat_of(value), seats=seats)
    return seat


# ---- turn-up and trumps
def card_up(pieces: Pieces, value: Any) -> int:
    """The card that lies turned up, or was shown."""
    rules, path = pieces.rules, f"{PATH}/turn_up"
    if value is None or value == UNRECORDED:
        return HIDDEN
    if not rules.turned and not rules.shown:
        pieces.fault("record.turn-up", "turn-up.none", path, value)
        return HIDDEN
    return pieces.read_card(value, path)


def trumps_at(rules: Rules, table: Table, layout: Layout) -> list[int]:
    """What can be trumps here: what the rules in force say for the card that lies, or may have lain, turned up."""
    S, R, free = table.state[:], rules.R, layout.names_trump
    elsewhere = {card for pile in (*layout.hands, layout.talon) for card in pile} if layout.up else set[int]()
    turned = [layout.turn_up] if layout.turn_up != HIDDEN else {*range(len(rules.codes))} - elsewhere
    found = set(range(len(rules.suits))) if free else set[int]()
    for card in turned if rules.turned or rules.shown else [HIDDEN]:
        S[C.TURN_UP] = card
        for trump in range(-1, len(rules.suits)) if free else [-1]:
            S[C.TRUMP] = trump
            found.add(machine.value(S, R, R[S[C.RULES] + C.P_TRUMP]))
    return sorted(found)


def read_trump(pieces: Pieces, value: Any, trumps: list[int]) -> int | None:
    """The suit of trumps, -1 for none; `None` if that is not said and does not follow."""
    if value == UNRECORDED or (value is None and -1 not in trumps):
        return trumps[0] if len(trumps) == 1 else None
    path, suits = f"{PATH}/trump", pieces.rules.suits
    if value is None:
        return -1
    try:
        suit = suits.index(pieces.rules.vocabulary.suit(value)) if isinstance(value, str) else HIDDEN
    except Misread as odd:
        pieces.misread(odd, path, value)
        return None
    if suit not in trumps:
        allowed = [suits[trump] for trump in trumps if trump >= 0]
        message = "position.trump" if allowed else "position.trump.none"
        pieces.fault("record.position", message, path, value, trump=str(value), suits=allowed)
    return suit


def cards_that_may_be_up(rules: Rules, table: Table, layout: Layout, trump: int | None) -> frozenset[int]:
    """The cards that may lie turned up under these trumps."""
    S, R = table.state[:], rules.R
    everything = frozenset(range(len(rules.codes)))
    if trump is None or layout.names_trump:
        return everything
    found = set()
    for card in everything:
        S[C.TURN_UP], S[C.TRUMP] = card, trump
        if machine.value(S, R, R[S[C.RULES] + C.P_TRUMP]) == trump:
            found.add(card)
    return frozenset(found)


# ---- put together
def put_together(
    pieces: Pieces, sheet: Sheet, table: Table, seats: Seats, layout: Layout, leader: int, trump: int | None,
    trumps: list[int],
) -> Start | None:  # fmt: skip
    """Everything that was said by its slot, and what was not said."""
    rules = pieces.rules
    values = rules.R[C.VALUES_BY_TRUMP] + rules.R[C.ROW] * (trump if trump is not None else -1)
    worth = [rules.R[values + card] for card in range(len(rules.codes))]
    figures = settle(pieces, seats, layout, worth, trump is not None)
    slots = {**table.memory.slots, **figures.slots, C.TRICK_NUMBER: layout.tricks + 1, C.ALL: table.state[C.ALL]}
    slots[C.UNDRAWN] = int(layout.undrawn)
    slots[C.LEADER] = 1 << (leader if leader != HIDDEN else table.playing[0])
    opened = list(figures.open)
    if leader == HIDDEN:
        opened.append(Open(("leader", ""), (C.LEADER,), tuple((1 << i,) for i in table.playing), always=True))
    if trump is not None:
        slots[C.TRUMP] = trump
    elif not (layout.up and sheet.turn_up == HIDDEN and layout.open_talon):
        slots[C.TRUMP] = trumps[0]
        opened.append(Open(("trump", ""), (C.TRUMP,), tuple((suit,) for suit in trumps), always=True))
    if table.dealer == HIDDEN and not rules.sits_out:
        ways = tuple((1 << i, rules.R[C.AFTER + (1 << i)]) for i in range(rules.n))
        opened.append(Open(("dealer", ""), (C.DEALER, C.FOREHAND), ways))
    opened += layout.left_open()
    if layout.blurred:
        slots[C.BLURRED] = (1 << rules.n) - 1
    if pieces.faults:
        return None
    start = Start(
        layout.tricks + 1, slots, seats.gone(), layout.tricks * layout.players, layout.up,
        cards_that_may_be_up(rules, table, layout, trump), table.may_sit_out,
        holders=layout.blurred or bool(layout.tricks), seats=seats,
    )  # fmt: skip
    S = begin_at(rules, sheet, start)
    shown = check_melds(pieces, seats, S, trump is not None)
    if pieces.faults:
        return None
    opened += open_names(rules, S, table.memory, moves_of_melds(rules, seats))
    if unknown_played(rules, sheet, start):
        opened.append(Open(("played", ""), (C.GONE,)))
    return replace(start, slots={**slots, **shown}, open=tuple(opened))


def unknown_played(rules: Rules, sheet: Sheet, start: Start) -> bool:
    """Were cards played of which nobody knows which?"""
    if len(start.played) == start.out:
        return False
    lying = [card for pile in (*sheet.hands, sheet.talon) for card in pile] + ([sheet.turn_up] if start.up else [])
    return HIDDEN in lying or len(rules.codes) - len(set(lying)) != start.out
