"""Refusals as pages: what is wrong, where, and what to do, for people who read and do not parse."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import HTTPException

from ..problems import Refusal
from .choice import ALLOWED
from .frame import frame, page
from .hands import Typed, lines

HERE = Path(__file__).parent
WRITES: Final = frozenset({"ruling.keep", "ruling.delete"})
"""Views whose forms are never sent again by a menu: that would keep or delete something."""
SECRET: Final = frozenset({"csrf", "token", "api_token", "key"})
"""Fields that are never sent on."""
_SUBJECTS = set[str]()


def subject(name: str) -> Blueprint:
    """The routes of one subject of the pages; what they refuse is told on a page."""
    _SUBJECTS.add(name)
    return Blueprint(name, f"{__package__}.{name}", root_path=str(HERE))


def as_page(refusal: Refusal) -> Response | None:
    """The page about a refusal; `None` if a program asked, at the addresses of the API or by what it accepts."""
    if request.blueprint not in _SUBJECTS and (request.blueprint or not _asked_by_people()):
        return None
    sent = _sent()
    fields = dict(sent)
    again = [] if request.endpoint in WRITES else [pair for pair in sent if pair[0] not in {*ALLOWED, *SECRET}]
    log = fields.get("log")
    return page(
        "error.html",
        frame(),
        status=refusal.status,
        headers=refusal.headers,
        carry="again" if again else None,
        refusal=refusal,
        mistakes=[error for error in refusal.errors if error["message"] != refusal.detail],
        again=again,
        hand=None if log is None else Typed(lines(log), fields.get("ruleset"), lines(fields.get("house", "")) or None),
        request_id=g.get("request_id"),
    )


def _sent() -> list[tuple[str, str]]:
    """The fields of the form that was refused, so that nothing typed is lost; none if it could not even be read."""
    try:
        return list(request.form.items(multi=True))
    except HTTPException:
        return []


def _asked_by_people() -> bool:
    if request.path.startswith("/v1/"):
        return False
    return request.accept_mimetypes.best_match(["application/json", "text/html"], "application/json") == "text/html"
