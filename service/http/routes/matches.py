"""The hands of a match, one after the other, and the running score."""

from __future__ import annotations

from typing import Any

from bummerl.grammar import Hand
from bummerl.interpreter import adjudicate_match
from flask import Blueprint, Response

from ...kept import warned
from ..answers import count_all, json_answer
from ..bodies import json_value, read, text
from ..few import few_rules
from ..negotiation import JSON, TEXT, Asked, asked, sent, wanted
from ..referee import hands_of, refuse_cards, refuse_what_is_no_ruleset, settled
from ..schema import check_match
from ..state import config

routes = Blueprint("matches", __name__)


@routes.post("/v1/matches/adjudicate")
def judge_match() -> Response:
    """A verdict for each hand of a match, and the score of the match."""
    wish = asked()
    wanted(JSON)
    limits = config()
    if sent(JSON, TEXT) == TEXT:
        match: dict[str, Any] = {"hands": hands_of(text(read(limits.max_record)), limits.max_hands)}
    else:
        match = json_value(read(limits.max_record))
        check_match(match, limits)
    few_rules(match["hands"], limits.max_rules)
    found = judged(match, wish)
    count_all(found["hands"])
    return json_answer(found, wish.lang)


def judged(match: dict[str, Any], wish: Asked) -> dict[str, Any]:
    """The match, judged; its hands are records, or texts that were read."""
    found = adjudicate_match(match, **settled(wish))
    if found["status"] == "unreadable":
        refuse_what_is_no_ruleset(found, *named_by(match))
    for i, (hand, verdict) in enumerate(zip(match["hands"], found["hands"], strict=False)):
        text_of_it = hand if isinstance(hand, Hand) else None
        if text_of_it is not None and text_of_it.readable:
            found["hands"][i] = warned(verdict, text_of_it, wish.lang)
        refuse_cards(verdict)
        record = hand if text_of_it is None else text_of_it.record
        source = wish.ruleset or record.get("ruleset") or match.get("ruleset")
        refuse_what_is_no_ruleset(verdict, source, f"/hands/{i}", text_of_it)
    return found


def named_by(match: dict[str, Any]) -> tuple[Any, str]:
    """What names the rules of the match, and where in the body: the match itself, or its first hand that does."""
    hands = (
        (hand.record, "") if isinstance(hand, Hand) else (hand, f"/hands/{i}") for i, hand in enumerate(match["hands"])
    )
    found = ((one["ruleset"], inside) for one, inside in ((match, ""), *hands) if one.get("ruleset") is not None)
    return next(found, (None, ""))
