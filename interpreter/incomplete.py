"""Records with gaps: everything that the recorded cards decide is decided, and the rest is said to be open.

Three things help a record along before the machine judges it:

* what is left over: when all missing cards lie in one hand, or one card is missing, they are the rest of the pack;
* what is played later was held earlier, so a revoke that only shows later is found at the earlier move;
* a missing dealer, turn-up or order of a hand is tried every way; where all ways that fit the moves give the same
  answer, that is the answer.

A player is taken to hold what he plays, shows or puts away, unless the record says otherwise. Where a word asks for
more, such as a hand of one suit, that is open until the cards show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any, Final

from bummerl.interpreter import core as C

from . import machine
from .filling import completions, gaps
from .judged import Judged, begin, judge_deal, listed
from .learning import dealt, held_since, open_duty, open_requirement, with_knowledge
from .patience import WAY_WORK, Patience
from .position import start
from .rules import Rules
from .sheet import HIDDEN, Sheet

MOST_WAYS: Final = 300
"""So many ways to fill the gaps are tried; beyond them a record is undetermined."""


def judge_ways(rules: Rules, sheet: Sheet, patience: Patience) -> Judged:
    """Judges a record in which something is missing, every way in which it can be filled in."""
    judged = list[Judged]()
    most = MOST_WAYS if sheet.start is None else start.MOST_WAYS
    for way in islice(completions(rules, sheet), most + 1):
        judged.append(judge_one(rules, way, patience))
        if patience.lost:
            return give_up(judged[0], sheet)
    fitting = consistent(judged)
    first = fitting[0]
    if len(judged) <= most and all(answer(other) == answer(first) for other in fitting):
        if first.status == C.UNDETERMINED:
            first.needed = needed(first)
        elif len(fitting) > 1:
            first.listed = listed(fitting, patience)
            if patience.lost:
                return give_up(first, sheet)
        first.sheet, first.ways = sheet, fitting[1:]
        return first
    first.needed = unsettled(rules, sheet, fitting)
    first.row[C.V_STATUS] = C.UNDETERMINED
    first.row[C.V_MOVES] = min(other.row[C.V_MOVES] for other in fitting)
    first.row[C.V_RULE] = first.row[C.V_BECAUSE] = 0
    first.scored = len({tuple(other.row[C.V_SEATS :]) for other in fitting}) == 1
    first.sheet = sheet
    return first


def give_up(judged: Judged, sheet: Sheet) -> Judged:
    """What takes too long to work out is undetermined, and nothing else is said of it."""
    row = [0] * len(judged.row)
    row[C.V_STATUS] = C.UNDETERMINED
    return Judged(
        judged.rules, sheet, judged.S, judged.T, judged.at, row, missing(judged.rules, sheet), False, given_up=True
    )


def missing(rules: Rules, sheet: Sheet) -> list[tuple[str, str | int]]:
    """Everything of the deal that was not recorded."""
    found: list[tuple[str, str | int]] = [("dealer", "")] if sheet.dealer == HIDDEN else []
    if sheet.turn_up == HIDDEN and (rules.turned or rules.shown):
        found.append(("turn-up", ""))
    found += [("hand", seat) for seat, hand in zip(rules.seats, sheet.hands, strict=True) if HIDDEN in hand]
    return [*found, ("talon-rest", "")] if HIDDEN in sheet.talon else found


def answer(judged: Judged) -> tuple[object, ...]:
    """What must be the same for two judgements to be one; in the middle of a hand figures may be open that decide
    nothing.
    """
    row = judged.row if judged.sheet.start is None else judged.row[: C.V_SEATS]
    return (*row, judged.S[C.TURN] if judged.status == C.ONGOING else 0)


def consistent(judged: list[Judged]) -> list[Judged]:
    """The ways that agree with who plays what: whoever plays a card held it, and was on turn.

    A way in which somebody later plays out of turn or what he does not hold is out only if another way comes at
    least as far: one that ends earlier, by an illegal move, says nothing about what was played after it. If every
    way has such a play, those that come furthest.
    """
    basic = (C.TABLE_TURN, C.TABLE_HOLDS, C.TABLE_DRAW)
    odd, good = list[Judged](), list[Judged]()
    for j in judged:
        (odd if j.row[C.V_STATUS] == C.ILLEGAL and j.row[C.V_RULE] in basic else good).append(j)
    reached = max((reach(j) for j in good or odd), default=0)
    return good + [j for j in odd if (reach(j) > reached if good else reach(j) == reached)]


def reach(judged: Judged) -> int:
    """How many moves of a way are legal; past every move if none is illegal."""
    moves: int = judged.row[C.V_MOVES]
    return moves if judged.row[C.V_STATUS] == C.ILLEGAL else len(judged.sheet.tokens) + 1


def judge_one(rules: Rules, sheet: Sheet, patience: Patience) -> Judged:
    """Judges one way to fill the gaps; what the machine can leave open stays open."""
    patience.spend(WAY_WORK)
    held = held_since(rules, sheet, patience)
    if not rules.first_packets or sheet.start is not None:
        sheet = dealt(rules, sheet, held.pop(0, []))
    if not gaps(sheet):
        return judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None, patience)
    judged = judge_deal(rules, sheet, sheet.deal(), *with_knowledge(rules, sheet, held), patience)
    judged.doubt = open_requirement(judged, patience)
    if judged.doubt is not None or open_duty(judged):
        judged.row[C.V_STATUS] = C.UNDETERMINED
    return judged


def unsettled(rules: Rules, sheet: Sheet, judged: list[Judged]) -> list[tuple[str, str | int]]:
    """Of what was tried every way, that which makes a difference."""
    found: list[tuple[str, str | int]] = []
    if matters(judged, sheet, lambda j: j.sheet.dealer):
        found.append(("dealer", ""))
    if matters(judged, sheet, lambda j: j.sheet.turn_up):
        found.append(("turn-up", ""))
    for each in sheet.start.trying if sheet.start is not None else ():
        if matters(judged, sheet, partial(tried, slots=each.slots)):
            found.append(each.need)
    for i, hand in enumerate(sheet.hands):
        if rules.first_packets and HIDDEN in hand and len({tuple(j.sheet.hands[i]) for j in judged}) > 1:
            found.append(("order", rules.seats[i]))
    for j in judged:
        found += [need for need in (needed(j) if j.status == C.UNDETERMINED else ()) if need not in found]
    return found


def tried(judged: Judged, slots: tuple[int, ...]) -> list[int]:
    """The values that were tried for something that a position does not say."""
    start = judged.sheet.start
    return [start.tried[slot] for slot in slots] if start is not None else []


def matters(judged: list[Judged], sheet: Sheet, key: Callable[[Judged], Any]) -> bool:
    """Does the answer hang on this? Of a deal it is taken to, if it can be this or that; of a position it is known what
    comes of each.
    """
    answers: dict[str, set[tuple[object, ...]]] = {}
    for j in judged:
        answers.setdefault(repr(key(j)), set()).add(answer(j))
    return len(answers) > 1 and (sheet.start is None or len(set(map(frozenset, answers.values()))) > 1)


def needed(judged: Judged) -> list[tuple[str, str | int]]:
    """The missing cards on which an undetermined verdict hangs: those of the player whose duty is in doubt, or all
    that are still hidden when the result is in doubt.
    """
    rules, T, at = judged.rules, judged.T, judged.at
    S = begin(rules, judged.sheet, T)
    talon = at - len(judged.sheet.talon)
    sources: list[list[tuple[str, str | int]]] = [[] for _ in rules.seats]
    for i, seat in enumerate(rules.seats):
        if S[C.HIDDEN + i]:
            sources[i].append(("hand", seat))
    refused = 0
    for k, token in enumerate(T[at : len(T) - 1]):
        if judged.doubt is not None and k == judged.doubt[0]:
            return sources[judged.doubt[1].bit_length() - 1]
        place, size = S[C.TALON_AT], [S[C.HIDDEN + i] for i in range(rules.n)]
        refused = machine.play_on(S, rules.R, T, token)
        if S[C.DOUBT] or refused:
            break
        drawn = [p for p in range(place, S[C.TALON_AT]) if T[p] == HIDDEN]
        who = S[C.LAST_WINNER] if drawn else 0
        for _ in range(rules.n):
            i = who.bit_length() - 1
            if drawn and S[C.HIDDEN + i] > size[i]:
                sources[i].append(("talon", drawn.pop(0) - talon + 1))
            who = rules.R[C.AFTER + who]
    if (S[C.DOUBT] or refused) and not S[C.OVER]:
        return sources[S[C.BLAME].bit_length() - 1]
    left = [("talon", p - talon + 1) for p in range(S[C.TALON_AT], at) if T[p] == HIDDEN]
    hidden = [need for i, needs in enumerate(sources) if S[C.HIDDEN + i] for need in needs]
    return [*hidden, *left]
