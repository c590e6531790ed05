"""Judges a record that begins in the middle of a hand.

What the position leaves open is tried every way, but only if something that was asked has looked at it: who dealt, say,
is seldom asked once cards are played. So the record is judged, then it is seen which programs were run and at what they
look, and what is open of that is tried as well, until nothing new comes up. What comes out the same either way is
decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from typing import Final

from bummerl.interpreter import core as C

from ..incomplete import give_up, judge_ways
from ..judged import Judged, judge_deal
from ..patience import Patience
from ..rules import Rules
from ..sheet import Sheet
from .reads import Looks, of_memory, of_move, of_penalty, of_play, of_result
from .start import MOST_WAYS, Open, Start

FIGURES: Final = ((C.V_TRICKS, C.TRICKS), (C.V_CARD_POINTS, C.CARD_POINTS))
"""The figures of a verdict that a position may leave open, and the rows of the state they are added up from."""


def judge_position(rules: Rules, sheet: Sheet, start: Start, patience: Patience) -> Judged:
    """Plays the record through from its position."""
    if sheet.whole:
        judged = judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None, patience)
        return give_up(judged, sheet) if judged.given_up else judged
    looks, trying = Looks(rules), [each for each in start.open if each.always]
    while True:
        judged = judge_ways(rules, replace(sheet, start=replace(start, trying=tuple(trying))), patience)
        if judged.given_up or judged.status == C.UNDETERMINED:
            break
        fitting = (judged, *judged.ways)
        asked = {slot for way in fitting for slot in looked_at(way, looks)}
        more = [each for each in start.open if each not in trying and asked & each.seen()]
        untold = [each.need for each in more if each.ways is None]
        if untold:
            leave_open(judged, untold)
            break
        listing = {slot for way in fitting for slot in looked_at_by_listing(way, looks)}
        may = [each for each in start.open if each.ways and each not in (*trying, *more) and listing & each.seen()]
        if not more and (not may or not affordable([*trying, *may])):
            break
        trying += more or may
        if not affordable(trying):
            leave_open(judged, [each.need for each in trying])
            break
    judged.unsure = unsure(judged, start)
    return judged


def affordable(trying: Iterable[Open]) -> bool:
    """Are the ways few enough to be tried?"""
    return prod(len(each.ways or ()) for each in trying) <= MOST_WAYS


def looked_at(judged: Judged, looks: Looks) -> frozenset[int]:
    """The slots that the programs look at by which this was decided."""
    rules, S, R = judged.rules, judged.S, judged.rules.R
    programs = of_play(rules, S)
    tokens = judged.T[judged.at : judged.at + judged.row[C.V_MOVES] + 1]
    moves = {R[R[C.TOKENS] + C.T_WIDTH * (token & C.TOKEN_ROW) + C.T_MOVE] for token in tokens}
    programs += [program for move in moves for program in of_move(rules, S, move)]
    if judged.status == C.COMPLETE:
        programs += of_result(rules, S)
    if judged.status == C.ILLEGAL:
        programs += of_penalty(rules, S, judged.row[C.V_RULE])
    found, before = looks.at(programs), frozenset[int]()
    while found != before:
        before = found
        found |= looks.at(program for move in moves for program in of_memory(rules, S, move, found))
    return found


def looked_at_by_listing(judged: Judged, looks: Looks) -> frozenset[int]:
    """The same for the list of what may come next."""
    rules, S = judged.rules, judged.S
    moves = range(C.MOVES, C.MOVES + len(rules.moves))
    allowed = rules.R[S[C.STAGE] + C.G_MOVES]
    if S[C.OVER]:
        allowed &= rules.R[rules.R[S[C.RULES] + C.P_THEN] + S[C.OVER]]
    return looks.at(p for move in moves if allowed >> move & 1 for p in of_move(rules, S, move))


def leave_open(judged: Judged, needed: list[tuple[str, str | int]]) -> None:
    """What hangs on something that nobody wrote down and that cannot be tried is undetermined."""
    judged.row[C.V_STATUS] = C.UNDETERMINED
    judged.row[C.V_RULE] = judged.row[C.V_BECAUSE] = 0
    judged.needed = needed


def unsure(judged: Judged, start: Start) -> frozenset[int]:
    """The places of the verdict row with figures that are not known."""
    rules, found = judged.rules, set[int]()
    rows = [way.row for way in (judged, *judged.ways)]
    open_slots = start.left_alone()
    for i in range(rules.n):
        side, at = rules.side_of(judged.S, 1 << i), C.V_SEATS + C.V_SEAT_WIDTH * i
        found |= {place for place in range(at, at + C.V_SEAT_WIDTH) if len({row[place] for row in rows}) > 1}
        for figure, slot in FIGURES:
            if any(side >> k & 1 and slot + k in open_slots for k in range(rules.n)):
                found.add(at + figure)
    return frozenset(found)
