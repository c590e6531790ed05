"""What players wrote beside a hand or a match: taken as far as it makes sense; what does not is told with the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..faults import Fault, figure, mapping
from ..record import Reader
from ..rules import Rules


@dataclass(frozen=True, slots=True)
class Written:
    """Of one hand: its number in the match, the score after it (by seat number), who sits where, and who won (a set
    of seats) how many game points, if both were written.
    """

    number: int | None = None
    score: dict[int, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    result: tuple[int, int] | None = None

    @classmethod
    def read(cls, record: Any, rules: Rules) -> Written:
        """What stands in a record; nothing in what is none."""
        if not isinstance(record, Mapping):
            return cls()
        number, names = figure(record.get("number")), mapping(record.get("players"))
        score = {s: figure(points) for s, points in mapping(record.get("score")).items() if s in rules.seats}
        return cls(
            number if number and number > 0 else None,
            {rules.seats.index(seat): points for seat, points in score.items() if points is not None},
            {seat: name for seat, name in names.items() if seat in rules.seats and isinstance(name, str) and name},
            result(mapping(record.get("result")), rules),
        )


@dataclass(frozen=True, slots=True)
class Total:
    """Of a match: its winner (a set of seats, 0 for nobody), games won and the score in the end, as far as written."""

    winner: int | None = None
    games: dict[int, int] = field(default_factory=dict)
    score: dict[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, value: Any, rules: Rules) -> tuple[Total, list[Fault]]:
        """What a match's `result` says, and what is wrong with it."""
        reader = Reader({}, rules)
        found = reader.mapping(value, "/result")
        games = reader.by_seat(found.get("games"), "result/games")
        score = reader.by_seat(found.get("score"), "result/score")
        winner = None
        if "winner" in found:
            winner = seats(found["winner"], rules)
            if winner is None:
                reader.fault("record.result", "result.winner", "/result/winner", found["winner"], seats=rules.seats)
        return cls(winner, games, score), reader.faults


def result(found: Mapping[str, Any], rules: Rules) -> tuple[int, int] | None:
    """Who won how much, if a result says both."""
    points = figure(found.get("game_points"))
    if "winner" not in found or points is None:
        return None
    winner = seats(found["winner"], rules)
    return None if winner is None else (winner, points)


def seats(value: Any, rules: Rules) -> int | None:
    """A seat, a list of seats or nobody as a set; `None` if it is none of these."""
    named = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or any(seat not in rules.seats for seat in named):
        return None
    return sum(1 << rules.seats.index(seat) for seat in dict.fromkeys(named))
