"""The quick question: a few facts and no log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from bummerl.interpreter import score
from flask import Blueprint, Response

from ..answers import dumps, json_answer
from ..bodies import json_value, read
from ..config import Config
from ..few import few_house_rulesets
from ..negotiation import JSON, Asked, asked, known_language, sent, wanted
from ..problems import Refusal, as_error
from ..referee import all_named, every_one
from ..schema import check_quick_question
from ..state import config

ABOUT_RULESETS: Final = ("ruleset.", "expression.")
routes = Blueprint("score", __name__)


@routes.post("/v1/score")
def score_facts() -> Response:
    """Under each ruleset how a hand came out, as far as the facts say; or which fact decides next."""
    wanted(JSON)
    limits = config()
    sent(JSON)
    wish = asked(allowed=("option", "lang", "cards"))
    body = json_value(read(limits.max_record))
    check_quick_question(body, limits)
    few_house_rulesets(body["rulesets"], limits.max_rules)
    small_together(body["rulesets"], limits)
    rulesets = all_named(every_one(body["rulesets"]))
    options = {**body.get("options", {}), **dict(wish.options)}
    found = score(body["facts"], rulesets, options=options or None, lang=lang_of(body, wish), cards=wish.cards)
    if found["problems"]:
        refuse(found["problems"])
    return json_answer(found, lang_of(body, wish))


def small_together(rulesets: Sequence[Any], limits: Config) -> None:
    """Refuses different house rulesets that together are larger than one may be: each is compiled for one question."""
    houses = {dumps(one) for one in rulesets if not isinstance(one, str)}
    if len(houses) > 1 and sum(map(len, houses)) > limits.max_ruleset:
        message = f"The house rulesets of a question have together at most {limits.max_ruleset} bytes."
        error = {"code": "request.too-many", "message": message, "pointer": "/rulesets"}
        raise Refusal(422, "request.too-many", message, [error])


def lang_of(body: Mapping[str, Any], wish: Asked) -> str:
    """The language that the body names, or else that of the request: English if we have not the one it names."""
    return known_language(body["lang"]) if "lang" in body else wish.lang


def refuse(problems: Sequence[Mapping[str, Any]]) -> NoReturn:
    """The refusal of a question that cannot be understood."""
    errors = [as_error(dict(problem)) for problem in problems]
    first = errors[0]
    code = "request.house-ruleset" if first["code"].startswith(ABOUT_RULESETS) else first["code"]
    detail = first["message"]
    if first.get("suggestion"):
        detail += f" Did you mean `{first['suggestion']}`?"
    raise Refusal(422, code, detail, errors)
