"""What this is, whom it is for, where the rules come from, and what the codes of diagnostics mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from bummerl.grammar import CODES
from bummerl.interpreter import engine
from bummerl.rulesets import catalogue, load
from flask import Response, abort
from markupsafe import Markup

from ...error_pages import page_of
from ...markdown import as_html
from .errors import subject
from .frame import frame, page

routes = subject("about")


@dataclass(frozen=True)
class Named:
    """A source, and the rulesets that name it: id and title."""

    title: str
    publisher: str | None
    url: str | None
    rulesets: Sequence[tuple[str, str]]


@routes.get("/about")
def about() -> Response:
    """What Bummerl is."""
    return page(
        "about/about.html", frame("about"), version=version("bummerl"), engine=engine(), count=len(catalogue()),
        styles=("about",),
    )  # fmt: skip


@routes.get("/accessibility")
def accessibility() -> Response:
    """How these pages can be used by everybody, and how far that is tested."""
    return page("about/accessibility.html", frame("about"), styles=("about",))


@routes.get("/sources")
def sources() -> Response:
    """All sources that rules name."""
    f = frame("about")
    return page("about/sources.html", f, sources=named_sources(f.lang), styles=("about",))


@routes.get("/docs/errors/<code>")
def error_code(code: str) -> Response:
    """What a code means and how to mend it: where the `type` of a problem leads to."""
    if code not in CODES:
        abort(404)
    text = Markup(as_html(page_of(code) or CODES[code]))
    return page("about/code.html", frame("about"), code=code, text=text, styles=("about",))


@cache
def named_sources(lang: str) -> list[Named]:
    """Every source with the rulesets that cite it, those that most cite first."""
    found: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for summary in catalogue():
        title = summary.title.get(lang) or summary.title["en"]
        for source in load(summary.id).sources.values():
            key = source["title"], source.get("publisher", ""), source.get("url", "")
            found.setdefault(key, []).append((summary.id, title))
    named = [Named(key[0], key[1] or None, key[2] or None, rulesets) for key, rulesets in found.items()]
    return sorted(named, key=lambda source: (-len(source.rulesets), source.title))
