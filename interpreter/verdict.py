"""A judged sheet becomes the verdict that people and programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bummerl.grammar import Problem
from bummerl.interpreter import core as C

from .judging import (
    BECAUSE,
    CHECKED,
    COMPLETE,
    GAME_POINTS,
    ILLEGAL,
    ONGOING,
    RULE,
    SCORES,
    STATUSES,
    UNDETERMINED,
    WINNER,
    Judged,
    in_order,
    next_tokens,
)
from .messages import say, spoken
from .record import Fault
from .rules import Rules, machine


def seats_of(rules: Rules, players: int) -> list[str]:
    """The seats in a set of players."""
    return [seat for i, seat in enumerate(rules.seats) if players >> i & 1]


def winner_of(rules: Rules, players: int) -> str | list[str] | None:
    """A seat, a list of seats where they are partners, or nobody."""
    seats = seats_of(rules, players)
    return seats[0] if len(seats) == 1 else seats or None


def head(rules: Rules, status: str) -> dict[str, Any]:
    """How every verdict begins."""
    verdict: dict[str, Any] = {"status": status, "ruleset": rules.header}
    if rules.chosen:
        verdict["options"] = rules.chosen
    return verdict


def unreadable(problems: Iterable[Problem], rules: Rules | None = None) -> dict[str, Any]:
    """The verdict on a log that is no log."""
    verdict = head(rules, "unreadable") if rules else {"status": "unreadable", "ruleset": None}
    found = [p.to_json() for p in sorted(problems, key=lambda p: p.sort_key)]
    return verdict | {
        "moves_checked": 0,
        "violations": [],
        "outcome": None,
        "score": None,
        "to_move": None,
        "legal": [],
        "problems": found,
    }


def problem(fault: Fault, lang: str, hand: Any = None) -> Problem:
    """A fault in words, at its place in the text if there is one."""
    values = dict(fault.values)
    message = say(lang, fault.message, **values)
    span = hand.place(fault.path) if hand is not None else None
    where = {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column} if span else {}
    return Problem(
        fault.code, message, token=fault.token, suggestion=fault.suggestion, path=fault.path, **where  # type: ignore[arg-type]
    )


def verdict_of(judged: Judged, lang: str, hand: Any = None, outcome: bool = True) -> dict[str, Any]:
    """The verdict of contract section 4."""
    rules, row = judged.rules, judged.row
    verdict = head(rules, STATUSES[row[0]])
    verdict["moves_checked"] = row[CHECKED]
    verdict["violations"] = []
    if row[0] == ILLEGAL or row[0] == UNDETERMINED and row[RULE] and not judged.S[C.OVER]:
        verdict["violations"] = [violation(judged, lang, hand)]
    verdict["outcome"] = outcome_of(judged, lang) if outcome else None
    verdict["score"] = score_of(judged) if judged.scored else None
    verdict["to_move"] = None
    verdict["legal"] = []
    if row[0] == ONGOING:
        verdict["to_move"] = winner_of(rules, judged.S[C.TURN])
    if row[0] in (ONGOING, COMPLETE):
        verdict["legal"] = legal_texts(judged)
    if row[0] == UNDETERMINED:
        verdict["facts"] = {"needed": needs(judged, "en")}
        verdict["message"] = undetermined_message(judged, lang)
    if judged.sheet.stated is not None:
        verdict["result_check"] = result_check(judged)
    return verdict


def needs(judged: Judged, lang: str) -> list[str]:
    """The missing facts on which an undetermined verdict hangs, in words: `hand of B`, `talon card 3`."""
    return [say(lang, f"need.{kind}", value=which) for kind, which in judged.needed]


def undetermined_message(judged: Judged, lang: str) -> str:
    """What one would have to know."""
    found = needs(judged, lang)
    return say(lang, "undetermined", needed=found) if found else say(lang, "undetermined.nothing")


def score_of(judged: Judged) -> dict[str, dict[str, int]]:
    """Points and tricks by seat; partners have their totals under each seat."""
    row, found = judged.row, {}
    for i, seat in enumerate(judged.rules.seats):
        trick, meld, bonus, tricks = row[SCORES + 4 * i : SCORES + 4 * i + 4]
        found[seat] = {
            "points": trick + meld + bonus,
            "trick_points": trick,
            "meld_points": meld,
            "bonus_points": bonus,
            "tricks": tricks,
        }
    return found


def legal_texts(judged: Judged) -> list[str]:
    """Whole tokens as they could come next: cards in the pack's order, then words."""
    return [judged.rules.vocabulary.text(token) for token in sorted(next_tokens(judged), key=in_order)]


def violation(judged: Judged, lang: str, hand: Any) -> dict[str, Any]:
    """The first illegal move."""
    rules, S, move = judged.rules, judged.S, judged.row[CHECKED]
    actors = judged.actors()
    rule = rules.rule_ids[judged.row[RULE]]
    legal = legal_texts(judged)
    found: dict[str, Any] = {
        "move": move,
        "trick": S[C.TRICK_NUMBER],
        "seat": winner_of(rules, S[C.BLAME]),
        "token": judged.sheet.texts[move],
    }
    span = hand.place(f"/moves/{move}") if hand is not None else None
    if span:
        found |= {"line": span.line, "column": span.column}
    return found | {
        "seat_move": actors.count(S[C.BLAME]),
        "rule": rule,
        "message": rules.ruleset.text(rule, lang) or rule,
        "legal": legal,
        "facts": {},
        "also": [],
        "cite": rules.ruleset.citations(rule),
    }


def outcome_of(judged: Judged, lang: str) -> dict[str, Any] | None:
    """Who wins and how much; on an illegal move, what the ruleset awards for it."""
    rules, row = judged.rules, judged.row
    status, winner, points = row[0], row[WINNER], row[GAME_POINTS]
    number = row[RULE] if status == COMPLETE else row[BECAUSE] if status == ILLEGAL else 0
    if not number:
        return None
    rule = rules.rule_ids[number]
    because = list(dict.fromkeys(rules.rule_ids[i] for i in (row[BECAUSE], number) if i))
    message = say(lang, "outcome.wins", n=points, winner=seats_of(rules, winner)) if winner else say(lang, "outcome.void")
    found: dict[str, Any] = {
        "winner": winner_of(rules, winner),
        "game_points": points,
        "rule": rule,
        "because": because,
        "message": message,
        "cite": rules.ruleset.citations(rule),
    }
    payments = payments_of(judged) if status == COMPLETE else None
    if payments:
        found["payments"] = payments
    return found


def payments_of(judged: Judged) -> dict[str, int] | None:
    """What each seat pays or gets, where the ruleset says so by seat."""
    rules, S = judged.rules, judged.S[:]
    section = S[C.RULES]
    rows = rules.R[section + C.P_SCORE_ROWS]
    number = machine.value(S, rules.R, rules.R[section + C.P_SCORE])
    program = rules.R[rows + 4 * number + 2] if number else -1
    if program == -1:
        return None
    found = {}
    for i, seat in enumerate(rules.seats):
        S[C.PLAYER] = 1 << i
        found[seat] = machine.value(S, rules.R, program)
    return found


def result_check(judged: Judged) -> dict[str, Any]:
    """Does what the players wrote down agree with the outcome? `None` where there is no outcome to compare with."""
    stated: Mapping[str, Any] = judged.sheet.stated or {}
    outcome = outcome_of(judged, "en")
    if outcome is None:
        return {"stated": stated, "agrees": None}
    agrees = stated.get("game_points", outcome["game_points"]) == outcome["game_points"]
    if "winner" in stated:
        said = stated["winner"]
        said = {said} if isinstance(said, str) else set(said or ())
        agrees = agrees and said <= set(seats_of(judged.rules, judged.row[WINNER])) and bool(said) == bool(judged.row[WINNER])
    return {"stated": dict(stated), "agrees": agrees}


__all__ = ["outcome_of", "problem", "spoken", "unreadable", "verdict_of"]
