"""Rulings that are kept: keeping one, reading it, the list of them, deleting one."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from ...store import Ruling, Summary, said
from .. import keeping
from ..access import delete_token, may_keep
from ..answers import dumps, json_answer
from ..bodies import json_value, read, text
from ..negotiation import JSON, TEXT, asked, flag, parameters, refused_parameter, sent, wanted
from ..schema import check_keeping
from ..state import config

DAY: Final = 86_400
MOST: Final = 200
USUAL: Final = 50
"""Rulings of one part of the list: at most, and if nothing is said."""
KEY: Final = "Idempotency-Key"
_key = re.compile(r"[!-~]{1,255}").fullmatch
_whole = re.compile(r"[0-9]{1,6}").fullmatch
routes = Blueprint("rulings", __name__)


@routes.after_request
def not_for_search_engines(response: Response) -> Response:
    """Whoever is given the address of a ruling may see it; nobody should find it."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@routes.post("/v1/rulings")
def keep_ruling() -> Response:
    """Judges a hand and keeps the ruling."""
    may_keep()  # asked once more by `keep`: here so that nobody sends a body in vain
    wish = asked(allowed=("ruleset", "option", "lang", "cards", "explain", "anonymous"))
    wanted(JSON)
    key = idempotency_key()
    hand: dict[str, Any] | str
    anonymous = flag("anonymous")
    limits = config()
    if sent(JSON, TEXT) == TEXT:
        hand = text(read(limits.max_record))
    else:
        body = json_value(read(limits.max_record))
        check_keeping(body, limits)
        hand = {**body["record"], **{part: body[part] for part in ("ruleset", "options") if part in body}}
        anonymous = anonymous or body.get("anonymous", False)
    found = keeping.keep(hand, wish, anonymous=anonymous, key=key)
    shown = as_json(found.ruling)
    response = json_answer({**shown, "delete_token": found.delete_token}, found.ruling.lang)
    response.status_code = 201
    response.headers["Location"] = shown["url"]
    response.cache_control.no_store = True
    if found.repeated:
        response.headers["Idempotent-Replayed"] = "true"
    return response


@routes.get("/v1/rulings/<ruling_id>")
def show_ruling(ruling_id: str) -> Response:
    """One ruling, and on request what it would be today."""
    parameters(("again", "source"))
    wanted(JSON)
    ruling = keeping.kept(ruling_id)
    shown = as_json(ruling, source=flag("source"))
    if flag("again"):
        shown["again"] = again_as_json(ruling)
    body = dumps(shown) + b"\n"
    response = Response(body, mimetype=JSON)
    response.headers["Content-Language"] = ruling.lang
    response.set_etag(hashlib.sha256(body).hexdigest())
    response.cache_control.private = True
    if flag("again"):
        response.cache_control.no_cache = True
    else:
        response.cache_control.max_age = DAY  # not for ever: a ruling can be deleted
        response.cache_control.immutable = True
    return response.make_conditional(request)  # type: ignore[return-value]


@routes.get("/v1/rulings")
def list_rulings() -> Response:
    """Which rulings there are, newest first; for those who have a token."""
    parameters(("limit", "after"))
    wanted(JSON)
    most = request.args.get("limit", str(USUAL))
    if not _whole(most) or not 1 <= int(most) <= MOST:
        raise refused_parameter("limit", f"`limit` is a number from 1 to {MOST}, not `{most[:20]}`.")
    page = keeping.listed(int(most), request.args.get("after"))
    response = json_answer({"rulings": [line(summary) for summary in page.rulings], "after": page.after})
    response.cache_control.no_store = True
    if page.after is not None:
        query = urlencode({"limit": most, "after": page.after})
        response.headers["Link"] = f'<{address(None)}?{query}>; rel="next"'
    return response


@routes.delete("/v1/rulings/<ruling_id>")
def delete_ruling(ruling_id: str) -> Response:
    """Deletes a ruling, with the token that was given when it was kept."""
    parameters(())
    keeping.delete(ruling_id, delete_token())
    return Response(status=204)


def idempotency_key() -> str | None:
    """The client's word for this request, if it has one."""
    found = request.headers.get(KEY)
    if found is not None and not _key(found):
        raise refused_parameter(KEY, f"{KEY} is at most 255 letters, digits and signs, without spaces.")
    return found


def as_json(ruling: Ruling, *, source: bool = False) -> dict[str, Any]:
    """A ruling as plain JSON; with `source` the whole of its ruleset is in it."""
    ruleset = version_of(ruling)
    return {
        "id": ruling.id,
        "url": address(ruling.id),
        "page": f"{request.script_root}/r/{ruling.id}",
        "kept_at": said(ruling.kept_at),
        "engine": ruling.engine,
        "lang": ruling.lang,
        "cards": ruling.cards,
        "ruleset": {**ruleset, "ruleset": ruling.ruleset.source} if source else ruleset,
        "options": ruling.options,
        "record": ruling.record,
        "log": ruling.log,
        "verdict": ruling.verdict,
    }


def again_as_json(ruling: Ruling) -> dict[str, Any] | None:
    """What a ruling would be under the ruleset of today; null if that is the same."""
    found = keeping.again(ruling, ruling.lang)
    return found and {"ruleset": version_of(found), "verdict": found.verdict, "same": found.same}


def version_of(judged: Ruling | keeping.Again) -> dict[str, str]:
    """The ruleset of a ruling to the letter."""
    ruleset = judged.ruleset
    return {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}


def line(summary: Summary) -> dict[str, Any]:
    """A line of the list as plain JSON, with where to find the ruling."""
    return {**summary.as_json(), "url": address(summary.id), "page": f"{request.script_root}/r/{summary.id}"}


def address(id: str | None) -> str:
    """The address of a ruling, or of all of them."""
    return f"{request.script_root}/v1/rulings" + (f"/{id}" if id is not None else "")
