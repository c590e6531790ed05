"""One record under several rulesets."""

from __future__ import annotations

from typing import Any

from bummerl.interpreter import compare
from flask import Blueprint, Response, request

from ..answers import count_all, json_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, asked, refused_parameter, sent, wanted
from ..problems import Refusal
from ..referee import named, one_hand, refuse_what_is_no_ruleset
from ..schema import check_comparison
from ..state import config

routes = Blueprint("compare", __name__)


@routes.post("/v1/compare")
def compare_rulesets() -> Response:
    """Each ruleset's verdict on a record, and where and by which rule they part."""
    wanted(JSON)
    limits = config()
    hand = None
    if sent(JSON, TEXT) == TEXT:
        wish = asked(allowed=("rulesets", "option", "lang"))
        rulesets: list[Any] = [name for name in request.args.get("rulesets", "").split(",") if name]
        if not rulesets:
            raise refused_parameter("rulesets", "Name the rulesets: `?rulesets=a,b`.")
        hand = one_hand(text(read(limits.max_record)))
        record = hand.record
    else:
        wish = asked(allowed=("option", "lang"))
        body = json_value(read(limits.max_record))
        check_comparison(body, limits)
        record, rulesets = body["record"], body["rulesets"]
    if len(rulesets) > limits.max_compared:
        message = f"At most {limits.max_compared} rulesets are compared at once, not {len(rulesets)}."
        error = {"code": "request.too-many", "message": message, "pointer": "/rulesets"}
        raise Refusal(422, "request.too-many", message, [error])
    for i, ruleset in enumerate(rulesets):
        if isinstance(ruleset, str):
            named(ruleset, f"/rulesets/{i}" if hand is None else None)
    found = compare(record, rulesets, lang=wish.lang, options=dict(wish.options) or None, hand=hand)
    for i, verdict in enumerate(found["verdicts"]):
        refuse_what_is_no_ruleset(verdict, rulesets[i], f"/rulesets/{i}")
    count_all(found["verdicts"])
    return json_answer(found, wish.lang)
