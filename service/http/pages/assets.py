"""The files that pages are made of, all from here: addresses name their content, so that they may be kept for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, request

from ..answers import cached

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
YEAR: Final = 365 * 86_400
HOUR: Final = 3_600
routes = Blueprint("assets", __name__)


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in TYPES:
            data = path.read_bytes()
            found[path.relative_to(FOLDER).as_posix()] = data, hashlib.sha256(data).hexdigest()[:12]
    return found


def asset_url(name: str) -> str:
    """The address of a file in `static/`, with the digest of its content."""
    return f"{request.script_root}/static/{name}?v={_files()[name][1]}"


@routes.get("/static/<path:name>")
def asset(name: str) -> Response:
    """A file that a page is made of."""
    if name not in _files():
        abort(404)
    data, digest = _files()[name]
    asked = request.args.get("v") == digest
    response = cached(data, TYPES[Path(name).suffix], digest, seconds=YEAR if asked else HOUR)
    if asked:
        response.cache_control.immutable = True
    return response
