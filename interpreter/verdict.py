"""A judged sheet becomes the verdict that people and programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bummerl.grammar import Hand, Problem
from bummerl.interpreter import core as C

from .explain import trace
from .faults import Fault
from .judged import STATUSES, Judged, legal_texts
from .messages import ENGLISH, listed, say
from .outcome import outcome_of, result_check
from .rules import Rules
from .values import players
from .violation import violation
from .wording import short


def head(rules: Rules, status: str) -> dict[str, Any]:
    """How every verdict begins."""
    verdict: dict[str, Any] = {"status": status, "ruleset": rules.header}
    if rules.chosen:
        verdict["options"] = rules.chosen
    if rules.lexicon is not None:
        verdict["cards"] = rules.lexicon.id
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


def problem(fault: Fault, lang: str, hand: Hand | None = None) -> Problem:
    """A fault in words, at its place in the text if there is one."""
    values: dict[str, Any] = {
        name: short(value) if isinstance(value, str) else value for name, value in fault.values.items()
    }
    token = None if fault.token is None else short(fault.token)
    message = say(lang, fault.message, **values)
    found = Problem(fault.code, message, token=token, suggestion=fault.suggestion, path=fault.path)
    return placed(found, hand)


def spoken_by_rulesets(found: Problem, lang: str) -> Problem:
    """A problem with the choice of rules, which the rulesets tell in English, in another language."""
    if lang == ENGLISH or found.token is None or not (found.path or "").startswith(("/ruleset", "/options/")):
        return found
    name = str(found.path).rpartition("/")[2]
    if found.code == "ruleset.unknown" and found.path == "/ruleset":
        return replace(found, message=say(lang, "ruleset-unknown", id=found.token))
    if found.code == "record.option" and found.token == name:
        return replace(found, message=say(lang, "option-unknown", option=name))
    if found.code == "record.option":
        kind = "option-value" if found.expected else "option-value.other"
        return replace(found, message=say(lang, kind, option=name, value=found.token, allowed=found.expected))
    return found


def placed(found: Problem, hand: Any) -> Problem:
    """A problem with its place in the text: where the part of the record stands, or where the hand begins."""
    if hand is None or found.line is not None or found.file is not None:
        return found
    span = hand.place(found.path or "")
    part = hand.record.get(str(found.path)[1:])
    if span is None and isinstance(part, Mapping):  # a whole of several headers stands where its first part does
        spans = [place for key in part if (place := hand.place(f"{found.path}/{key}")) is not None]
        span = min(spans, key=lambda place: (place.line, place.column), default=None)
    if span is None:
        return replace(found, line=hand.line, column=1)
    return replace(found, line=span.line, column=span.column, end_line=span.end_line, end_column=span.end_column)


def verdict_of(
    judged: Judged, lang: str, hand: Hand | None = None, outcome: bool = True, explain: bool = False
) -> dict[str, Any]:
    """The verdict of contract section 4."""
    rules, row = judged.rules, judged.row
    verdict = head(rules, STATUSES[row[C.V_STATUS]])
    verdict["moves_checked"] = row[C.V_MOVES]
    verdict["violations"] = []
    if row[C.V_STATUS] == C.ILLEGAL or (row[C.V_STATUS] == C.UNDETERMINED and row[C.V_RULE] and not judged.S[C.OVER]):
        verdict["violations"] = [violation(judged, lang, hand)]
    verdict["outcome"] = outcome_of(judged, lang) if outcome else None
    verdict["score"] = score_of(judged) if judged.scored else None
    verdict["to_move"] = None
    verdict["legal"] = []
    if row[C.V_STATUS] == C.ONGOING:
        verdict["to_move"] = players(rules, judged.S[C.TURN])
    if row[C.V_STATUS] in (C.ONGOING, C.COMPLETE):
        verdict["legal"] = legal_texts(judged)
    if row[C.V_STATUS] == C.UNDETERMINED:
        verdict["facts"] = {"needed": needs(judged, lang)} | ({"given_up": True} if judged.given_up else {})
        verdict["message"] = undetermined_message(judged, lang)
    check = result_check(judged)
    if check is not None:
        verdict["result_check"] = check
    if explain:
        verdict["trace"] = trace(judged, lang)
    return verdict


def needs(judged: Judged, lang: str) -> list[str]:
    """The missing facts on which an undetermined verdict hangs, in words: `hand of B`, `talon card 3`."""
    return [say(lang, f"need.{kind}", value=which) for kind, which in judged.needed]


def undetermined_message(judged: Judged, lang: str) -> str:
    """What one would have to know."""
    found = needs(judged, lang)
    if judged.given_up:
        return say(lang, "given-up.gaps" if found else "given-up", needed=listed(lang, found, "and"))
    if not found:
        return say(lang, "undetermined.nothing")
    kind = "undetermined.rule" if illegal_either_way(judged) else "undetermined"
    return say(lang, kind, needed=listed(lang, found, "and"))


def illegal_either_way(judged: Judged) -> bool:
    """Is it only open which duty a refused card breaks, and certain that it breaks one?"""
    rule, S = judged.row[C.V_RULE], judged.S
    certain = judged.doubt is None and not S[C.DOUBT] & C.DOUBT_VALUE
    return bool(certain and rule and rule == S[C.DUTY] and not S[C.OVER])


def score_of(judged: Judged) -> dict[str, dict[str, int | None]]:
    """Points and tricks by seat, `None` for what a position does not say; partners have their totals each."""
    row, found = judged.row, {}
    for i, seat in enumerate(judged.rules.seats):
        at = C.V_SEATS + C.V_SEAT_WIDTH * i
        figures = [None if place in judged.unsure else row[place] for place in range(at, at + C.V_SEAT_WIDTH)]
        trick, meld, bonus, tricks = figures
        known = [points for points in (trick, meld, bonus) if points is not None]
        found[seat] = {
            "points": sum(known) if len(known) == 3 else None,
            "trick_points": trick,
            "meld_points": meld,
            "bonus_points": bonus,
            "tricks": tricks,
        }
    return found
