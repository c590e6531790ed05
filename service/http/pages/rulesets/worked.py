"""Worked rulings of a ruleset as a page shows them, and whether they come out as they were counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final

from bummerl.grammar import Problem, write_log
from bummerl.interpreter.rulings import Outcome, tried
from bummerl.rulesets import Ruleset
from bummerl.rulesets.rulings import Expected, Played, Result, Ruling, Standing, rulings_of, understood

from ..words import PageWords

Worked = Ruling | Played


@dataclass(frozen=True)
class Hand:
    """One worked hand: what is done, what must come of it, its log, and whether it did (`None`: nobody tried)."""

    deal: str
    moves: str
    log: str
    expected: str
    rule: str | None
    holds: bool | None
    got: str
    got_rule: str | None


@dataclass(frozen=True)
class Group:
    """Hands about one thing; of a match also how it must stand in the end."""

    about: str
    hands: list[Hand]
    end: str | None = None
    end_holds: bool | None = None
    end_got: str = ""

    @property
    def wrong(self) -> int:
        """How many came out otherwise."""
        return sum(hand.holds is False for hand in self.hands) + (self.end_holds is False)


class Shipped:
    """What came of the rulings of the rulesets that come with the program, since the service began."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Outcome]] = {}
        self._locks: dict[str, Lock] = {}

    def known(self, ruleset: Ruleset) -> list[Outcome] | None:
        """What came of them when they were tried last; `None` if they were not."""
        return self._kept.get(ruleset.digest)

    def tried(self, ruleset: Ruleset) -> list[Outcome]:
        """What comes of them; tried once, and nobody waits for another ruleset."""
        with self._locks.setdefault(ruleset.digest, Lock()):
            if ruleset.digest not in self._kept:
                self._kept[ruleset.digest] = list(tried(rulings_of(ruleset.id)[0], ruleset))
            return self._kept[ruleset.digest]


SHIPPED: Final = Shipped()


@dataclass(frozen=True)
class Tries:
    """Rulings, tried as far as there was time: which, what came of them, and how many hands were left."""

    rulings: Sequence[Worked]
    outcomes: list[Outcome]
    left: int

    @property
    def wrong(self) -> list[Outcome]:
        """What came out otherwise than was counted."""
        return [outcome for outcome in self.outcomes if not outcome.holds]


def try_some(rulings: Sequence[Worked], ruleset: Ruleset, most: int, seconds: float) -> Tries:
    """The rulings, until so many hands are judged or so much time has gone by."""
    end, found, hands = monotonic() + seconds, list[Outcome](), 0
    for at, ruling in enumerate(rulings):
        hands += size(ruling)
        if hands > most or monotonic() > end:
            return Tries(rulings[:at], found, sum(map(size, rulings[at:])))
        found += tried([ruling], ruleset)
    return Tries(rulings, found, 0)


def size(ruling: Worked) -> int:
    """How many hands there are in it."""
    return len(ruling.hands) if isinstance(ruling, Played) else 1


def groups(rulings: Iterable[Worked], outcomes: Iterable[Outcome] | None, words: PageWords) -> list[Group]:
    """The rulings by what they are about, with what came of them, if anybody tried them."""
    came = {id(outcome.ruling): outcome for outcome in outcomes or () if outcome.ruling is not None}
    found: list[Group] = []
    for ruling in rulings:
        if isinstance(ruling, Played):
            end = came.get(id(ruling))
            hands = [_hand(hand, came.get(id(hand)), words) for hand in ruling.hands]
            about = ruling.hands[0].about if ruling.hands else ""
            stands = in_words_standing(ruling.end, words)
            found.append(Group(about, hands, stands, _holds(end), end.got if end else ""))
            continue
        if not found or found[-1].about != ruling.about or found[-1].end is not None:
            found.append(Group(ruling.about, []))
        found[-1].hands.append(_hand(ruling, came.get(id(ruling)), words))
    return found


def problems(outcomes: Iterable[Outcome]) -> Iterator[Problem]:
    """What did not come out as it was counted."""
    return (outcome.problem for outcome in outcomes if outcome.problem is not None)


def _hand(ruling: Ruling, outcome: Outcome | None, words: PageWords) -> Hand:
    got = understood(outcome.got) if outcome else None
    return Hand(
        ruling.deal,
        " ".join(ruling.moves),
        write_log(ruling.record),
        in_words(ruling.expected, words),
        rule_of(ruling.expected),
        _holds(outcome),
        in_words(got, words) if got else outcome.got if outcome else "",
        rule_of(got) if got else None,
    )


def rule_of(expected: Expected) -> str | None:
    """The rule that a ruling names: that which was broken, or that of the figure."""
    named = (expected.rule, *(expected.result.rules if expected.result else ()))
    return next((rule for rule in named if rule), None)


def _holds(outcome: Outcome | None) -> bool | None:
    return None if outcome is None else outcome.holds


def in_words(expected: Expected, words: PageWords) -> str:
    """A ruling as a sentence; moves count from 1."""
    match expected.status:
        case "complete" if expected.result:
            said = _result(expected.result, words)
        case "illegal":
            said = words("worked.illegal", n=(expected.move or 0) + 1)
            if expected.cards:
                said += " " + words("worked.legal", cards=" ".join(sorted(expected.cards)))
            if expected.fined:
                said += " " + (_result(expected.result, words) if expected.result else words("worked.free"))
        case "ongoing":
            said = words("worked.ongoing", seat=expected.to_move)
            if expected.cards:
                said += " " + words("worked.legal", cards=" ".join(sorted(expected.cards)))
        case status:
            said = words(f"worked.{status}")
    return f"{said} {_points(expected, words)}".rstrip()


def _result(result: Result, words: PageWords) -> str:
    seats = words.listed(list(result.winner))
    return words.count("worked.wins", result.game_points, seats=seats) if seats else words("worked.nobody")


def _points(expected: Expected, words: PageWords) -> str:
    points = ", ".join(f"{seat} {number}" for seat, number in expected.points.items())
    return words("worked.points", points=points) if points else ""


def in_words_standing(end: Standing, words: PageWords) -> str:
    """How a match must stand, as a sentence."""
    return words("worked.stands", score=", ".join(f"{seat} {number}" for seat, number in end.score.items()))
