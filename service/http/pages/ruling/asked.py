"""The ruling on a hand that nobody has kept: it is judged, shown, and forgotten."""

from __future__ import annotations

import json

from flask import Response, redirect, request

from ..desk import with_problems
from ..frame import frame
from ..hands import judge, typed
from .routes import routes
from .showing import SUBJECTS, show


@routes.route("/ruling", methods=["GET", "POST"])
def ruling() -> Response:
    """The ruling on the log in the form, or in the address; one that cannot be read goes back to the desk."""
    if "log" not in request.values:
        return redirect(f"{request.script_root}/", 303)  # type: ignore[return-value]
    reader = frame(*SUBJECTS)
    judged = judge(typed(), reader)
    if judged.status == "unreadable":
        return with_problems(judged.typed, reader)
    return show(judged, reader)


@routes.post("/ruling.json")
def verdict() -> Response:
    """The verdict on the log in the form, as a file."""
    judged = judge(typed(), frame(), explain=False)
    body = json.dumps(judged.verdict, ensure_ascii=False, indent=2)
    return file(f"{body}\n", "application/json", "ruling.json")


@routes.post("/ruling.txt")
def log() -> Response:
    """The log in the form, as a file."""
    return file(typed().log, "text/plain; charset=utf-8", "ruling.txt")


def file(body: str, kind: str, name: str) -> Response:
    """Something to be saved."""
    response = Response(body, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = "private, no-cache"
    return response
