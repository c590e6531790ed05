"""A position as it was written down becomes the beginning of a sheet, or a list of what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bummerl.interpreter import core as C

from .. import machine
from ..faults import UNRECORDED
from ..pieces import Pieces
from ..sheet import HIDDEN, Sheet
from ..vocabulary import Misread
from .figures import Figures
from .remembered import Memory, open_names
from .size import Size
from .start import Open, Start, begin_at, seat_dealer

KEYS: Final = ("leader", "trick", "trump", "turn_up", "talon", "hands", "seats", "memory")
PATH: Final = "/position"


class PositionReader:
    """Reads `position`. `reader` reads the rest of the record, and collects what is wrong."""

    def __init__(self, reader: Pieces, dealer: int) -> None:
        self.reader, self.rules, self.dealer = reader, reader.rules, dealer

    def read(self, value: Any) -> Sheet | None:
        """The sheet as far as the position gives it, without moves; `None` if there are faults."""
        reader, rules = self.reader, self.rules
        said = self.said = reader.mapping(value, PATH)
        reader.keys(said, KEYS, PATH, guess=False)
        self.memory = Memory(reader, said.get("memory"))
        hands = self.hands(said.get("hands"))
        self.talon_said = None if said.get("talon") is None else reader.cards(said["talon"], f"{PATH}/talon")
        self.turn_up = self.card_up(said.get("turn_up"))
        self.state = self.at_the_table(hands)
        self.playing = [i for i in range(rules.n) if self.state[C.IN_PLAY] >> i & 1]
        leader = self.leader(said.get("leader"))
        self.figures = Figures(reader, said.get("seats"), len(self.playing))
        if reader.faults:
            return None
        self.size = Size(self, hands, said.get("trick"))
        if reader.faults:
            return None
        sheet = Sheet(self.dealer, self.size.hands, self.size.turn_up, self.size.talon, [], [])
        trumps = self.trumps()
        trump = self.trump(said.get("trump", UNRECORDED), trumps)
        if reader.faults:
            return None
        sheet.start = self.start(sheet, leader, trump, trumps)
        if reader.faults or sheet.start is None:
            return None
        hidden = HIDDEN in [card for pile in (*sheet.hands, sheet.talon) for card in pile]
        sheet.whole = not hidden and not sheet.start.open and (self.dealer != HIDDEN or not rules.sits_out)
        return sheet

    # ---- who sits there
    def hands(self, value: Any) -> list[list[int] | None]:
        """The hands that were recorded, by seat."""
        found = self.reader.mapping(value, f"{PATH}/hands")
        self.reader.known_seats(found, f"{PATH}/hands")
        seats = self.rules.seats
        return [None if found.get(s) is None else self.reader.cards(found[s], f"{PATH}/hands/{s}") for s in seats]

    def at_the_table(self, hands: list[list[int] | None]) -> machine.Ints:
        """The state with everyone who has cards, the contract and the memory; it says who plays."""
        rules, S = self.rules, self.rules.fresh()
        for slot, number in self.memory.slots.items():
            S[slot] = number
        seats = self.said.get("seats")
        busy = [self.said.get("leader"), *(seats if isinstance(seats, Mapping) else ())]
        without = [i for i, hand in enumerate(hands) if not hand]
        idle = [i for i in without if rules.seats[i] not in busy]
        self.may_sit_out = (idle or without or list(range(rules.n))) if rules.sits_out else []
        if self.dealer != HIDDEN or rules.sits_out:
            seat_dealer(rules, S, self.dealer if self.dealer != HIDDEN else self.may_sit_out[0])
        S[C.RULES] = rules.R[rules.R[C.SECTIONS] + S[C.CONTRACT]]
        S[C.IN_PLAY] = machine.value(S, rules.R, rules.R[S[C.RULES] + C.P_PLAYERS]) & S[C.ALL] or S[C.ALL]
        for i, hand in enumerate(hands):
            if hand and self.dealer != HIDDEN and not S[C.ALL] >> i & 1:
                self.reader.fault("record.seat", "seat.sits-out", f"{PATH}/hands/{rules.seats[i]}", seat=rules.seats[i])
        return S

    def leader(self, value: Any) -> int:
        """Who leads to the trick; `HIDDEN` if that was not recorded."""
        if value is None:
            return HIDDEN
        reader, seat = self.reader, self.reader.seat(value)
        if seat == HIDDEN or (seat not in self.playing and self.dealer != HIDDEN):
            seats = [self.rules.seats[i] for i in self.playing]
            reader.fault(
                "record.position", "position.leader", f"{PATH}/leader", value, reader.seat_of(value), seats=seats
            )
        return seat

    # ---- turn-up and trumps
    def card_up(self, value: Any) -> int:
        """The card that lies turned up, or was shown."""
        rules, path = self.rules, f"{PATH}/turn_up"
        if value is None or value == UNRECORDED:
            return HIDDEN
        if not rules.turned and not rules.shown:
            self.reader.fault("record.turn-up", "turn-up.none", path, value)
            return HIDDEN
        return self.reader.read_card(value, path)

    def sets_trump(self) -> bool:
        """Can trumps be named by a move?"""
        return self.size.names_trump

    def trumps(self) -> list[int]:
        """What can be trumps here: what the rules in force say for the card that lies, or may have lain, turned up."""
        rules, S, R = self.rules, self.state[:], self.rules.R
        free = self.sets_trump()
        turned = [self.size.turn_up] if self.size.turn_up != HIDDEN else range(len(rules.codes))
        found = set(range(len(rules.suits))) if free else set[int]()
        for card in turned if rules.turned or rules.shown else [HIDDEN]:
            S[C.TURN_UP] = card
            for trump in range(-1, len(rules.suits)) if free else [-1]:
                S[C.TRUMP] = trump
                found.add(machine.value(S, R, R[S[C.RULES] + C.P_TRUMP]))
        return sorted(found)

    def trump(self, value: Any, trumps: list[int]) -> int | None:
        """The suit of trumps, -1 for none; `None` if that is not said and does not follow."""
        if value == UNRECORDED or (value is None and -1 not in trumps):
            return trumps[0] if len(trumps) == 1 else None
        path, suits = f"{PATH}/trump", self.rules.suits
        if value is None:
            return -1
        try:
            suit = suits.index(self.rules.vocabulary.suit(value)) if isinstance(value, str) else HIDDEN
        except Misread as odd:
            self.reader.misread(odd, path, value)
            return None
        if suit not in trumps:
            allowed = [suits[trump] for trump in trumps if trump >= 0]
            message = "position.trump" if allowed else "position.trump.none"
            self.reader.fault("record.position", message, path, value, trump=str(value), suits=allowed)
        return suit

    def may_be_up(self, trump: int | None) -> frozenset[int]:
        """The cards that may lie turned up under these trumps."""
        rules, S, R = self.rules, self.state[:], self.rules.R
        everything = frozenset(range(len(rules.codes)))
        if trump is None or self.sets_trump():
            return everything
        found = set()
        for card in everything:
            S[C.TURN_UP], S[C.TRUMP] = card, trump
            if machine.value(S, R, R[S[C.RULES] + C.P_TRUMP]) == trump:
                found.add(card)
        return frozenset(found)

    # ---- put together
    def start(self, sheet: Sheet, leader: int, trump: int | None, trumps: list[int]) -> Start | None:
        """Everything that was said by its slot, and what was not said."""
        rules, size, figures = self.rules, self.size, self.figures
        values = rules.R[C.VALUES_BY_TRUMP] + rules.R[C.ROW] * (trump if trump is not None else -1)
        figures.settle(size, [rules.R[values + card] for card in range(len(rules.codes))], trump is not None)
        slots = {**self.memory.slots, **figures.slots, C.TRICK_NUMBER: size.tricks + 1, C.ALL: self.state[C.ALL]}
        slots[C.UNDRAWN] = int(size.undrawn)
        slots[C.LEADER] = 1 << (leader if leader != HIDDEN else self.playing[0])
        opened = list(figures.open)
        if leader == HIDDEN:
            opened.append(Open(("leader", ""), (C.LEADER,), tuple((1 << i,) for i in self.playing), always=True))
        if trump is not None:
            slots[C.TRUMP] = trump
        elif not (size.up and sheet.turn_up == HIDDEN and size.open_talon):
            slots[C.TRUMP] = trumps[0]
            opened.append(Open(("trump", ""), (C.TRUMP,), tuple((suit,) for suit in trumps), always=True))
        if self.dealer == HIDDEN and not rules.sits_out:
            ways = tuple((1 << i, rules.R[C.AFTER + (1 << i)]) for i in range(rules.n))
            opened.append(Open(("dealer", ""), (C.DEALER, C.FOREHAND), ways))
        opened += size.left_open()
        if size.blurred:
            slots[C.BLURRED] = (1 << rules.n) - 1
        if self.reader.faults:
            return None
        start = Start(
            size.tricks + 1, slots, frozenset(figures.played), size.tricks * len(self.playing), size.up,
            self.may_be_up(trump), tuple(self.may_sit_out), holders=size.blurred or bool(size.tricks),
        )  # fmt: skip
        S = begin_at(rules, sheet, start)
        figures.check_melds(S, trump is not None)
        opened += open_names(rules, S, self.memory, figures.melded_by())
        if self.unknown_played(sheet, start):
            opened.append(Open(("played", ""), (C.GONE,)))
        return replace(start, slots={**slots, **figures.slots}, open=tuple(opened))

    def unknown_played(self, sheet: Sheet, start: Start) -> bool:
        """Were cards played of which nobody knows which?"""
        if len(start.played) == start.out:
            return False
        lying = [card for pile in (*sheet.hands, sheet.talon) for card in pile] + ([sheet.turn_up] if start.up else [])
        return HIDDEN in lying or len(self.rules.codes) - len(set(lying)) != start.out
