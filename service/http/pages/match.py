"""Several hands in a row: a form for their logs, and the slate."""

from __future__ import annotations

from bummerl.interpreter import adjudicate_match
from flask import Response, request

from ..few import few_rules
from ..problems import Refusal
from ..referee import hands_of
from ..state import config
from .errors import subject
from .frame import Frame, frame, page
from .hands import lines
from .samples import sample
from .slate import Slate

routes = subject("match")


@routes.get("/match")
def blank() -> Response:
    """A form for the hands of a match."""
    return _page(frame("match", "slate"), lines(request.args.get("log", "")), None)


@routes.post("/match")
def add_up() -> Response:
    """The match in the form, added up; or the form with an example in it."""
    f = frame("match", "slate")
    if "sample" in request.form:
        return _page(f, sample("match"), None)
    log = lines(request.form.get("log", ""))
    return _page(f, log, slate_of(log, f) if log.strip() else None)


def _page(f: Frame, log: str, slate: Slate | None) -> Response:
    pack = f.pack(slate.ruleset.data["deck"]) if slate and slate.ruleset else None
    return page("match/match.html", f, nav="match", carry="hands", pack=pack, styles=("match",), log=log, slate=slate)


def slate_of(log: str, frame: Frame) -> Slate:
    """The match that a log holds, judged.  Raises `Refusal` for one over the limits."""
    limits = config()
    if len(log.encode()) > limits.max_record:
        raise Refusal(413, "request.too-large", f"A log has at most {limits.max_record} bytes.")
    hands = hands_of(log, limits.max_hands)
    few_rules(hands, limits.max_rules)
    return Slate(log, hands, adjudicate_match({"hands": hands}, lang=frame.lang), frame)
