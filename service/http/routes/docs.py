"""The service describes itself: OpenAPI for programs, the same as a page for people, and a page for each code."""

from __future__ import annotations

import hashlib
from functools import cache
from html import escape
from importlib.resources import files

from bummerl.grammar import CODES
from flask import Blueprint, Response, abort

from ...error_pages import page_of
from ...markdown import as_html
from ..answers import cached, dumps
from ..negotiation import JSON, YAML
from ..schema import document, document_source

routes = Blueprint("docs", __name__)
FOLDER = files(__package__.rpartition(".")[0]) / "static"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ASSETS = {"rapidoc-min.js": "text/javascript", "rapidoc-LICENSE.txt": "text/plain"}


ERROR_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{code}</title>
<style>
body {{ max-width: 45em; margin: 2em auto; padding: 0 1em }}
pre {{ white-space: pre-wrap; background: #f4f4f4; padding: .6em }}
</style>
</head><body>
{text}
</body></html>
"""


@cache
def _asset(name: str) -> tuple[bytes, str]:
    data = (FOLDER / name).read_bytes()
    return data, hashlib.sha256(data).hexdigest()


@routes.get("/openapi.json")
def openapi_json() -> Response:
    """The OpenAPI document."""
    body = dumps(document())
    return cached(body, JSON, hashlib.sha256(body).hexdigest())


@routes.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The OpenAPI document as it was written."""
    body = document_source()
    return cached(body, YAML[0], hashlib.sha256(body).hexdigest())


@routes.get("/docs")
def browser() -> Response:
    """The OpenAPI document as a page, drawn by a script that we serve ourselves."""
    data, etag = _asset("docs.html")
    response = cached(data, "text/html", etag)
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response


@routes.get("/docs/static/<name>")
def asset(name: str) -> Response:
    """What the page is made of."""
    if name not in ASSETS:
        abort(404)
    data, etag = _asset(name)
    return cached(data, ASSETS[name], etag, seconds=86_400)


@routes.get("/docs/errors/<code>")
def error_page(code: str) -> Response:
    """What a code means and how to mend it: where the `type` of a problem leads to."""
    if code not in CODES:
        abort(404)
    body = ERROR_PAGE.format(code=escape(code), text=as_html(page_of(code) or CODES[code])).encode()
    response = cached(body, "text/html", hashlib.sha256(body).hexdigest())
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    return response
