"""The hands of a match, one after the other, and the running score."""

from __future__ import annotations

from typing import Any

from bummerl.interpreter import adjudicate_match
from flask import Blueprint, Response

from ..answers import count_all, json_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, Asked, asked, sent, wanted
from ..problems import Refusal
from ..referee import hands, named, refuse_what_is_no_ruleset
from ..schema import check_match
from ..state import config

routes = Blueprint("matches", __name__)


@routes.post("/v1/matches/adjudicate")
def judge_match() -> Response:
    """A verdict for each hand of a match, and the score of the match."""
    wish = asked(allowed=("ruleset", "option", "lang"))
    wanted(JSON)
    limits = config()
    if sent(JSON, TEXT) == TEXT:
        match: dict[str, Any] = {"hands": hands(text(read(limits.max_record)), limits.max_hands)}
    else:
        match = json_value(read(limits.max_record))
        check_match(match, limits)
    if wish.ruleset is not None:
        named(wish.ruleset)
    found = adjudicate_match(match, ruleset=wish.ruleset, options=dict(wish.options) or None, lang=wish.lang)
    count_all(found["hands"])
    return json_answer(found, wish.lang)
