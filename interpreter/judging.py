"""A sheet goes through the machine and comes out judged: the verdict row, and the state in which the machine
stopped.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bummerl.interpreter import core as C

from . import machine
from .machine import Ints
from .record import Sheet
from .rules import Rules, room

STATUSES: Final = ("ongoing", "complete", "illegal", "unreadable", "undetermined")
ONGOING, COMPLETE, ILLEGAL, UNREADABLE, UNDETERMINED = range(5)
STATUS, CHECKED, RULE, BECAUSE, WINNER, GAME_POINTS, SCORES = range(7)


@dataclass(slots=True)
class Judged:
    """What became of a sheet. `row` is the machine's verdict row with moves counted as in the record; `S` the state
    at the end or at the refused move; `T` the record as the machine read it, `at` where its moves begin. `needed`
    is what an undetermined verdict hangs on; `scored` says that the points are certain; `doubt` is the move of
    `T` whose requirements are open, and whose it is; `ways` are other ways to fill the gaps that fit as well.
    """

    rules: Rules
    sheet: Sheet
    S: Ints
    T: Ints
    at: int
    row: list[int]
    needed: list[tuple[str, str | int]] = field(default_factory=list)
    scored: bool = True
    doubt: tuple[int, int] | None = None
    ways: list[Judged] = field(default_factory=list)
    kept: Ints | None = field(default=None, init=False, repr=False)

    @property
    def status(self) -> int:
        """What became of it: one of the numbers of `STATUSES`."""
        return self.row[STATUS]

    def before(self) -> Ints:
        """A copy of the state before the refused move, or of the last one if none was refused. `S` itself may hold half
        of a refused move: cards that were drawn on the way, a meld whose card could not be led.
        """
        if self.row[STATUS] != ILLEGAL:
            return self.S[:]
        if self.kept is None:
            S = begin(self.rules, self.sheet, self.T)
            for token in self.T[self.at : -1]:
                self.kept = S[:]
                if machine.play_on(S, self.rules.R, self.T, token):
                    break
        return (self.kept or self.S)[:]

    def score(self, seat: int) -> tuple[int, int, int, int]:
        """Card points, meld points, bonus and tricks of a seat's side, before a refused move if there is one."""
        S, rules = self.before(), self.rules
        side = rules.side_of(S, 1 << seat)
        rows = (C.CARD_POINTS, C.MELD_POINTS, C.BONUS, C.TRICKS)
        points, melds, bonus, tricks = (sum(S[row + i] for i in range(rules.n) if side >> i & 1) for row in rows)
        return points, melds, bonus, tricks

    def count_before(self) -> None:
        """Puts what everybody had before a refused move into the row."""
        if self.row[STATUS] == ILLEGAL:
            self.row[SCORES:] = [number for seat in range(self.rules.n) for number in self.score(seat)]

    def actors(self) -> list[int]:
        """Who made each move that was checked, and the one refused: sets of one; 0 for cards that were drawn."""
        S, R, found = begin(self.rules, self.sheet, self.T), self.rules.R, list[int]()
        drawn = self.rules.words["("]
        for token in self.T[self.at : -1]:
            if len(found) > self.row[CHECKED]:
                break
            refused = machine.play_on(S, R, self.T, token)
            kind = token & C.TOKEN_ROW
            if kind != self.rules.words["!"]:
                found.append(0 if kind == drawn else S[C.BLAME])
            if refused:
                break
        return found


def begin(rules: Rules, sheet: Sheet, T: Ints) -> Ints:
    """The state after the deal."""
    S = rules.fresh()
    for seat, points in sheet.brought.items():
        S[C.BROUGHT + seat] = points
    machine.begin(S, rules.R, T)
    return S


def judge(rules: Rules, sheet: Sheet) -> Judged:
    """Plays a sheet through as far as the first illegal move."""
    if not sheet.whole:
        from .incomplete import judge_gaps

        return judge_gaps(rules, sheet)
    return judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None)


def judge_deal(rules: Rules, sheet: Sheet, deal: list[int], tokens: list[int], came: list[int] | None) -> Judged:
    """Judges one deal with its moves. `came` tells where the tokens come from, if they are not just those of the
    record.
    """
    at = len(deal)
    T = machine.ints([*deal, *tokens, 0])
    S, out = rules.fresh(), room(SCORES + 4 * rules.n)
    for seat, points in sheet.brought.items():
        S[C.BROUGHT + seat] = points
    machine.replay_one(S, rules.R, T, at, len(T) - 1, out)
    row = list(out)
    if came is not None:
        row[CHECKED] = came[row[CHECKED]] if row[CHECKED] < len(came) else len(sheet.tokens)
    if S[C.DOUBT]:
        row[STATUS] = UNDETERMINED
    judged = Judged(rules, sheet, S, T, at, row)
    judged.count_before()
    return judged


def next_tokens(judged: Judged) -> list[int]:
    """Every token that may come next, or could have come instead of the refused one, as integers, in the order in
    which a verdict lists them.
    """
    rules, found = judged.rules, set[int]()
    for way in (judged, *judged.ways):
        out = room(rules.image.room)
        found.update(out[: machine.next_tokens(way.before(), rules.R, way.T, out)])
    return sorted(found, key=in_order)


def legal_texts(judged: Judged) -> list[str]:
    """What may come next, as it would be written."""
    return [judged.rules.vocabulary.text(token) for token in next_tokens(judged)]


def in_order(token: int) -> tuple[int, int, int]:
    """Sorts tokens as the ruleset lists them: cards as in the pack, then words; the player on turn before others."""
    return token & C.TOKEN_ROW, token >> 13, token >> 10 & 7
