"""Answers that are no refusals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response, request

from .fired import of_line, tally
from .negotiation import JSON
from .state import count


def dumps(value: Any) -> bytes:
    """JSON as the service writes it: UTF-8, nothing to spare."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def json_answer(value: Any, lang: str | None = None) -> Response:
    """A JSON value; `lang` is the language of the sentences in it."""
    return _answer(dumps(value), lang)


def verdict_answer(line: bytes, lang: str) -> Response:
    """A verdict that is written already."""
    count({of_line(line): 1})
    return _answer(line, lang)


def _answer(body: bytes, lang: str | None) -> Response:
    headers = [("Content-Type", JSON)] if lang is None else [("Content-Type", JSON), ("Content-Language", lang)]
    return Response(body + b"\n", headers=headers)


def cached(value: bytes, mimetype: str, etag: str, *, seconds: int = 300, vary: str | None = None) -> Response:
    """Something that changes only with the version of the service: 304 if the client has this `etag` already."""
    response = Response(value, mimetype=mimetype)
    response.set_etag(etag)
    response.cache_control.public = True
    response.cache_control.max_age = seconds
    if vary:
        response.headers["Vary"] = vary
    return response.make_conditional(request)  # type: ignore[return-value]


def count_all(verdicts: Iterable[Mapping[str, Any]]) -> None:
    """Counts the verdicts of one answer."""
    count(tally(verdicts))
