"""What the machine makes of a sheet: the verdict row, and the state in which it stopped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bummerl.interpreter import core as C

from . import machine
from .image import DRAWN_WORD, KNOWN_WORD
from .machine import Ints
from .patience import Patience
from .position.start import begin_at
from .rules import Rules, room
from .sheet import Sheet

STATUSES: Final = ("ongoing", "complete", "illegal", "unreadable", "undetermined")
"""By the machine's number: `C.ONGOING` and so on."""
FIGURES: Final = (
    (C.V_CARD_POINTS, C.CARD_POINTS), (C.V_MELD_POINTS, C.MELD_POINTS), (C.V_BONUS, C.BONUS), (C.V_TRICKS, C.TRICKS),
)  # fmt: skip
"""The figures of a side in a verdict row, and the rows of the state they are added up from."""


@dataclass(slots=True)
class Judged:
    """What became of a sheet. `row` is the machine's verdict row with moves counted as in the record; `S` the state
    at the end or at the refused move; `T` the record as the machine read it, `at` where its moves begin. `needed`
    is what an undetermined verdict hangs on; `scored` says that the points are certain; `doubt` is the move of
    `T` whose requirements are open, and whose it is; `ways` are other ways to fill the gaps that fit as well, `listed`
    the tokens that may come next by any of them. `given_up`: working it out would take too long. `unsure` are places
    of the row whose figures are not known.
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
    listed: list[int] | None = None
    given_up: bool = False
    unsure: frozenset[int] = frozenset()
    walked: tuple[list[int], Ints] | None = field(default=None, init=False, repr=False)

    @property
    def status(self) -> int:
        """What became of it: one of the numbers of `STATUSES`."""
        return self.row[C.V_STATUS]

    @property
    def refused(self) -> int:
        """The token that was refused."""
        return self.sheet.tokens[self.row[C.V_MOVES]]

    def before(self) -> Ints:
        """A copy of the state before the refused move, or of the last one if none was refused. `S` itself may hold half
        of a refused move: cards that were drawn on the way, a meld whose card could not be led.
        """
        if self.row[C.V_STATUS] != C.ILLEGAL:
            return self.S[:]
        return self.walk()[1][:]

    def count_before(self) -> None:
        """Puts what each seat's side had before a refused move into the row."""
        if self.row[C.V_STATUS] != C.ILLEGAL:
            return
        S, rules, row = self.walk()[1], self.rules, self.row
        for i in range(rules.n):
            side, at = rules.side_of(S, 1 << i), C.V_SEATS + C.V_SEAT_WIDTH * i
            seats = [k for k in range(rules.n) if side >> k & 1]
            for figure, slot in FIGURES:
                row[at + figure] = sum(S[slot + k] for k in seats)

    def actors(self) -> list[int]:
        """Who made each move that was checked, and the one refused: sets of one; 0 for cards that were drawn."""
        return self.walk()[0]

    def walk(self) -> tuple[list[int], Ints]:
        """Plays the hand through once more, and remembers who made each move and the state before a refused one."""
        if self.walked is not None:
            return self.walked
        S, R, actors = begin(self.rules, self.sheet, self.T), self.rules.R, list[int]()
        drawn, held = self.rules.words[DRAWN_WORD], self.rules.words[KNOWN_WORD]
        last, moves = S, self.row[C.V_MOVES]
        for token in self.T[self.at : -1]:
            if len(actors) > moves:
                break
            if len(actors) == moves:
                last = S[:]
            refused = machine.play_on(S, R, self.T, token)
            kind = token & C.TOKEN_ROW
            if kind != held:
                actors.append(0 if kind == drawn else S[C.BLAME])
            if refused:
                break
        self.walked = actors, last
        return self.walked


def begin(rules: Rules, sheet: Sheet, T: Ints) -> Ints:
    """The state before the first move: after the deal, or where the record takes the hand up."""
    if sheet.start is not None:
        return begin_at(rules, sheet, sheet.start)
    S = rules.fresh()
    for seat, points in sheet.brought.items():
        S[C.BROUGHT + seat] = points
    machine.begin(S, rules.R, T)
    return S


def judge_deal(
    rules: Rules, sheet: Sheet, deal: list[int], tokens: list[int], came: list[int] | None, patience: Patience
) -> Judged:
    """Judges one deal with its moves. `came` tells where the tokens come from, if they are not just those of the
    record.
    """
    at = len(deal)
    T = machine.ints([*deal, *tokens, 0])
    S, out = patience.lend(rules.fresh() if sheet.start is None else begin(rules, sheet, T)), rules.verdict_row()
    for seat, points in sheet.brought.items() if sheet.start is None else ():
        S[C.BROUGHT + seat] = points
    replay = machine.replay_one if sheet.start is None else machine.resume_one
    replay(S, rules.R, T, at, len(T) - 1, out)
    row, before = list(out), patience.left
    patience.take_back(S)
    if came is not None:
        row[C.V_MOVES] = came[row[C.V_MOVES]] if row[C.V_MOVES] < len(came) else len(sheet.tokens)
    if S[C.DOUBT]:
        row[C.V_STATUS] = C.UNDETERMINED
    judged = Judged(rules, sheet, S, T, at, row, given_up=patience.lost)
    if judged.status == C.ILLEGAL:
        patience.spend(before - patience.left)  # it is played through once more
        judged.count_before()
    return judged


def next_tokens(judged: Judged) -> list[int]:
    """Every token that may come next, or could have come instead of the refused one, as integers, in the order in
    which a verdict lists them.
    """
    if judged.listed is None:
        judged.listed = listed((judged, *judged.ways), Patience())
    return judged.listed


def listed(ways: Iterable[Judged], patience: Patience) -> list[int]:
    """The tokens that may come next by any of these ways, in order; not all of them if patience is lost."""
    found = set[int]()
    for way in ways:
        S, out = way.before(), room(way.rules.image.room)
        found.update(out[: machine.next_tokens(S, way.rules.R, way.T, out)])
        patience.spend(C.MOST_WORK - S[C.PATIENCE])
        if patience.lost:
            break
    return sorted(found, key=in_order)


def legal_texts(judged: Judged) -> list[str]:
    """What may come next, as it would be written."""
    return [judged.rules.vocabulary.text(token) for token in next_tokens(judged)]


def in_order(token: int) -> tuple[int, int, int]:
    """Sorts tokens as the ruleset lists them: cards as in the pack, then words; the player on turn before others."""
    return token & C.TOKEN_ROW, token >> C.TOKEN_REST_AT, token >> C.TOKEN_SEAT_AT & C.TOKEN_SEAT
