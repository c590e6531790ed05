"""The desk: where a hand is entered, by clicking cards or by typing its log, and where its problems are told.

The log is the whole state.  Each button sends the form and gets the page with the log as it is then; with script the
same request is sent in the background.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Response, request

from ..errors import subject
from ..frame import Frame, frame
from ..hands import Typed, judge
from .actions import ACTIONS, complete, settle
from .draft import Draft, changed, sent
from .logtext import LogText
from .standing import Standing
from .view import shown

routes = subject("desk")


@routes.get("/")
def empty() -> Response:
    """A desk; the address may bring a log and say which ruleset."""
    f, draft = frame("desk"), sent()
    if not draft.log.strip():
        ruleset = Standing(draft, f).ruleset
        log = "" if draft.house is not None else LogText("").with_header("Ruleset", ruleset.id).text
        draft = replace(draft, log=log)
    return shown(Standing(draft, f))


@routes.post("/")
def clicked() -> Response:
    """The desk after a click; nothing is stored."""
    f = frame("desk")
    draft = settle(sent(), f, *changed(request.form))
    for name, act in ACTIONS.items():
        if name in request.form:
            draft = act(draft, f, request.form[name])
            return shown(Standing(draft, f), clicked=name, what=request.form[name])
    if request.form.get("do") == "adjudicate":
        draft = complete(draft, f)
        return _ruled(draft, f)
    return shown(Standing(draft, f))


def with_problems(typed: Typed, frame: Frame) -> Response:
    """The desk with a log that was submitted and cannot be read: a summary of its problems stands first.

    `frame` may hold the words of any subjects; the desk takes its own.
    """
    return shown(Standing(Draft(typed.log, "", typed.house, typed.ruleset), _own(frame)), submitted=True)


def _own(reader: Frame) -> Frame:
    return replace(reader, words=frame("desk").words)


def _ruled(draft: Draft, f: Frame) -> Response:
    now = Standing(draft, f)
    if now.errors or len(now.hands) > 1:
        return shown(now, submitted=True)
    from ..ruling.showing import SUBJECTS, show  # which in turn shows this desk for a log that cannot be read

    reader = frame(*SUBJECTS)
    judged = judge(draft.typed, reader)
    return with_problems(draft.typed, f) if judged.status == "unreadable" else show(judged, reader)
