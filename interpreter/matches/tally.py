"""The score of a match, and what the ruleset's `match` part says of a hand that has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bummerl.interpreter import core as C

from ..filling import dealers
from ..judged import Judged
from ..machine import Ints
from ..outcome import payments_of
from ..position.start import seat_dealer
from ..rules import Rules
from ..sheet import HIDDEN
from ..values import members


def lasting_sides(rules: Rules) -> list[int]:
    """The partners of each seat for the whole match, itself among them. Who plays together for one hand only keeps a
    score of his own.
    """
    alone = rules.R[C.PARTNERS] != C.NO_PROGRAM
    return [1 << i if alone else rules.R[C.SIDES + (1 << i)] for i in range(rules.n)]


@dataclass(slots=True)
class Tally:
    """How a game stands. Game points are counted up here, however they are written; `sides` are the lasting partners
    of each seat; `most` are, for each set of seats that had nothing yet, the most that each had meanwhile in this game.
    """

    scores: list[int]
    sides: Sequence[int]
    most: dict[int, list[int]] = field(default_factory=dict)
    carried: int = 0
    brought: dict[str, int] = field(default_factory=dict)
    dealer: str | None = None

    def note(self) -> None:
        """Remembers how the game stands now."""
        nil = sum(1 << i for i, score in enumerate(self.scores) if score <= 0)
        self.most[nil] = [max(pair) for pair in zip(self.scores, self.most.get(nil, self.scores), strict=True)]

    def lead_to_nil(self, seat: int, winner: int) -> int:
        """The most that a player had while the winner had none; that the winner had while all others had none."""
        others = (1 << len(self.scores)) - 1 & ~self.sides[seat]
        nil = others if winner >> seat & 1 or not winner else winner
        return max((most[seat] for having_none, most in self.most.items() if nil & ~having_none == 0), default=0)

    def reset(self) -> None:
        """A new game begins."""
        self.scores, self.most, self.carried = [0] * len(self.scores), {}, 0


class Ended:
    """A hand that is over, as the match looks at it: the ruleset's match part, asked in the state in which it ended. A
    hand may have rules of its own, so the expressions are those of the same image as the state.

    `winner` is a set of seats, `points` what each of them gets; `pays` what each loser pays, where they pay
    separately; `others` are the other states in which it may have ended. `taken`: the players say so, and the hand
    itself does not.
    """

    def __init__(self, rules: Rules, S: Ints, winner: int, points: int, others: Sequence[Ints] = ()) -> None:
        self.rules, self.part, self.S, self.others = rules, rules.match, S[:], others
        self.winner, self.points = winner, points
        self.pays: dict[str, int] | None = None
        self.taken = False

    @classmethod
    def of(cls, judged: Judged) -> Ended:
        """A hand whose result the rules give."""
        row = judged.row
        found = cls(judged.rules, judged.S, row[C.V_WINNER], row[C.V_POINTS], endings(judged))
        found.pays = payments_of(judged) if row[C.V_STATUS] == C.COMPLETE else None
        return found

    @classmethod
    def as_written(cls, judged: Judged, winner: int, points: int) -> Ended:
        """A hand that has no result of its own, with that which the players wrote down."""
        winner = judged.rules.side_of(judged.S, winner) if winner else 0
        found = cls(judged.rules, judged.S, winner, points, [S[:] for S in endings(judged)])
        for S in (found.S, *found.others):
            S[C.WINNER], S[C.LOSER] = winner, S[C.ALL] & ~winner if winner else 0
        found.taken = True
        return found

    @property
    def each(self) -> int:
        """What the hand brings each winner: the figure, or all that the losers pay where they pay separately."""
        if not self.winner:
            return 0
        return self.points if self.pays is None else sum(self.pays.values())

    def ask(self, program: int) -> int:
        """The value of one of the match's expressions."""
        return self.rules.ask(self.S, program)

    def show(self, tally: Tally, winner: int) -> None:
        """Shows the score to the ruleset's conditions."""
        for i in range(self.rules.n):
            self.S[C.SCORE_NOW + i], self.S[C.TO_NIL + i] = tally.scores[i], tally.lead_to_nil(i, winner)

    @property
    def dealer(self) -> str | None:
        """Who deals the next hand; nobody, if that hangs on what was not recorded of this one."""
        after = members(self.ask(self.part.dealer))
        if not after or any(members(self.rules.ask(S, self.part.dealer)) != after for S in self.others):
            return None
        return self.rules.seats[after[0]]

    @property
    def carry(self) -> int:
        """Game points that this hand adds to the next one that somebody wins."""
        return self.ask(self.part.carry)

    @property
    def forfeit(self) -> int:
        """Game points that each loser loses of his own score; what the winners get is another matter."""
        return self.ask(self.part.forfeit) if self.winner else 0

    @property
    def exact(self) -> bool:
        """Does a hand that overshoots the target not count?"""
        return bool(self.ask(self.part.exact))

    @property
    def continues(self) -> bool:
        """Are card points brought into the next hand?"""
        return bool(self.ask(self.part.goes_on))

    @property
    def brought(self) -> dict[str, int]:
        """The card points that are brought into the next hand, if they are."""
        if not self.continues:
            return {}
        S = self.S
        return {seat: S[C.POINTS + i] + S[C.BROUGHT + i] for i, seat in enumerate(self.rules.seats)}

    def units(self, winner: int, loser: int) -> tuple[int, str | None]:
        """What the finished game is worth, and by which rule."""
        self.S[C.WINNER], self.S[C.LOSER] = winner, loser
        for unit in self.part.units:
            if self.ask(unit.when):
                return self.ask(unit.worth), unit.id
        return 1, None


def endings(judged: Judged) -> list[Ints]:
    """The states in which the hand may have ended otherwise than in its own: the other ways to fill in what was not
    recorded, and everyone who may have dealt, if that was left open.
    """
    sheet, rules = judged.sheet, judged.rules
    others = [way.S for way in judged.ways]
    if sheet.dealer != HIDDEN or (sheet.start is None and ("dealer", "") not in judged.needed):
        return others
    may, found = dealers(rules, sheet), list[Ints]()
    for seat in may if HIDDEN not in may else range(rules.n):
        for S in (judged.S, *others):
            dealt = S[:]
            seat_dealer(rules, dealt, seat)
            found.append(dealt)
    return found
