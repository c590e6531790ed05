"""The service describes itself: OpenAPI for programs, and the same as a page for people."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from flask import Blueprint, Response, abort

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
