"""One record in, a ruling about it out: validate, adjudicate, replay."""

from __future__ import annotations

from typing import Any

from bummerl.interpreter import replay
from flask import Blueprint, Response

from ...kept import warned
from ..answers import dumps, json_answer, verdict_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, asked, sent, wanted
from ..referee import (
    one_hand,
    refuse_cards,
    refuse_what_is_no_ruleset,
    settled,
    unreadable_hand,
    verdict,
    verdict_line,
    verdict_on_text,
)
from ..schema import check_record
from ..state import config

routes = Blueprint("records", __name__)


@routes.post("/v1/adjudicate")
def adjudicate_record() -> Response:
    """The verdict on a record."""
    wish = asked()
    wanted(JSON)
    if sent(JSON, TEXT) == TEXT:
        hand = one_hand(text(read(config().max_record)))
        return verdict_answer(dumps(verdict_on_text(hand, wish)), wish.lang)
    record = json_record()
    if wish.explain:
        return verdict_answer(dumps(verdict(record, wish)), wish.lang)
    return verdict_answer(verdict_line(record, wish), wish.lang)


@routes.post("/v1/validate")
def validate_record() -> Response:
    """The verdict on a record, without what the hand is worth."""
    wish = asked()
    wanted(JSON)
    if sent(JSON, TEXT) == TEXT:
        hand = one_hand(text(read(config().max_record)))
        return verdict_answer(dumps(verdict_on_text(hand, wish, outcome=False)), wish.lang)
    return verdict_answer(dumps(verdict(json_record(), wish, outcome=False)), wish.lang)


@routes.post("/v1/replay")
def replay_record() -> Response:
    """The position after every move of a record."""
    wish = asked(allowed=("ruleset", "option", "lang", "cards"))
    wanted(JSON)
    hand = None
    if sent(JSON, TEXT) == TEXT:
        hand = one_hand(text(read(config().max_record)))
        if not hand.readable:
            unread = unreadable_hand(hand, wish.lang)
            return json_answer({"status": unread["status"], "verdict": unread, "positions": []}, wish.lang)
    record: Any = hand.record if hand is not None else json_record()
    arguments = settled(wish)
    del arguments["explain"]
    found = replay(record, **arguments, hand=hand)
    refuse_cards(found["verdict"])
    refuse_what_is_no_ruleset(found["verdict"], wish.ruleset or record.get("ruleset"), hand=hand)
    if hand is not None:
        found["verdict"] = warned(found["verdict"], hand, wish.lang)
    return json_answer(found, wish.lang)


def json_record() -> dict[str, Any]:
    """The record in the body of this request, once it is known to fit the published schema."""
    limits = config()
    record: dict[str, Any] = json_value(read(limits.max_record))
    check_record(record, limits)
    return record
