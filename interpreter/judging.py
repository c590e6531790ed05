"""A sheet goes through the machine and comes out judged: the verdict row, and the state in which the machine stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bummerl.interpreter import core as C

from .record import Sheet
from .rules import Ints, Rules, ints, machine, room

STATUSES: Final = ("ongoing", "complete", "illegal", "unreadable", "undetermined")
ONGOING, COMPLETE, ILLEGAL, UNREADABLE, UNDETERMINED = range(5)
STATUS, CHECKED, RULE, BECAUSE, WINNER, GAME_POINTS, SCORES = range(7)


@dataclass(slots=True)
class Judged:
    """What became of a sheet. `row` is the machine's verdict row with moves counted as in the record; `S` the state at the
    end or at the refused move; `T` the record as the machine read it, `at` where its moves begin; `came` tells for each of
    them which move of the record it is.
    """

    rules: Rules
    sheet: Sheet
    S: Ints
    T: Ints
    at: int
    came: list[int]
    row: list[int]

    @property
    def status(self) -> int:
        return self.row[STATUS]

    def actors(self) -> list[int]:
        """Who made each move that was checked, and the one refused: sets of one; 0 for cards that were drawn."""
        S, R, found = begin(self.rules, self.sheet, self.T), self.rules.R, []
        drawn = self.rules.words["("]
        for token in self.T[self.at : -1]:
            if len(found) > self.row[CHECKED]:
                break
            refused = machine.play_on(S, R, self.T, token)
            kind = token & 1023
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
    deal, tokens = sheet.deal(), sheet.tokens
    at, came = len(deal), list(range(len(tokens)))
    if not sheet.whole:
        tokens, came = learn(rules, sheet, deal)
    T = ints([*deal, *tokens, 0])
    S, out = rules.fresh(), room(SCORES + 4 * rules.n)
    for seat, points in sheet.brought.items():
        S[C.BROUGHT + seat] = points
    machine.replay_one(S, rules.R, T, at, len(T) - 1, out)
    row = list(out)
    checked = row[CHECKED]
    row[CHECKED] = came[checked] if checked < len(came) else len(sheet.tokens)
    if S[C.DOUBT]:
        row[STATUS] = UNDETERMINED
    return Judged(rules, sheet, S, T, at, came, row)


def learn(rules: Rules, sheet: Sheet, deal: list[int]) -> tuple[list[int], list[int]]:
    """What is played later was held earlier.

    Plays the moves through without asking for duties, and puts what each player must have held since his last unknown
    draw between them: the moves with that knowledge, and which move of the record each belongs to.
    """
    R, n, X = rules.R, rules.n, ints([*deal, 0])
    S = begin(rules, sheet, X)
    S[C.LENIENT] = 1
    since, notes = [0] * n, {}  # type: tuple[list[int], dict[int, list[tuple[int, int]]]]
    hidden = [S[C.HIDDEN + s] for s in range(n)]
    for k, token in enumerate(sheet.tokens):
        before, gone, turn = [S[C.HAND + s] for s in range(n)], S[C.GONE], S[C.TURN]
        if machine.play_on(S, R, X, token):
            break
        for s in range(n):
            new = S[C.GONE] & ~gone
            if turn == 1 << s and new and not new & before[s] and hidden[s]:
                notes.setdefault(since[s], []).append((s, new.bit_length() - 1))
                hidden[s] -= 1
            if S[C.HIDDEN + s] > hidden[s]:
                since[s] = k + 1
            hidden[s] = S[C.HIDDEN + s]
    tokens, came = [], []
    for k, token in enumerate(sheet.tokens):
        for s, card in notes.get(k, ()):
            tokens.append(rules.words["!"] | (s + 1) << 10 | (1 | card << 3) << 13)
            came.append(k)
        tokens.append(token)
        came.append(k)
    return tokens, came


def next_tokens(judged: Judged) -> list[int]:
    """Every token that may come next, as integers."""
    rules = judged.rules
    out = room(len(rules.words) * (rules.n + 1) * 15)
    return list(dict.fromkeys(out[: machine.next_tokens(judged.S[:], rules.R, judged.T, out)]))


def in_order(token: int) -> tuple[int, int, int]:
    """Sorts tokens as the ruleset lists them: cards as in the pack, then words; the player on turn before others."""
    return token & 1023, token >> 13, token >> 10 & 7
