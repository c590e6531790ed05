"""Kept rulings: keeping one, reading it in one's own language, deleting it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from bummerl.grammar import write_log
from bummerl.rulesets import Ruleset, RulesetError, load, tongue
from flask import Response, redirect, request, url_for

from ....store import Ruling, read_id
from ... import access, csrf, keeping
from ...negotiation import Asked
from ...problems import Refusal
from ...state import config
from ..frame import Frame, frame, page
from ..hands import Judged, Typed, house_ruleset, judge, only_hand, typed
from .asked import file
from .routes import routes
from .showing import SUBJECTS, KeptAs, show

TOKEN: Final = "bummerl-delete"
"""The cookie that shows whoever kept a ruling the token that deletes it."""
SHOWN_FOR: Final = 3_600
"""Seconds for which it does."""


@routes.post("/rulings")
def keep() -> Response:
    """Keeps the ruling on the log in the form."""
    csrf.check()
    reader, hand = frame(*SUBJECTS), typed()
    key = request.form.get("key", "")[:60] or None
    if config().keeping == "token":
        access.present(request.form.get("api_token", "")[:200])
        if (wrong := _wrong_token()) is not None:
            return show(judge(hand, reader), reader, wrong=wrong, status=401)
    found = keeping.keep(
        _record(hand) if hand.house is not None else hand.log,
        Asked(ruleset=hand.ruleset if hand.house is None else None, lang=reader.lang),
        anonymous="anonymous" in request.form,
        key=key,
    )
    address = url_for("ruling.kept", ruling_id=found.ruling.id)
    response = redirect(address, 303)
    response.set_cookie(
        TOKEN,
        found.delete_token,
        max_age=SHOWN_FOR,
        path=address,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    response.headers["Cache-Control"] = "no-store"
    return response  # type: ignore[return-value]


def _wrong_token() -> str | None:
    """The text about an API token that is missing, unknown, or of no use for keeping."""
    if not access.bearer():
        return "ruling.keep.token.missing"
    try:
        access.may_keep()
    except Refusal as refusal:
        if refusal.status not in (401, 403):
            raise
        return "ruling.keep.token.wrong"
    return None


def _record(hand: Typed) -> dict[str, Any]:
    """The record of a hand under a house ruleset, with that ruleset in it."""
    rules = house_ruleset(hand.house or "")
    read = only_hand(hand.log, config())
    if not read.readable:
        raise Refusal(422, "request.unreadable", "Nothing was judged, so nothing is kept: the hand cannot be read.")
    return {**read.record, "ruleset": dict(rules.data)}


@routes.get("/r/<ruling_id>")
def kept(ruling_id: str) -> Response:
    """A kept ruling, told in the reader's language."""
    known = read_id(ruling_id)
    if known is not None and known != ruling_id:
        query = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
        return redirect(url_for("ruling.kept", ruling_id=known) + query, 301)  # type: ignore[return-value]
    ruling, reader = keeping.kept(ruling_id), frame(*SUBJECTS)
    judged = retold(ruling, reader)
    cards = judged.pack.lexicon.id if judged.pack is not None else None
    told = keeping.told(ruling, reader.lang, cards)
    if not told.same:
        judged = replace(judged, verdict=dict(ruling.verdict), said=dict(ruling.verdict))
    about = KeptAs(
        id=ruling.id,
        at=ruling.kept_at,
        day=tongue.day(reader.lang, ruling.kept_at.date()),
        engine=ruling.engine,
        token=request.cookies.get(TOKEN),
        same=told.same,
        again=_again(ruling, reader, cards),
    )
    return show(judged, reader, kept=about, headers={"Cache-Control": "no-store"} if about.token else None)


@routes.get("/r/<ruling_id>.json")
def kept_data(ruling_id: str) -> Response:
    """What is kept, as the API gives it."""
    return redirect(url_for("rulings.show_ruling", ruling_id=keeping.kept(ruling_id).id), 302)  # type: ignore[return-value]


@routes.get("/r/<ruling_id>.txt")
def kept_log(ruling_id: str) -> Response:
    """The log of a kept ruling, as a file."""
    ruling = keeping.kept(ruling_id)
    return file(text_of(ruling), "text/plain; charset=utf-8", f"{ruling.id}.txt")


@routes.get("/rulings")
@routes.get("/r/<ruling_id>/delete")
def sent_before(ruling_id: str | None = None) -> Response:
    """Where somebody comes back to who opens the address of a form anew, or chooses another language there."""
    address = url_for("ruling.kept", ruling_id=ruling_id) if ruling_id is not None else url_for("ruling.find")
    query = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
    return redirect(address + query, 302)  # type: ignore[return-value]


@routes.post("/r/<ruling_id>/delete")
def delete(ruling_id: str) -> Response:
    """Deletes a ruling, for whoever has its deletion token."""
    csrf.check()
    known = read_id(ruling_id) or ""
    try:
        keeping.delete(ruling_id, request.form.get("token", "").strip()[:200])
    except Refusal as refusal:
        if refusal.status != 403:
            raise
        return page(
            "ruling/undeleted.html", frame(*SUBJECTS), nav="find", styles=("ruling",), status=403,
            id=known, csrf=csrf.token(),
        )  # fmt: skip
    response = redirect(url_for("ruling.find", deleted=known), 303)
    response.delete_cookie(TOKEN, path=url_for("ruling.kept", ruling_id=known))
    return response  # type: ignore[return-value]


def text_of(ruling: Ruling) -> str:
    """The log of a ruling: as it was typed, or written from its record."""
    return ruling.log if ruling.log is not None else write_log(ruling.record)


def retold(ruling: Ruling, reader: Frame) -> Judged:
    """A kept ruling judged once more, under its own ruleset and options.

    The text that was typed may say less than was asked for with it; then the record is written out.  A ruleset that the
    program of today does not read any more judges nothing.
    """
    source = keeping.record_of(ruling)["ruleset"]
    try:
        under: Ruleset | None = load(source)
    except RulesetError:
        return judge(Typed(text_of(ruling)), reader)
    shipped = isinstance(source, str)
    house = None if shipped else json.dumps(source, ensure_ascii=False)
    judged: Judged | None = None
    for text in (ruling.log, write_log(ruling.record)):
        if text is None:
            continue
        judged = judge(Typed(text, ruleset=source if shipped else None, house=house), reader, under=under)
        if judged.verdict.get("options", {}) == dict(ruling.options):
            break
    assert judged is not None  # there always is a record
    return judged


def _again(ruling: Ruling, reader: Frame, cards: str | None) -> dict[str, Any] | None:
    """The ruling under the ruleset as it is today, if that has changed since."""
    found = keeping.again(ruling, reader.lang, cards)
    if found is None:
        return None
    verdict = found.verdict
    said = (verdict.get("outcome") or {}).get("message") or verdict.get("message") or ""
    refused = next((violation["message"] for violation in verdict["violations"]), "")
    return {
        "id": found.ruleset.id,
        "version": found.ruleset.version,
        "same": found.same,
        "status": verdict["status"],
        "said": [text for text in (refused, said) if text],
    }
