"""Images, programs and states with names: for people, for tests and for the worked page of the manual."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TextIO

from bummerl.grammar import SEATS
from bummerl.interpreter import core as C
from bummerl.interpreter.image import Image, build
from bummerl.rulesets import Ruleset

SECTION_PROGRAMS: Final = {
    "leader": C.P_LEADER, "trump": C.P_TRUMP, "players": C.P_PLAYERS, "draw": C.P_DRAW, "ends": C.P_ENDS,
    "score": C.P_SCORE, "tiers": C.P_TIERS, "multiply": C.P_TIMES,
}  # fmt: skip
MOVE_PROGRAMS: Final = {
    "require": C.M_REQUIRE, "by": C.M_BY, "also": C.M_ALSO, "shows": C.M_SHOWS, "scores": C.M_SCORES,
    "swaps": C.M_SWAPS, "discards": C.M_DISCARDS,
}  # fmt: skip
NUMBERED: Final = frozenset({C.OP_IS, C.OP_BELOW})
"""Instructions whose y is a number."""
TABLED: Final = frozenset({C.OP_TABLE, C.OP_MASK})
"""Instructions whose y is a place in R."""
ROWED: Final = frozenset({C.OP_SUM, C.OP_UNION, C.OP_MOST, C.OP_VEIL})
"""Instructions whose y is the first slot of a row."""
ALONE: Final = frozenset(
    {
        C.OP_PUT, C.OP_ONLY, C.OP_COUNT, C.OP_SIZE, C.OP_COIN, C.OP_HOLDER, C.OP_SUITS, C.OP_WORTH, C.OP_TOP,
        C.OP_BOTTOM,
    }
)  # fmt: skip
"""Instructions without y."""
LISTING_WIDTH: Final = 46


@cache
def _named(part: str, prefix: str = "") -> dict[int, str]:
    """Number -> name of the constants in a part of `core.py`, which is where they are described."""
    text = Path(C.__file__).read_text(encoding="utf-8")
    text = text[text.index(f"-- {part}\n") :]
    text = text[: text.index("# ----", 1)]
    found: dict[int, str] = {}
    for name, number in re.findall(rf"^({prefix}[A-Z_]+|N) = (\d+)", text, flags=re.MULTILINE):
        found.setdefault(int(number), name)
    return found


@cache
def slot_names() -> dict[int, str]:
    """The slots that every state has."""
    return {
        at: name.lower() for at, name in _named("slots of S").items() if name not in ("SEATS", "MOST_SETS", "MEMORY")
    }


@cache
def operations() -> dict[int, str]:
    """The instructions."""
    return {number: name[3:].lower() for number, name in _named("instructions", "OP_").items()}


@cache
def header_names() -> dict[int, str]:
    """The fields of the header."""
    return {
        at: name.lower() for at, name in _named("header of R").items() if at < C.LOG and not name.startswith("TABLE_")
    }


class Dump:
    """The names of one image."""

    def __init__(self, image: Image) -> None:
        """`image` is looked at, not changed."""
        self.image, self.R = image, image.R

    # ---- slots
    def slot(self, at: int) -> str:
        """What lies in a slot of S."""
        image = self.image
        if at in image.constants:
            return str(image.constants[at])
        if at in image.scratch:
            return f"t{image.scratch[at]}"
        for name, kept in image.memory.items():
            if kept.at <= at < kept.at + (C.SEATS if kept.each else 1):
                return f"{name}.{SEATS[at - kept.at]}" if kept.each else name
        for move, row in image.melds.items():
            if row <= at < row + C.SEATS:
                return f"{move}.{SEATS[at - row]}"
        if at < C.HAND:
            return slot_names().get(at, f"s{at}")
        row = max(start for start in slot_names() if start <= at)
        return f"{slot_names()[row]}.{SEATS[at - row]}" if row < C.NEW else f"new+{at - row}"

    def row(self, at: int) -> str:
        """What a row with a place for each seat holds."""
        return self.slot(at).rpartition(".")[0]

    # ---- programs
    def program(self, pc: int) -> str:
        """A listing, entry first."""
        return "\n".join(self.lines(pc))

    def lines(self, pc: int) -> Iterator[str]:
        """Its lines."""
        if pc < 0:
            yield f"       {self.way(pc)}"
        todo, done = [pc], set[int]()
        while todo:
            at = todo.pop(0)
            if at >= 0 and at not in done:
                done.add(at)
                yield self.instruction(at)
                op, then, other = self.R[at], self.R[at + C.O_THEN], self.R[at + C.O_ELSE]
                todo += [then, other] if op < C.TESTS else [then]

    def instruction(self, at: int) -> str:
        """One instruction as a line."""
        op, x, y, then, d = self.R[at : at + C.O_WIDTH]
        left = f"{at:6d} {operations()[op]:7s} {self.slot(x)} {self.second(op, y)}".ljust(LISTING_WIDTH)
        if op < C.TESTS:
            return f"{left} yes {self.way(then)}, no {self.way(d)}"
        return f"{left} into {self.slot(d)}, then {self.way(then)}"

    def second(self, op: int, y: int) -> str:
        """The second operand."""
        if op in NUMBERED:
            return str(y)
        if op in TABLED:
            return f"@{y}"
        if op in ROWED:
            return self.row(y)
        return "" if op in ALONE else self.slot(y)

    def way(self, pc: int) -> str:
        """Where it goes on: an instruction, or the slot of the result."""
        return str(pc) if pc >= 0 else f"-> {self.slot(~pc)}"

    # ---- the whole
    def listing(self) -> Iterator[str]:
        """Everything: the header, the rules by number, each section with its programs, stages, words."""
        image = self.image
        slots = f"{len(image.init)} slots, {self.R[C.KEEP]} of them the state"
        yield f"ruleset {image.id}: {len(self.R):,} integers, {slots}"
        yield "\nheader"
        yield from (f"  {name:16s} {self.R[at]}" for at, name in sorted(header_names().items()))
        yield "\nrules"
        yield from (f"  {number:4d} {id}" for number, id in enumerate(image.rule_ids) if id)
        for contract, name in enumerate(("no contract", *image.contracts), -1):
            yield from self.section(name, self.R[self.R[C.SECTIONS] + contract])
            if contract >= 0:
                yield from self.titled("called", self.R[self.R[C.CALLS] + contract])
        for number, stage in enumerate(image.stages):
            at = self.R[C.STAGES] + C.G_WIDTH * number
            yield f"\nstage {stage} @{at}"
            for title, field in (("when", C.G_WHEN), ("until", C.G_UNTIL), ("turn", C.G_TURN), ("first", C.G_FIRST)):
                yield from self.titled(title, self.R[at + field])
            moves = [move for move, bit in image.moves.items() if self.R[at + C.G_MOVES] >> bit & 1]
            yield f"  moves: {' '.join(moves) or 'none'}"
        yield "\nwords"
        yield from (f"  {row:4d} {text:16s} {self.word(row)}" for row, text in enumerate(image.texts))

    def section(self, name: str, at: int) -> Iterator[str]:
        """The rules in force under a contract."""
        yield f"\nsection {name} @{at}"
        for title, field in SECTION_PROGRAMS.items():
            yield from self.titled(title, self.R[at + field])
        for ladder, field in (("lead", C.P_LEAD), ("follow", C.P_FOLLOW)):
            yield from self.ladder(ladder, self.R[at + field])
        for move, number in self.image.moves.items():
            yield from self.move(move, self.R[self.R[at + C.P_MOVES] + number])

    def titled(self, title: str, pc: int) -> Iterator[str]:
        """A program under its title; nothing if there is none."""
        if pc != C.NO_PROGRAM:
            yield f"  {title}"
            yield from (f"  {line}" for line in self.lines(pc))

    def ladder(self, title: str, at: int) -> Iterator[str]:
        """The duties of a ladder."""
        for line in range(self.R[at]):
            p = at + 1 + C.L_WIDTH * line
            rules = [self.image.rule_ids[self.R[self.R[p + C.L_RULES] + i]] for i in range(self.R[p + C.L_LINES])]
            yield f"  {title} line {line + 1}: {', '.join(rules)}; guard {self.slot(self.R[p + C.L_GUARD])}"
            if self.R[p] != C.ALWAYS:
                yield from self.titled("  when", self.R[p])
            if self.R[p + C.L_TABLE] != C.NO_TABLE:
                trump, led, best = self.R[p + C.L_BY_TRUMP : p + C.L_LINES]
                yield f"    masks @{self.R[p + C.L_TABLE]}, strides by trump {trump}, suit led {led}, best {best}"
            else:
                yield from self.titled("  mask", self.R[p + C.L_BY_TRUMP])

    def move(self, name: str, at: int) -> Iterator[str]:
        """A move and its programs."""
        if at == 0:
            yield f"  move {name}: off"
            return
        yield f"  move {name} @{at}"
        for title, field in MOVE_PROGRAMS.items():
            yield from self.titled(f"  {title}", self.R[at + field])
        for number in range(self.R[at + C.M_SETS]):
            p = at + C.M_WIDTH + C.E_WIDTH * number
            yield from self.titled(f"  set {self.slot(self.R[p + C.E_SLOT])}", self.R[p + C.E_VALUE])

    def word(self, row: int) -> str:
        """What a token's row says."""
        move, card, suit, call, fits = self.R[self.R[C.TOKENS] + C.T_WIDTH * row :][: C.T_WIDTH]
        names = {number: name for name, number in self.image.moves.items()}
        said = ["card", "drawn", "known"][move] if move < C.MOVES else names.get(move, "no move")
        said += f" card={self.image.codes[card]}" if card >= 0 else ""
        said += f" suit={self.image.suits[suit]}" if suit >= 0 else ""
        said += f" call={self.image.contracts[call]}" if call >= 0 else ""
        return said + ("" if fits else " (does not fit)")

    # ---- states
    def state(self, S: Sequence[int], *, everything: bool = False) -> dict[str, int]:
        """The slots of a state that differ from the beginning of a hand, by name; not how much was worked for it."""
        found = enumerate(list(S)[: self.R[C.KEEP]])
        init = self.image.init
        return {self.slot(at): v for at, v in found if everything or (v != init[at] and at != C.PATIENCE)}

    def cards(self, cards: int) -> str:
        """A set of cards."""
        return " ".join(code for number, code in enumerate(self.image.codes) if cards >> number & 1) or "none"


def dump(ruleset: Ruleset, stream: TextIO) -> None:
    """Writes the image of a ruleset with names."""
    for line in Dump(build(ruleset)).listing():
        stream.write(f"{line}\n")
