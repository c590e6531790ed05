"""The rulesets themselves: which there are, what they say, how two differ, what is wrong with a new one."""

from __future__ import annotations

import hashlib

from bummerl.rulesets import catalogue
from bummerl.rulesets.shipped import text_of
from flask import Blueprint, Response

from ..answers import cached, dumps, json_answer
from ..bodies import read, text
from ..negotiation import JSON, TEXT, YAML, parameters, sent, wanted
from ..referee import named
from ..rulesets import checked, difference, resolved
from ..state import config

routes = Blueprint("rulesets", __name__)


@routes.get("/v1/rulesets")
def list_rulesets() -> Response:
    """All shipped rulesets, by id."""
    parameters(())
    wanted(JSON)
    body = dumps({"rulesets": [entry.to_json() for entry in catalogue()]})
    return cached(body, JSON, "sha256:" + hashlib.sha256(body).hexdigest())


@routes.get("/v1/rulesets/<ruleset_id>")
def show_ruleset(ruleset_id: str) -> Response:
    """One ruleset: resolved as JSON, or the file as it was written as YAML."""
    parameters(())
    ruleset = named(ruleset_id)
    if wanted(JSON, *YAML) == JSON:
        return cached(dumps(resolved(ruleset)), JSON, ruleset.digest, vary="Accept")
    source = (text_of(ruleset.id) or "").encode()
    return cached(source, YAML[0], f"{ruleset.digest};yaml", vary="Accept")


@routes.get("/v1/rulesets/<first>/diff/<second>")
def differ(first: str, second: str) -> Response:
    """Everything in which two rulesets differ, rule by rule."""
    parameters(())
    wanted(JSON)
    one, other = named(first), named(second)
    return cached(dumps(difference(one, other)), JSON, f"{one.digest}..{other.digest}")


@routes.post("/v1/rulesets/check")
def check_ruleset() -> Response:
    """All that is wrong with a ruleset that somebody wrote."""
    parameters(())
    wanted(JSON)
    sent(*YAML, TEXT, JSON)
    return json_answer(checked(text(read(config().max_ruleset))))
