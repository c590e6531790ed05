"""Who wins a hand and how much, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.interpreter import core as C

from .judging import BECAUSE, COMPLETE, GAME_POINTS, ILLEGAL, RULE, WINNER, Judged
from .messages import listed, say
from .rules import Rules, machine
from .values import players
from .wording import Wording


def rows_of(judged: Judged) -> list[int]:
    """The rows that led to the figure, by number: the one that named the winner, then the one that said how much. None if
    there is no outcome.
    """
    row = judged.row
    number = row[RULE] if row[0] == COMPLETE else row[BECAUSE] if row[0] == ILLEGAL else 0
    return list(dict.fromkeys(i for i in (row[BECAUSE], number) if i)) if number else []


def outcome_of(judged: Judged, lang: str) -> dict[str, Any] | None:
    """The outcome as in a verdict. On an illegal move it is what the ruleset's rule on irregularities awards, if any."""
    rows = rows_of(judged)
    if not rows:
        return None
    rules, row = judged.rules, judged.row
    ids = [rules.rule_ids[i] for i in rows]
    found: dict[str, Any] = {
        "winner": players(rules, row[WINNER]),
        "game_points": row[GAME_POINTS],
        "rule": ids[-1],
        "because": ids,
        "message": message(judged, ids, lang),
        "cite": rules.ruleset.citations(ids[-1]),
    }
    payments = payments_of(judged) if row[0] == COMPLETE else None
    if payments is not None:
        found["payments"] = payments
    return found


def message(judged: Judged, ids: list[str], lang: str) -> str:
    """Who wins how much, and then why, in the words of the rules."""
    rules, row, names = judged.rules, judged.row, judged.sheet.names
    words = Wording(rules, lang, names)
    winners = [words.player(seat) for i, seat in enumerate(rules.seats) if row[WINNER] >> i & 1]
    kind = "penalty" if row[0] == ILLEGAL else "outcome"
    if not winners:
        first = say(lang, f"{kind}.nobody")
    else:
        who = "one" if len(winners) == 1 else "many"
        first = say(lang, f"{kind}.{who}", n=row[GAME_POINTS], winner=listed(lang, winners, "and"))
    reasons = [words.text(rule, judged.S) for rule in ids]
    return " ".join([first, *(text for text in dict.fromkeys(reasons) if text)])


def payments_of(judged: Judged) -> dict[str, int] | None:
    """What each seat pays or gets, where the ruleset says so seat by seat."""
    rules, S = judged.rules, judged.S[:]
    program = pays(rules, S)
    if program == -1:
        return None
    found = {}
    for i, seat in enumerate(rules.seats):
        S[C.PLAYER] = 1 << i
        found[seat] = machine.value(S, rules.R, program)
    return found


def pays(rules: Rules, S: Any) -> int:
    """The program that says what each player pays under the row that holds; -1 if none does."""
    R, section = rules.R, S[C.RULES]
    if not rules.pays_by_seat:
        return -1
    number = machine.value(S[:], R, R[section + C.P_SCORE])
    return int(R[R[section + C.P_SCORE_ROWS] + 4 * number + 2]) if number else -1


def result_check(judged: Judged) -> dict[str, Any] | None:
    """Does what the players wrote down agree with the outcome? `agrees` is `None` where there is no outcome to compare with.

    Any one of the partners who won may stand for their side.
    """
    stated: Mapping[str, Any] | None = judged.sheet.stated
    if stated is None:
        return None
    agrees: bool | None = None
    if rows_of(judged):
        agrees = stated.get("game_points", judged.row[GAME_POINTS]) == judged.row[GAME_POINTS]
        if "winner" in stated:
            said = stated["winner"]
            said = {said} if isinstance(said, str) else set(said or ())
            won = {seat for i, seat in enumerate(judged.rules.seats) if judged.row[WINNER] >> i & 1}
            agrees = agrees and said <= won and bool(said) == bool(won)
    return {"stated": dict(stated), "agrees": agrees}
