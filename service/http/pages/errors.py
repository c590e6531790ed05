"""Refusals as pages: what is wrong, where, and what to do, for people who read and do not parse."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import HTTPException

from ..problems import Refusal
from .frame import frame, page

HERE = Path(__file__).parent
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
    return page(
        "error.html",
        frame(),
        status=refusal.status,
        headers=refusal.headers,
        carry="again" if sent else None,
        refusal=refusal,
        sent=sent,
        log=next((value for name, value in sent if name == "log"), None),
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
