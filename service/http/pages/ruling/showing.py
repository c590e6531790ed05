"""The page of a ruling, kept or not."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request
from markupsafe import Markup

from ... import csrf
from ...state import state
from ..frame import Frame, page
from ..hands import Judged
from ..people import listed
from ..points import points_of
from ..table import stage_of
from ..words import PageWords
from .view import View

SUBJECTS: Final = ("ruling",)
STYLES: Final = ("table", "points", "ruling")
SCRIPTS: Final = ("table",)
LONGEST_LINK: Final = 1_800
"""Letters of an address that carries a whole log."""


@dataclass(frozen=True)
class KeptAs:
    """What a kept ruling has besides its verdict."""

    id: str
    at: datetime
    day: str
    engine: str
    token: str | None = None
    """The token that deletes it, for whoever has kept it."""
    same: bool = True
    """Whether the program of today rules alike."""
    again: Mapping[str, Any] | None = None
    """The ruling under the ruleset as it is today, if that has changed: its version, message, and whether it agrees."""


def show(
    judged: Judged,
    frame: Frame,
    *,
    kept: KeptAs | None = None,
    wrong: str | None = None,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The page of a ruling.  `wrong` is the text about the API token with which it was not kept."""
    view = View(judged)
    head = heading(view, frame)
    return page(
        "ruling/ruling.html",
        frame,
        nav="desk",
        pack=judged.pack,
        carry=None if request.method == "GET" else "hand",
        styles=STYLES,
        scripts=SCRIPTS,
        status=status,
        headers={"X-Robots-Tag": "noindex", **(headers or {})},
        view=view,
        judged=judged,
        kept=kept,
        table=stage_of(judged),
        scored=points_of(judged),
        link=link_of(judged, kept),
        keep=keeping_form(wrong) if kept is None else None,
        csrf=csrf.token if kept is not None else None,
        engine=kept.engine if kept is not None else version("bummerl"),
        head=head,
        plain=text_of(head),
    )


@dataclass(frozen=True)
class Keeping:
    """The form for keeping a ruling; `csrf` and `key` are its hidden fields."""

    csrf: str
    key: str
    takes_token: bool
    """Whether it asks for an API token."""
    wrong: str | None = None
    """The key of the text that says why the token that was sent is not enough."""


def keeping_form(wrong: str | None = None) -> Keeping | None:
    """The form for keeping; `None` where nothing is kept."""
    settings = state().config
    if settings.database is None or settings.keeping == "off":
        return None
    return Keeping(csrf.token(), secrets.token_urlsafe(16), settings.keeping == "token", wrong)


def link_of(judged: Judged, kept: KeptAs | None) -> str | None:
    """The address of the ruling, if it has one that is not too long to be passed on."""
    if kept is not None:
        return f"{request.url_root}r/{kept.id}"
    if judged.typed.house is not None:
        return None
    fields = {"log": judged.typed.log} | ({"ruleset": judged.typed.ruleset} if judged.typed.ruleset else {})
    found = f"{request.url_root}ruling?{urlencode(fields)}"
    return found if len(found) <= LONGEST_LINK else None


def heading(view: View, frame: Frame) -> tuple[Markup, Markup]:
    """The heading in its two halves: what is the case, and why."""
    first, second = HEADINGS[view.status](view, frame.words)
    return (first, second) if second or not first.endswith(":") else (Markup(f"{first[:-1]}."), second)


def _illegal(view: View, words: PageWords) -> tuple[Markup, Markup]:
    violation = view.violation or {}
    number = violation.get("seat_move")
    if view.drawn:
        return words.html("ruling.head.drawn"), view.told(view.halves[0])
    if not number:
        return words.html("ruling.head.refused"), view.told(view.halves[0])
    player = view.who(violation.get("seat"))
    first = words.html("ruling.head.illegal", player=player, n=number, nth=words.ordinal(number))
    return first, view.told(view.halves[0])


def _complete(view: View, words: PageWords) -> tuple[Markup, Markup]:
    outcome = view.judged.verdict.get("outcome")
    if not outcome:
        return words.html("ruling.head.over"), Markup()
    winner = outcome["winner"]
    if not winner:
        return words.html("ruling.head.nobody"), view.told(view.halves[0])
    if not outcome["game_points"]:
        return words.html("ruling.head.unpaid", winner=view.who(winner)), view.told(view.halves[0])
    key = "ruling.head.win.one" if isinstance(winner, str) else "ruling.head.win.many"
    return words.html_count(key, outcome["game_points"], winner=view.who(winner)), view.told(view.halves[0])


def _ongoing(view: View, words: PageWords) -> tuple[Markup, Markup]:
    player, position = view.who(view.turn), view.position
    if not view.turn:
        return words.html("ruling.head.sofar"), Markup()
    if position.get("stage", "play") != "play":
        return words.html("ruling.head.sofar"), words.html("ruling.head.speaks", player=player)
    key = "ruling.head.plays" if position.get("table") else "ruling.head.leads"
    return words.html("ruling.head.sofar"), words.html(key, player=player, n=position.get("trick", 1))


def _undetermined(view: View, words: PageWords) -> tuple[Markup, Markup]:
    if view.violation is not None:
        return _illegal(view, words)
    if not view.needed:
        return words.html("ruling.head.open"), Markup()
    return words.html_count("ruling.head.depends", len(view.needed)), Markup("{}.").format(listed(view.needed, words))


HEADINGS: Final = {
    "illegal": _illegal,
    "complete": _complete,
    "ongoing": _ongoing,
    "undetermined": _undetermined,
}


def text_of(halves: tuple[Markup, Markup]) -> str:
    """The first half of a heading as text, for the title of the page."""
    first, second = (re.sub(r"\s+", " ", half.striptags()).strip() for half in halves)
    return f"{first} {second}".strip() if len(first) + len(second) < 70 else first.rstrip(":")
