"""The quick question: a few facts and no log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from bummerl.interpreter.asking import score
from flask import Blueprint, Response

from ..answers import json_answer
from ..bodies import json_value, read
from ..negotiation import JSON, LANGUAGES, asked, sent, wanted
from ..problems import Refusal, as_error
from ..referee import named
from ..schema import check_quick_question
from ..state import config
from .compare import every_one

ABOUT_RULESETS: Final = ("ruleset.", "expression.")
routes = Blueprint("score", __name__)


@routes.post("/v1/score")
def score_facts() -> Response:
    """Under each ruleset how a hand came out, as far as the facts say; or which fact decides next."""
    wanted(JSON)
    limits = config()
    sent(JSON)
    wish = asked(allowed=("option", "lang"))
    body = json_value(read(limits.max_record))
    check_quick_question(body, limits)
    rulesets = every_one(body["rulesets"])
    if len(rulesets) > limits.max_compared:
        message = f"At most {limits.max_compared} rulesets are asked at once, not {len(rulesets)}."
        error = {"code": "request.too-many", "message": message, "pointer": "/rulesets"}
        raise Refusal(422, "request.too-many", message, [error])
    for i, ruleset in enumerate(rulesets):
        if isinstance(ruleset, str):
            rulesets[i] = named(ruleset, f"/rulesets/{i}").id
    lang = body["lang"] if body.get("lang") in LANGUAGES else wish.lang
    options = {**body.get("options", {}), **dict(wish.options)}
    found = score(body["facts"], rulesets, options=options or None, lang=lang)
    if found["problems"]:
        refuse(found["problems"])
    return json_answer({"answers": found["answers"], "groups": found["groups"]}, lang)


def refuse(problems: Sequence[Mapping[str, Any]]) -> NoReturn:
    """The refusal of a question that cannot be understood."""
    errors = [as_error(dict(problem)) for problem in problems]
    first = errors[0]
    code = "request.house-ruleset" if first["code"].startswith(ABOUT_RULESETS) else first["code"]
    detail = first["message"]
    if first.get("suggestion"):
        detail += f" Did you mean `{first['suggestion']}`?"
    raise Refusal(422, code, detail, errors)
