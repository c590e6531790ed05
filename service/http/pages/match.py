"""Several hands in a row: a form for their logs, and the slate."""

from __future__ import annotations

from bummerl.grammar import UndecodableError, decode
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
    log = all_hands(request.form.get("log", ""), request.form.get("more", ""), *opened())
    return _page(f, log, slate_of(log, f) if log.strip() else None)


def all_hands(*logs: str) -> str:
    """Several logs as one, in this order, with an empty line between two of them."""
    written = [text for log in logs if (text := lines(log)).strip()]
    return "\n".join([text.rstrip("\n") + "\n" for text in written[:-1]] + written[-1:])


def opened() -> list[str]:
    """The texts of the files that were sent along, by their names; all together they are no more than one log."""
    limits, found = config(), list[str]()
    sent = [file for file in request.files.getlist("file") if file.filename]
    if len(sent) > limits.max_hands:
        raise Refusal(422, "request.too-many", f"At most {limits.max_hands} files are taken at once.")
    for file in sorted(sent, key=lambda file: str(file.filename)):
        try:
            found.append(decode(file.read(), limit=limits.max_record))
        except UndecodableError as error:
            raise Refusal(422, error.problem.code, f"{file.filename}: {error.problem.message}") from None
    return found


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
