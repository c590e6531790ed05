"""Finding a kept ruling by its number, however it is written."""

from __future__ import annotations

from flask import Response, redirect, request, url_for

from ....store import read_id
from ... import keeping
from ...problems import Refusal
from ..frame import frame, page
from .routes import routes
from .showing import SUBJECTS

LONGEST = 60
"""Letters of a number that are shown again."""


@routes.get("/r")
@routes.get("/r/")
def find() -> Response:
    """A field for the number of a ruling; a number that can be one leads to its page."""
    number = request.args.get("number", "").strip()
    known = read_id(number)
    if known is not None:
        return redirect(url_for("ruling.kept", ruling_id=known), 303)  # type: ignore[return-value]
    gone = read_id(request.args.get("deleted", ""))
    return page(
        "ruling/find.html",
        frame(*SUBJECTS),
        nav="find",
        styles=("ruling",),
        status=422 if number else 200,
        headers={"X-Robots-Tag": "noindex"},
        number=number[:LONGEST],
        deleted=gone if gone is not None and _is_gone(gone) else None,
    )


def _is_gone(ruling_id: str) -> bool:
    try:
        keeping.kept(ruling_id)
    except Refusal as refusal:
        return refusal.status == 404
    return False
