"""One record under several rulesets."""

from __future__ import annotations

from typing import Any

from bummerl.grammar import Hand
from bummerl.interpreter import compare
from flask import Blueprint, Response, request

from ..answers import count_all, json_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, Asked, asked, refused_parameter, sent, wanted
from ..referee import all_named, every_one, one_hand, refuse_what_is_no_ruleset, unreadable_hand
from ..schema import check_comparison
from ..state import config

routes = Blueprint("compare", __name__)


@routes.post("/v1/compare")
def compare_rulesets() -> Response:
    """Each ruleset's verdict on a record, and where and by which rule they part."""
    wanted(JSON)
    limits = config()
    if sent(JSON, TEXT) == TEXT:
        wish = asked(allowed=("rulesets", "option", "lang", "cards"))
        rulesets: list[Any] = named_in_query()
        hand = one_hand(text(read(limits.max_record)))
        found = (
            compared(hand.record, rulesets, wish, hand) if hand.readable else incomparable(rulesets, hand, wish.lang)
        )
    else:
        wish = asked(allowed=("option", "lang", "cards"))
        body = json_value(read(limits.max_record))
        check_comparison(body, limits)
        found = compared(body["record"], every_one(body["rulesets"]), wish)
    count_all(found["verdicts"])
    return json_answer(found, wish.lang)


def named_in_query() -> list[str]:
    """The ids in `?rulesets=a,b`."""
    ids = every_one([name for name in request.args.get("rulesets", "").split(",") if name])
    if not ids:
        raise refused_parameter("rulesets", "Name the rulesets to compare: `?rulesets=a,b`.")
    return ids


def compared(record: Any, rulesets: list[Any], wish: Asked, hand: Hand | None = None) -> dict[str, Any]:
    """The comparison, once it is known that all rulesets exist."""
    rulesets = all_named(rulesets, in_body=hand is None)
    found = compare(record, rulesets, lang=wish.lang, options=dict(wish.options) or None, hand=hand, cards=wish.cards)
    for i, verdict in enumerate(found["verdicts"]):
        refuse_what_is_no_ruleset(verdict, rulesets[i], f"/rulesets/{i}")
    return found


def incomparable(rulesets: list[str], hand: Hand, lang: str) -> dict[str, Any]:
    """The comparison of a log that nobody can read."""
    verdict = unreadable_hand(hand, lang)
    return {
        "agree": False,
        "rulesets": rulesets,
        "verdicts": [verdict] * len(rulesets),
        "groups": [],
        "parts": [],
        "inapplicable": [{"ruleset": ruleset, "problems": verdict["problems"]} for ruleset in rulesets],
    }
