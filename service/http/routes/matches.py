"""The hands of a match, one after the other, and the running score."""

from __future__ import annotations

from typing import Any

from bummerl.grammar import Hand
from bummerl.interpreter import adjudicate_match
from flask import Blueprint, Response

from ..answers import count_all, json_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, Asked, asked, sent, wanted
from ..referee import hands_of, refuse_cards, refuse_what_is_no_ruleset, settled, unreadable_hand, warned
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
        hands = hands_of(text(read(limits.max_record)), limits.max_hands)
        found = judged(as_match(hands), wish, hands)
    else:
        match = json_value(read(limits.max_record))
        check_match(match, limits)
        found = judged(match, wish)
    count_all(found["hands"])
    return json_answer(found, wish.lang)


def as_match(hands: list[Hand]) -> dict[str, Any]:
    """The hands of a log as a match, under the rules of the first that can be read; others are left blank."""
    readable = [hand.record for hand in hands if hand.readable]
    first: Any = readable[0] if readable else {}
    return {
        "ruleset": first.get("ruleset"),
        "options": first.get("options"),
        "hands": [hand.record if hand.readable else None for hand in hands],
    }


def judged(match: dict[str, Any], wish: Asked, hands: list[Hand] | None = None) -> dict[str, Any]:
    """The match, judged; `hands` are its hands as read from a log."""
    found = adjudicate_match(match, **settled(wish), hands=hands)
    source = wish.ruleset or match.get("ruleset")
    refuse_what_is_no_ruleset(found, source, hand=hands[0] if hands else None)
    for i, verdict in enumerate(found["hands"]):
        if hands is not None and not hands[i].readable:
            found["hands"][i] = unreadable_hand(hands[i], wish.lang)
            continue
        if hands is not None:
            found["hands"][i] = warned(verdict, hands[i], wish.lang)
        refuse_cards(verdict)
        own = match["hands"][i].get("ruleset", source)
        refuse_what_is_no_ruleset(verdict, wish.ruleset or own, f"/hands/{i}", hands[i] if hands else None)
    return found
