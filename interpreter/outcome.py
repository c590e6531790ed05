"""Who wins a hand and how much, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.interpreter import core as C

from . import machine
from .judged import Judged
from .messages import listed, say
from .rules import room
from .values import players
from .wording import Wording, sentence


def rows_of(judged: Judged) -> list[int]:
    """The rows that led to the figure, by number: the one that named the winner, then the one that said how much.
    None if there is no outcome.
    """
    row = judged.row
    number = row[C.V_RULE] if row[C.V_STATUS] == C.COMPLETE else row[C.V_BECAUSE] if row[C.V_STATUS] == C.ILLEGAL else 0
    return list(dict.fromkeys(i for i in (row[C.V_BECAUSE], number) if i)) if number else []


def outcome_of(judged: Judged, lang: str) -> dict[str, Any] | None:
    """The outcome as in a verdict. On an illegal move it is what the ruleset's rule on irregularities awards, if
    any.
    """
    rows = rows_of(judged)
    if not rows:
        return None
    rules, row = judged.rules, judged.row
    ids = [rules.rule_ids[i] for i in rows]
    found: dict[str, Any] = {
        "winner": players(rules, row[C.V_WINNER]),
        "game_points": row[C.V_POINTS],
        "rule": ids[-1],
        "because": ids,
        "message": message(judged, ids, lang),
        "cite": rules.ruleset.citations(ids[-1]),
    }
    payments = payments_of(judged) if row[C.V_STATUS] == C.COMPLETE else None
    if payments is not None:
        found["payments"] = payments
    lost = forfeit_of(judged)
    if lost:
        found["forfeit"] = {seat: lost for i, seat in enumerate(rules.seats) if losers_of(judged) >> i & 1}
    return found


def message(judged: Judged, ids: list[str], lang: str) -> str:
    """Who wins how much, and then why, in the words of the rules."""
    rules, row, names = judged.rules, judged.row, judged.sheet.names
    words = Wording(rules, lang, names)
    winners = [words.player(seat) for i, seat in enumerate(rules.seats) if row[C.V_WINNER] >> i & 1]
    kind = "penalty" if row[C.V_STATUS] == C.ILLEGAL else "outcome"
    if not winners:
        first = say(lang, f"{kind}.nobody")
    elif row[C.V_POINTS] == 0 and (lost := forfeit_of(judged)):
        losers = losers_of(judged)
        who = "one" if losers.bit_count() == 1 else "many"
        values = {"winner": listed(lang, winners, "and"), "loser": words.players(losers)}
        first = say(lang, f"outcome.forfeit.{who}", n=lost, **values)
    elif row[C.V_POINTS] == 0 and kind == "outcome":
        first = say(lang, "outcome.unpaid", winner=listed(lang, winners, "and"))
    else:
        who = "one" if len(winners) == 1 else "many"
        first = say(lang, f"{kind}.{who}", n=row[C.V_POINTS], winner=listed(lang, winners, "and"))
    reasons = [words.text(rule, judged.S) for rule in ids]
    return " ".join([first, *(sentence(text) for text in dict.fromkeys(reasons) if text)])


def payments_of(judged: Judged) -> dict[str, int] | None:
    """What each loser pays, where the row that named the winner says so seat by seat: everyone who has cards and is not
    on the winning side.
    """
    rules, S, out = judged.rules, judged.S[:], room(judged.rules.n)
    if not machine.paid(S, rules.R, out):
        return None
    losers = losers_of(judged)
    return {seat: out[i] for i, seat in enumerate(rules.seats) if losers >> i & 1}


def losers_of(judged: Judged) -> int:
    """Everyone who has cards and is not on the winning side."""
    return judged.S[C.ALL] & ~judged.row[C.V_WINNER]


def forfeit_of(judged: Judged) -> int:
    """Game points that each loser loses of his own score."""
    rules = judged.rules
    return rules.ask(judged.S, rules.match.forfeit) if rules.forfeits and judged.row[C.V_WINNER] else 0


def result_check(judged: Judged) -> dict[str, Any] | None:
    """Does what the players wrote down agree with the outcome? `agrees` is `None` where there is no outcome to
    compare with.

    Any one of the partners who won may stand for their side.
    """
    stated: Mapping[str, Any] | None = judged.sheet.stated
    if stated is None:
        return None
    agrees: bool | None = None
    if rows_of(judged):
        agrees = stated.get("game_points", judged.row[C.V_POINTS]) == judged.row[C.V_POINTS]
        if "winner" in stated:
            said = stated["winner"]
            said = {said} if isinstance(said, str) else set(said or ())
            won = {seat for i, seat in enumerate(judged.rules.seats) if judged.row[C.V_WINNER] >> i & 1}
            agrees = agrees and said <= won and bool(said) == bool(won)
    return {"stated": dict(stated), "agrees": agrees}
