"""Games of a series: how many decide it, who has won it, and who still can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..rules import Rules
from ..values import members, players


@dataclass(slots=True)
class Series:
    """Three games of which two win it (`best_of`), or two games won (`first_to`); 0 is no such limit, and without
    either game follows game. A game that is worth more than one counts as so many.

    `sides` are the lasting partners of each seat, a set; `games` what each seat has won, `lost` what it has lost;
    `finished` how many games there were, `played` what they came to. `decided_by` is the hand that decided the series,
    `winner` a set of seats: nobody, if it is drawn.
    """

    best_of: int
    first_to: int
    sides: Sequence[int]
    games: list[int]
    lost: list[int]
    finished: int = 0
    played: int = 0
    decided_by: int | None = None
    winner: int = 0

    @classmethod
    def of(cls, rules: Rules, sides: Sequence[int]) -> Series:
        """The series that a ruleset plays, before its first game."""
        return cls(rules.match.best_of, rules.match.first_to, sides, [0] * rules.n, [0] * rules.n)

    @property
    def exists(self) -> bool:
        """Does the ruleset say how long a match is?"""
        return bool(self.best_of or self.first_to)

    @property
    def needed(self) -> int:
        """Games that win the series, whichever limit is reached first."""
        return min(limit for limit in (self.best_of and self.best_of // 2 + 1, self.first_to) if limit)

    def add(self, hand: int, winner: int, units: int) -> None:
        """A game that this hand has won for these seats, and lost for all others."""
        for i in range(len(self.games)):
            (self.games if winner >> i & 1 else self.lost)[i] += units
        self.finished += 1
        self.played += units
        if not self.exists:
            return
        there = sum(1 << i for i, games in enumerate(self.games) if games >= self.needed)
        if there or (self.best_of and self.played >= self.best_of):
            self.decided_by, self.winner = hand, there or self.leader()

    def leader(self) -> int:
        """Who has won most games; nobody, if two sides have won as many or none was won."""
        most = max(self.games)
        ahead = sum(1 << i for i, games in enumerate(self.games) if games == most)
        return ahead if most and ahead == self.sides[members(ahead)[0]] else 0

    def to_json(self, rules: Rules) -> dict[str, Any] | None:
        """How the series stands: `can_win` are those who can still win it if every game to come counts one."""
        if not self.exists:
            return None
        missing = [max(0, self.needed - games) for games in self.games]
        left = self.best_of - self.played if self.best_of else max(missing)
        can = [seat for seat, games in zip(rules.seats, missing, strict=True) if games <= left]
        over = self.decided_by is not None
        return {
            "best_of": self.best_of or None,
            "first_to": self.first_to or None,
            "winner": players(rules, self.winner),
            "decided_by": self.decided_by,
            "drawn": over and not self.winner,
            "needs": None if over else dict(zip(rules.seats, missing, strict=True)),
            "can_win": [] if over else can,
        }
