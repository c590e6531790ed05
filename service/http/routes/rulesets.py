"""The rulesets themselves: which there are, what they say, how two differ, what is wrong with a new one."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response

from .._seams import catalogue, diff
from ..answers import cached, dumps, json_answer
from ..bodies import read, text
from ..negotiation import JSON, TEXT, YAML, parameters, sent, wanted
from ..referee import named
from ..rulesets import checked, difference, resolved, source, summary
from ..state import config

routes = Blueprint("rulesets", __name__)


@routes.get("/v1/rulesets")
def list_rulesets() -> Response:
    """All shipped rulesets, by id."""
    parameters(())
    wanted(JSON)
    body = dumps({"rulesets": [summary(entry) for entry in catalogue()]})
    return cached(body, JSON, "sha256:" + hashlib.sha256(body).hexdigest())


@routes.get("/v1/rulesets/<ruleset_id>")
def show_ruleset(ruleset_id: str) -> Response:
    """One ruleset: resolved as JSON, or the file it was written in as YAML."""
    parameters(())
    ruleset = named(ruleset_id)
    if wanted(JSON, *YAML) != JSON:
        return cached(source(ruleset), YAML[0], ruleset.digest + ";yaml", vary="Accept")
    return cached(dumps(resolved(ruleset)), JSON, ruleset.digest, vary="Accept")


@routes.get("/v1/rulesets/<first>/diff/<second>")
def compare_rulesets(first: str, second: str) -> Response:
    """The rules in which two rulesets differ."""
    parameters(())
    wanted(JSON)
    a, b = named(first), named(second)
    body = {
        "from": {"id": a.id, "version": a.version, "digest": a.digest},
        "to": {"id": b.id, "version": b.version, "digest": b.digest},
        "differences": [difference(entry) for entry in diff(a, b)],
    }
    return cached(dumps(body), JSON, f"{a.digest}..{b.digest}")


@routes.post("/v1/rulesets/check")
def check_ruleset() -> Response:
    """What is wrong with a ruleset that somebody wrote, if anything."""
    parameters(())
    wanted(JSON)
    sent(*YAML, TEXT, JSON)
    written = text(read(config().max_ruleset))
    return json_answer(checked(written))
