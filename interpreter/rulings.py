"""Runs the rulings beside a ruleset: worked hands whose outcome somebody has counted out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem
from bummerl.rulesets import Ruleset
from bummerl.rulesets.rulings import Expected, Played, Result, Ruling, Standing, rulings_of

from .adjudication import adjudicate
from .matches import adjudicate_match

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one ruling: `got`, in the words of the ruling, and a problem if that is not what was expected.

    A file, or a line of it, that cannot be read is an outcome without a ruling.
    """

    ruling: Ruling | Played | None
    got: str
    problem: Problem | None

    @property
    def holds(self) -> bool:
        """Whether the ruling came out as written."""
        return self.problem is None


def run(ruleset: Ruleset, beside: Path | None = None) -> list[Outcome]:
    """Every ruling of a ruleset, adjudicated. `beside` is the ruleset's file, if it is not a shipped one."""
    rulings, problems = rulings_of(ruleset.id, beside)
    return [*(Outcome(None, "", problem) for problem in problems), *tried(rulings, ruleset)]


def tried(rulings: Iterable[Ruling | Played], ruleset: Ruleset) -> Iterator[Outcome]:
    """Rulings, adjudicated one after the other: of a match each of its hands, and then the match."""
    for ruling in rulings:
        if isinstance(ruling, Played) and not ruling.hands:
            empty = Problem("ruleset.ruling", "a match without hands", ruling.line, ruling.column, file=ruling.file)
            yield Outcome(ruling, "", empty)
        elif isinstance(ruling, Played):
            yield from played(ruling, ruleset)
        else:
            yield compared(ruling, adjudicate(ruling.record, ruleset=ruleset))


def played(match: Played, ruleset: Ruleset) -> list[Outcome]:
    """The hands of a match, each with its ruling, and the match itself."""
    options = match.hands[0].record.get("options", {})
    verdict = adjudicate_match({"hands": [hand.record for hand in match.hands]}, ruleset=ruleset, options=options)
    outcomes = [compared(hand, of) for hand, of in zip(match.hands, verdict["hands"], strict=True)]
    running, expected = verdict["running"], _standing(match.end)
    got = _stands(verdict, match.end)
    got += "".join(f"; {line['message']}" for line in running if "dealer_due" in line)
    wrong = f"expected `{expected}`, got `{got}`"
    problem = None if got == expected else Problem("ruleset.ruling", wrong, match.line, match.column, file=match.file)
    return [*outcomes, Outcome(match, got, problem)]


def _stands(verdict: Mapping[str, Any], asked: Standing) -> str:
    """How a match stands in the words of a ruling, and no more of it than the ruling mentions."""
    running = verdict["running"]
    last = running[-1] if running else {"score": {}, "game": None}
    words = _score({seat: last["score"].get(seat) for seat in asked.score})
    if last["game"] and asked.game:
        words += f"; game {_seats(last['game']['winner'])} {last['game']['units']} {last['game']['rule']}"
    if asked.games:
        words += f"; games {_score({seat: verdict['games'].get(seat) for seat in asked.games})}"
    series = verdict["series"]
    if asked.series is not None and series and series["decided_by"] is not None:
        words += f"; series {_seats(series['winner'])}"
    if asked.dealer:
        words += f"; dealer {_seats(verdict['next_dealer'])}"
    return words


def _standing(asked: Standing) -> str:
    """The same of what a ruling says."""
    words = _score(asked.score) + (f"; game {_words(asked.game)}" if asked.game else "")
    words += f"; games {_score(asked.games)}" if asked.games else ""
    words += f"; series {''.join(asked.series) or 'nobody'}" if asked.series is not None else ""
    return words + (f"; dealer {asked.dealer}" if asked.dealer else "")


def compared(ruling: Ruling, verdict: Mapping[str, Any]) -> Outcome:
    """A verdict beside what was expected: only what the ruling mentions is compared."""
    expected = ruling.expected
    got = said(verdict, expected)
    if got == said_again(expected):
        return Outcome(ruling, got, None)
    moves = " ".join(ruling.moves)
    return Outcome(ruling, got, _problem(ruling, f"expected `{expected.text}`, got `{got}` ({ruling.deal}: {moves})"))


def _problem(ruling: Ruling, message: str) -> Problem:
    return Problem("ruleset.ruling", message, ruling.line, ruling.column, file=ruling.file)


def said(verdict: Mapping[str, Any], expected: Expected) -> str:
    """A verdict in the words of a ruling, and no more of it than the ruling mentions."""
    status = verdict["status"]
    if status == "complete":
        words = _result(verdict["outcome"], expected.result.rules if expected.result else ())
    elif status == "illegal":
        first = verdict["violations"][0]
        words = f"illegal {first['move']} {first['rule']}" + _cards(first["legal"], expected)
        if expected.fined:
            outcome = verdict["outcome"]
            rules = expected.result.rules if expected.result else ("",)
            words += f"; {_result(outcome, rules) if outcome else NOTHING}"
        return words
    elif status == "ongoing":
        words = f"ongoing {verdict['to_move']}" + _cards(verdict["legal"], expected)
    elif status == "unreadable":
        codes = sorted({problem["code"] for problem in verdict["problems"]})
        words = " ".join([status, *([expected.rule] if expected.rule in codes else codes if expected.rule else [])])
    else:
        words = str(status)
    points = {seat: verdict["score"][seat]["points"] for seat in expected.points} if "score" in verdict else {}
    return words + _points(points)


def _result(outcome: Mapping[str, Any], asked: tuple[str, ...]) -> str:
    """Winner, game points, the rule of the figure, and those further rules that were asked for.

    If they did not lead to it, what did stands in their place.
    """
    rules = [outcome["rule"]] if asked else []
    because = outcome.get("because") or []
    rules += asked[1:] if set(asked[1:]) <= set(because) else [rule for rule in because if rule != outcome["rule"]]
    return " ".join([_seats(outcome["winner"]), str(outcome["game_points"]), *rules])


def _seats(winner: str | list[str] | None) -> str:
    return "nobody" if winner is None else "".join(winner)


def _words(result: Result) -> str:
    return " ".join(["".join(result.winner) or "nobody", str(result.game_points), *result.rules])


def _score(points: Mapping[str, int | None]) -> str:
    return " ".join(f"{seat} {number}" for seat, number in points.items())


def _cards(legal: list[str], expected: Expected) -> str:
    """Of the legal moves the cards, if the ruling lists cards."""
    if expected.cards is None:
        return ""
    cards = sorted(token for token in legal if token[0].isupper() and "+" not in token and ":" not in token)
    return "".join(f" {card}" for card in cards)


def _points(points: Mapping[str, int | None]) -> str:
    return f"; points {_score(points)}" if points else ""


def said_again(expected: Expected) -> str:
    """The ruling in the same order of words."""
    cards = "".join(f" {card}" for card in sorted(expected.cards or ()))
    words = _words(expected.result) if expected.result else ""
    if expected.status == "complete":
        return words + _points(expected.points)
    if expected.status == "illegal":
        return f"illegal {expected.move} {expected.rule}{cards}" + (f"; {words or NOTHING}" if expected.fined else "")
    if expected.status == "ongoing":
        return f"ongoing {expected.to_move}{cards}" + _points(expected.points)
    return expected.status + (f" {expected.rule}" if expected.rule else "")
