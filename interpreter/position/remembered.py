"""What a position says of the ruleset's memory, and what it leaves open by saying the rest.

A name that is not said is as it is at the beginning of a hand, with one exception: where only a move can have given
another name its value, that move has been made, and whatever it sets besides is not known unless it is said. Who
closed the talon is said, for instance, and not how many tricks the other side had then. `?` says that a value is not
known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bummerl.grammar import suggest
from bummerl.interpreter import core as C

from .. import machine
from ..faults import UNRECORDED, below, figure
from ..machine import Ints
from ..pieces import Pieces
from ..rules import Rules
from ..vocabulary import Misread
from .reads import instructions, reads, sets
from .start import Open

CONTRACT: Final = "contract"
"""The contract is kept in mind like a name of the ruleset's own, where there are contracts."""
PATH: Final = "/position/memory"
MOST_VALUES: Final = 500
"""A number that may have more values than these is not tried."""
GROWING: Final = frozenset(
    {C.ACTOR, C.ALL, C.TRICK_NUMBER}
    | {row + i for row in (C.TRICKS, C.CARD_POINTS, C.MELD_POINTS, C.POINTS, C.BONUS) for i in range(C.SEATS)}
)
"""Slots whose numbers only grow in the course of a hand, and who is asked about them."""


class Memory:
    """Reads `memory`: `slots` are the values that were said, `unknown` the names of which `?` was said."""

    def __init__(self, reader: Pieces, value: Any) -> None:
        self.reader, self.rules = reader, reader.rules
        self.slots: dict[int, int] = {}
        self.unknown: set[str] = set()
        self.said: set[str] = set()
        names = [*self.rules.memory, *([CONTRACT] if self.rules.contracts else [])]
        for name, kept in reader.mapping(value, PATH).items():
            if name not in names:
                near = suggest(str(name), names)
                message = "memory.unknown" if names else "memory.none"
                reader.fault("record.memory", message, below(PATH, name), str(name), near, key=str(name), names=names)
            elif name == CONTRACT:
                self._contract(kept)
            else:
                self._name(name, kept)

    def _contract(self, value: Any) -> None:
        contracts = self.rules.contracts
        self.said.add(CONTRACT)
        if value == UNRECORDED:
            self.unknown.add(CONTRACT)
        elif value is not None and value not in contracts:
            near = suggest(str(value), contracts)
            path = below(PATH, CONTRACT)
            self.reader.fault("record.memory", "memory.contract", path, str(value), near, contracts=contracts)
        else:
            self.slots[C.CONTRACT] = -1 if value is None else contracts.index(value)

    def _name(self, name: str, value: Any) -> None:
        slot, path = self.rules.memory[name], below(PATH, name)
        self.said.add(name)
        if value == UNRECORDED:
            self.unknown.add(name)
        elif not slot.each:
            self._keep(name, slot.at, slot.type, value, path)
        elif not isinstance(value, Mapping) or not set(value) <= set(self.rules.seats):
            self.reader.fault("record.memory", "memory.each", path, key=name, seats=self.rules.seats)
        else:
            for seat, own in value.items():
                self._keep(name, slot.at + self.rules.seats.index(seat), slot.type, own, below(path, seat))

    def _keep(self, name: str, slot: int, kind: str, value: Any, path: str) -> None:
        try:
            number = self._number(name, kind, value)
        except Misread as odd:
            self.reader.misread(odd, path, str(value))
            return
        if number is None:
            seats, told = self.rules.seats, str(value)
            self.reader.fault("record.memory", f"memory.{kind}", path, told, key=name, seats=seats)
        else:
            self.slots[slot] = number

    def _number(self, name: str, kind: str, value: Any) -> int | None:
        """The machine's number for a value; `None` if it is none of this kind. Raises `Misread` for cards."""
        rules, vocabulary = self.rules, self.rules.vocabulary
        if kind == "number":
            return figure(value)
        if kind == "truth":
            return int(value) if isinstance(value, bool) else None
        if kind in ("players", "cards"):
            several = declared(rules, name) == kind
            members = [] if value is None else list(value) if isinstance(value, list | tuple) and several else [value]
            if not all(isinstance(member, str) for member in members) or len(members) > C.QUESTIONS:
                return None
            if kind == "cards":
                return sum({1 << vocabulary.card(member) for member in members})
            return sum({1 << rules.seats.index(m) for m in members}) if set(members) <= set(rules.seats) else None
        if value is None:
            return -1
        if not isinstance(value, str):
            return None
        return vocabulary.card(value) if kind == "card" else rules.suits.index(vocabulary.suit(value))


def declared(rules: Rules, name: str) -> str:
    """The kind of memory as the ruleset has it: `player`, say, where one player is meant and not several."""
    kind = rules.ruleset.data["memory"][name]
    return kind.removeprefix("each ") if isinstance(kind, str) else ""


def slots_of(rules: Rules, name: str) -> range:
    """The slots of a name of memory."""
    if name == CONTRACT:
        return range(C.CONTRACT, C.CONTRACT + 1)
    slot = rules.memory[name]
    return range(slot.at, slot.at + (rules.n if slot.each else 1))


def open_names(rules: Rules, S: Ints, memory: Memory, moves: Iterable[str]) -> list[Open]:
    """What stays open of the memory in this state; `moves` are known to have been made, because of what they score."""
    names = [*rules.memory, CONTRACT] if rules.contracts else list(rules.memory)
    made = setters(rules)
    implied = {name for name in names if any(move in made[name] for move in moves)}
    for known in names:
        changed = any(S[slot] != rules.init[slot] for slot in slots_of(rules, known))
        if changed and made[known]:
            implied |= {name for name in names if set(made[known]) <= set(made[name])}
    found = []
    for name in names:
        if name in memory.unknown or (name in implied and name not in memory.said):
            programs = [program for each in made[name].values() for program in each]
            found.append(Open(("memory", name), tuple(slots_of(rules, name)), values_of(rules, S, name, programs)))
    return found


def setters(rules: Rules) -> dict[str, dict[str, list[int]]]:
    """For each name of memory the moves that set it under some contract, each with its programs of the value."""
    R = rules.R
    found: dict[str, dict[str, list[int]]] = {name: {} for name in (*rules.memory, CONTRACT)}
    owner = {slot: name for name in found for slot in slots_of(rules, name)}
    for number, move in enumerate(rules.moves, C.MOVES):
        places = {R[R[R[R[C.SECTIONS] + c] + C.P_MOVES] + number] for c in range(-1, len(rules.contracts))}
        for place in sorted(places - {0}):
            for program, slot, how in sets(R, place):
                if not how & C.SET_TRUMP:
                    found[owner[slot]].setdefault(move, []).append(program)
    return found


def values_of(rules: Rules, S: Ints, name: str, programs: Iterable[int]) -> tuple[tuple[int, ...], ...] | None:
    """The values that a name may have; `None` where they cannot be counted."""
    if name == CONTRACT:
        return tuple((contract,) for contract in range(-1, len(rules.contracts)))
    slot = rules.memory[name]
    if slot.each:
        return None
    if slot.type == "truth":
        return ((0,), (1,))
    if slot.type == "suit":
        return tuple((suit,) for suit in range(-1, len(rules.suits)))
    if slot.type == "players" and declared(rules, name) == "player":
        return ((0,), *((1 << i,) for i in range(rules.n)))
    if slot.type == "number" and all(only_grows(rules, program) for program in programs):
        highest = max((most(rules, S, program) for program in programs), default=0)
        return tuple((number,) for number in range(highest + 1)) if highest < MOST_VALUES else None
    return None


def only_grows(rules: Rules, program: int) -> bool:
    """Does the value of this program only grow in the course of a hand? It adds up tricks and points, say."""
    constants = rules.R[C.KEEP]
    if any(op == C.OP_TAKE for op, _, _ in instructions(rules.R, [program])):
        return False
    return all(slot in GROWING or slot <= C.YES or slot >= constants for slot in reads(rules, [program]))


def most(rules: Rules, S: Ints, program: int) -> int:
    """What a program gives now, whoever asks it; before now it gave no more."""
    found, probe = 0, S[:]
    for i in range(rules.n):
        probe[C.ACTOR] = 1 << i
        found = max(found, machine.value(probe, rules.R, program))
    return found
