"""Refusals: every error of the service is a problem of RFC 9457, whatever part of the service found it.

`type` leads to the page of the code, `detail` says what is wrong with this request, `errors` lists each mistake with
its place: `line` and `column` in the text that was sent, or a JSON `pointer` into it.  The first place is repeated at
the top.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from bummerl.grammar import CODES, Problem
from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge

MEDIA_TYPE = "application/problem+json"
_LOG = logging.getLogger("bummerl.http")
_PLACE = ("line", "column", "pointer")
_OF_STATUS = {
    HTTPStatus.NOT_FOUND: ("request.path", "There is nothing at this address; /openapi.json lists what there is."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("request.method", "This address does not answer that method."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("request.too-large", "The body is larger than this address accepts."),
    HTTPStatus.NOT_ACCEPTABLE: ("request.accept", "This address has nothing in a format that you accept."),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("request.media-type", "This address does not read that media type."),
}


class Refusal(Exception):
    """A request that is not served.

    `errors` are mistakes as plain JSON, each with `message` and, if known, its place.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.errors, self.headers, self.more = list(errors), dict(headers or {}), more

    def body(self) -> dict[str, Any]:
        """The problem as plain JSON."""
        found: dict[str, Any] = {
            "type": page(self.code),
            "title": CODES.get(self.code, HTTPStatus(self.status).phrase),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.more,
        }
        if self.errors:
            found.update({key: self.errors[0][key] for key in _PLACE if key in self.errors[0]})
            found["errors"] = self.errors
        return found


def page(code: str) -> str:
    """Where the service explains a code."""
    return f"/docs/errors/{code}"


def as_errors(problems: Iterable[Problem], inside: str = "") -> list[dict[str, Any]]:
    """Problems of the other layers as `errors`: their `path` becomes a `pointer`, below `inside`."""
    return [as_error(problem.to_json(), inside) for problem in problems]


def as_error(problem: dict[str, Any], inside: str = "") -> dict[str, Any]:
    """One problem as plain JSON, as an entry of `errors`."""
    path = problem.pop("path", None)
    if path is not None and "line" not in problem:
        problem["pointer"] = inside + path
    return problem


def respond(refusal: Refusal) -> Response:
    """The answer to a refused request."""
    body = refusal.body()
    g.problem = refusal.code
    if request_id := g.get("request_id"):
        body["request_id"] = request_id
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n"
    response = Response(text.encode("utf-8", "replace"), status=refusal.status, mimetype=MEDIA_TYPE)
    response.headers.update(refusal.headers)
    return response


def register(app: Flask, as_page: Callable[[Refusal], Response | None] = lambda refusal: None) -> None:
    """Makes every error of `app` a problem; what nobody foresaw is logged, and answered without any detail.

    `as_page` tells a refusal on a page, where people asked; it gives `None` where a program did.
    """

    def refused(error: Refusal) -> Response:
        try:
            page = as_page(error)
        except Exception as broken:
            _LOG.error("unforeseen", exc_info=broken, extra={"request_id": g.get("request_id")})
            page = None
        if page is None:
            return respond(error)
        g.problem = error.code
        return page

    def protocol(error: HTTPException) -> Response | HTTPException:
        status = error.code or 500
        if status < 400:
            return error
        code, detail = _OF_STATUS.get(HTTPStatus(status), ("request.malformed", error.description or "Bad request."))
        more: dict[str, Any] = {}
        if isinstance(error, RequestEntityTooLarge) and g.get("limit"):
            detail, more = f"The body is larger than {g.limit} bytes.", {"limit": g.limit}
        headers = {key: value for key, value in error.get_headers() if key.lower() != "content-type"}
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            detail = f"This address answers {', '.join(sorted(error.valid_methods))} only."
        return refused(Refusal(status, code, detail, headers=headers, **more))

    def unforeseen(error: Exception) -> Response:
        _LOG.error("unforeseen", exc_info=error, extra={"request_id": g.get("request_id")})
        return refused(Refusal(500, "request.internal", "Something went wrong here; it is not your request's fault."))

    app.register_error_handler(Refusal, refused)
    app.register_error_handler(HTTPException, protocol)
    app.register_error_handler(Exception, unforeseen)
