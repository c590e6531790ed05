"""Forms that keep or delete something: were they sent from a page of ours?

A form carries a token in its hidden field `csrf`, signed, for a number that this browser has in a cookie; another site
can neither read the one nor set the other.  On top of it stands what `access.not_from_elsewhere` asks.
"""

from __future__ import annotations

import hmac
import re
import secrets
from typing import Final

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from .access import not_from_elsewhere
from .problems import Refusal
from .state import state

FIELD: Final = "csrf"
_number = re.compile(r"[A-Za-z0-9_-]{22,86}").fullmatch


def token() -> str:
    """What a form has in its hidden field `csrf`.

    The answer gets the cookie that belongs to it, if the browser has none yet, and is for this browser only.
    """
    number = _cookie()
    if number is None:
        number = g.setdefault("csrf_new", secrets.token_urlsafe(32))
    g.csrf_used = True
    return str(_signer().dumps(number))


def check() -> None:
    """Returns if the form of this request was sent from a page of ours; raises `Refusal` (403) if not."""
    not_from_elsewhere()
    number = _cookie()
    try:
        signed = str(_signer().loads(request.form.get(FIELD, "")))
    except BadSignature:
        signed = ""
    if number is None or not hmac.compare_digest(signed.encode(), number.encode()):
        raise Refusal(
            403,
            "request.csrf",
            "The form is older than the service, or your browser takes no cookie from it. Open the page again, and "
            "send it once more.",
        )


def register(app: Flask) -> None:
    """Sends the cookie with every answer that has a token in it."""

    def finish(response: Response) -> Response:
        if "csrf_used" not in g:
            return response
        response.vary.add("Cookie")
        response.cache_control.public = False
        response.cache_control.private = True
        response.cache_control.no_cache = True
        if number := g.get("csrf_new"):
            response.set_cookie(_name(), number, secure=request.is_secure, httponly=True, samesite="Lax", path="/")
        return response

    app.after_request(finish)


def _name() -> str:
    """By HTTPS the cookie has a name that only this very host can set."""
    return "__Host-bummerl-form" if request.is_secure else "bummerl-form"


def _cookie() -> str | None:
    found = request.cookies.get(_name(), "")
    return found if _number(found) else None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(state().secret, salt="csrf")
