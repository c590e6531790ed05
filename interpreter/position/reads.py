"""Which slots of the state a program of the image looks at.

Something that a position does not say matters only if a program that was run has looked at it. Nothing is run to find
out: all instructions that can be reached are taken together, so a slot may be named in vain, and none is missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bummerl.interpreter import core as C

from ..machine import Ints
from ..rules import Rules

Slots = frozenset[int]

TWO: Final = frozenset(
    {
        C.OP_SAME, C.OP_LESS, C.OP_AMONG, C.OP_WITHIN, C.OP_HOLDS, C.OP_BEATS, C.OP_ADD, C.OP_TAKE, C.OP_TIMES,
        C.OP_JOIN, C.OP_EXCEPT, C.OP_BOTH, C.OP_ROW, C.OP_SIDE,
    }
)  # fmt: skip
"""Instructions whose y is a slot."""
ROWS: Final = frozenset({C.OP_SUM, C.OP_UNION, C.OP_MOST})
"""Instructions whose y is the first slot of a row."""
MOVE_PROGRAMS: Final = (
    C.M_REQUIRE, C.M_BY, C.M_ALSO, C.M_SHOWS, C.M_SCORES, C.M_SWAPS, C.M_DISCARDS,
)  # fmt: skip


def instructions(R: Ints, programs: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """All instructions that can be reached: op, x, y. The slot in which a program ends is one with op -1."""
    seen = set[int]()
    waiting = [program for program in programs if program != C.NO_PROGRAM]
    while waiting:
        pc = waiting.pop()
        if pc in seen:
            continue
        seen.add(pc)
        if pc < 0:
            yield -1, ~pc, 0
            continue
        op, x, y, then, d = R[pc : pc + C.O_WIDTH]
        yield op, x, y
        waiting += [then, d] if op < C.TESTS else [then]


def reads(rules: Rules, programs: Iterable[int]) -> Slots:
    """The slots that these programs may look at, scratch and constants among them."""
    return Looks(rules).at(programs)


class Looks:
    """What programs look at, each worked out once: all ways of one record run the same few."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: dict[int, Slots] = {}

    def at(self, programs: Iterable[int]) -> Slots:
        """The slots that these programs may look at, scratch and constants among them."""
        found = set[int]()
        for program in programs:
            if program not in self._known:
                self._known[program] = self._of(program)
            found |= self._known[program]
        return frozenset(found)

    def _of(self, program: int) -> Slots:
        found, seats = set[int](), self.rules.n
        for op, x, y in instructions(self.rules.R, [program]):
            found.add(x)
            if op in TWO:
                found.add(y)
            elif op in ROWS:
                found.update(range(y, y + seats))
            elif op == C.OP_HOLDER:
                found.update(range(C.DEALT, C.DEALT + seats))
        return frozenset(found)


def of_play(rules: Rules, S: Ints) -> list[int]:
    """Programs that are run while cards are played: duties, drawing, which melds count, ends, partners."""
    R, p = rules.R, S[C.RULES]
    found = [R[p + C.P_DRAW], R[p + C.P_ENDS], R[C.PARTNERS], R[p + C.P_PLAYERS]]
    found += [R[R[p + C.P_COUNTS] + kind] for kind in range(R[C.MELD_KINDS])]
    for ladder in (R[p + C.P_LEAD], R[p + C.P_FOLLOW]):
        for line in range(ladder + 1, ladder + 1 + C.L_WIDTH * R[ladder], C.L_WIDTH):
            found.append(R[line + C.L_WHEN])
            if R[line + C.L_TABLE] == C.NO_TABLE:
                found.append(R[line + C.L_BY_TRUMP])
    return found


def of_move(rules: Rules, S: Ints, move: int) -> list[int]:
    """Programs that are run when somebody makes this move (by number), or tries to; not what it sets."""
    m = place_of(rules, S, move)
    return [rules.R[m + field] for field in MOVE_PROGRAMS] if m else []


def of_memory(rules: Rules, S: Ints, move: int, asked: Slots) -> list[int]:
    """Programs of what this move sets, if one of these slots is set. What is only kept in mind decides nothing yet."""
    m, found = place_of(rules, S, move), []
    for program, slot, how in sets(rules.R, m) if m else ():
        if how & C.SET_TRUMP or asked & set(range(slot, slot + (rules.n if how & C.SET_EACH else 1))):
            found.append(program)
    return found


def place_of(rules: Rules, S: Ints, move: int) -> int:
    """Where a move stands in the section in force; 0 if it is none of it."""
    return rules.R[rules.R[S[C.RULES] + C.P_MOVES] + move] if move >= C.MOVES else 0


def sets(R: Ints, m: int) -> list[tuple[int, int, int]]:
    """What the move at this place of the image sets: program, slot, how."""
    first = m + C.M_WIDTH
    rows = range(first, first + C.E_WIDTH * R[m + C.M_SETS], C.E_WIDTH)
    return [(R[row + C.E_VALUE], R[row + C.E_SLOT], R[row + C.E_HOW]) for row in rows]


def of_result(rules: Rules, S: Ints) -> list[int]:
    """Programs that were run to score a hand that is over: as far as the row that gave the figure."""
    R, p, row = rules.R, S[C.RULES], S[C.ROW_OF_WINNER]
    found = [R[p + C.P_SCORE], R[p + C.P_TIMES]]
    table = R[p + C.P_BONUSES]
    for bonus in range(table + 1, table + 1 + C.B_WIDTH * R[table], C.B_WIDTH):
        found += [R[bonus + C.B_WHEN], R[bonus + C.B_POINTS], R[bonus + C.B_TO]]
    if not row:
        return found
    found += [R[row + C.R_WINNER], R[row + C.R_WORTH], R[row + C.R_PAYS]]
    if R[row + C.R_WORTH] == C.NO_PROGRAM:
        tiers = len(rules.parts(rules.contract(S), "tiers"))
        rows = (R[p + C.P_TIER_ROWS] + C.R_WIDTH * tier for tier in range(1, tiers + 1))
        found.append(R[p + C.P_TIERS])
        found += [R[tier + C.R_WORTH] for tier in rows if R[tier + C.R_RULE] == S[C.RULE]]
    return found


def of_penalty(rules: Rules, S: Ints, rule: int) -> list[int]:
    """Programs that say what breaking this rule costs."""
    R, table = rules.R, rules.R[S[C.RULES] + C.P_WRONGS]
    rows = range(table + 1, table + 1 + C.I_WIDTH * R[table], C.I_WIDTH)
    for_it = [row for row in rows if R[R[row + C.I_FOR] + rule]]
    return [
        *(R[row + field] for row in for_it for field in (C.I_WHEN, C.I_WINNER, C.I_WORTH)),
        *([R[S[C.RULES] + C.P_TIMES]] if for_it else ()),
    ]
