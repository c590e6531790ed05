"""Refusals as pages: what is wrong, where, and what to do, for people who read and do not parse."""

from __future__ import annotations

import logging
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, g, request
from werkzeug.exceptions import HTTPException

from ..problems import Refusal
from .frame import frame, page

HERE = Path(__file__).parent
_LOG = logging.getLogger("bummerl.http")


def subject(name: str) -> Blueprint:
    """The routes of one subject; what they refuse is told on a page."""
    routes = Blueprint(name, f"{__package__}.{name}", root_path=str(HERE))
    routes.register_error_handler(Refusal, refused)
    routes.register_error_handler(HTTPException, protocol)
    routes.register_error_handler(Exception, unforeseen)
    return routes


def refused(refusal: Refusal) -> Response:
    """The page about a refusal."""
    return page(
        "error.html",
        frame(),
        status=refusal.status,
        headers=refusal.headers,
        refusal=refusal,
        request_id=g.get("request_id"),
    )


def protocol(error: HTTPException) -> Response:
    """The page about a request that nothing here answers."""
    response = error.get_response()
    if (error.code or 500) < HTTPStatus.BAD_REQUEST:
        return response  # type: ignore[return-value]  # a redirection
    code = "request.path" if error.code == HTTPStatus.NOT_FOUND else "request.method"
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    return refused(Refusal(status, code, HTTPStatus(status).description or HTTPStatus(status).phrase))


def unforeseen(error: Exception) -> Response:
    """The page when something went wrong here."""
    _LOG.error("unforeseen", exc_info=error, extra={"request_id": g.get("request_id")})
    return refused(Refusal(500, "request.internal", "Something went wrong here; it is not your request's fault."))


def wants_a_page() -> bool:
    """Whether an answer for this request should rather be read by people."""
    accepted = request.accept_mimetypes
    return accepted.best_match(["application/json", "text/html"], "application/json") == "text/html"
