"""What every page has around it: the reader's choice, texts, cards, headers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from flask import Response, make_response, render_template, request
from markupsafe import Markup, escape

from .assets import asset_url
from .choice import AUTO, COOKIE, LANGUAGES, YEAR, Choice, chosen
from .drawings import STYLES
from .packs import Pack, colours_of, pack_of
from .words import PageWords, words

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
NAVIGATION: Final = (
    ("desk", "/"),
    ("quick", "/quick"),
    ("compare", "/compare"),
    ("match", "/match"),
    ("rulesets", "/rulesets"),
)
FOOTER: Final = (
    ("find", "/r"),
    ("about", "/about"),
    ("api", "/docs"),
    ("accessibility", "/accessibility"),
    ("sources", "/sources"),
)


@dataclass(frozen=True)
class Frame:
    """The reader of this request: the choice, its texts, and what the menus need."""

    choice: Choice
    words: PageWords
    news: bool

    @property
    def lang(self) -> str:
        """The language of the page."""
        return self.choice.lang

    def pack(self, deck: Mapping[str, Any]) -> Pack:
        """The cards of a ruleset's deck for this reader."""
        return pack_of(deck, self.choice)


def frame(*subjects: str) -> Frame:
    """The frame of this request, with the texts of some subjects."""
    choice, news = chosen(request)
    return Frame(choice, words(choice.lang, *subjects), news)


def page(
    template: str,
    frame: Frame,
    *,
    nav: str | None = None,
    pack: Pack | None = None,
    carry: str | None = None,
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> Response:
    """A page.

    `nav` is the entry of the navigation that it belongs to, `pack` the cards it shows.  `carry` is the id of a form
    that carries what the address does not say: the menus then send that form, so that nothing typed is lost.
    `styles` and `scripts` are the files of the page's subjects, without ending.
    """
    body = render_template(
        template, f=frame, w=frame.words, lang=frame.lang, choice=frame.choice, nav=nav, pack=pack, carry=carry,
        colours=colours_of(pack, frame.choice), navigation=NAVIGATION, footer=FOOTER, languages=LANGUAGES,
        card_styles=STYLES, styles=styles, scripts=scripts, **values,
    )  # fmt: skip
    response = make_response(body, status)
    response.headers["Content-Type"] = "text/html; charset=utf-8"
    response.headers["Content-Language"] = frame.lang
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Accept-Language"
    response.headers.update(headers or {})
    if frame.news:
        response.set_cookie(
            COOKIE, frame.choice.cookie(), max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure
        )
    return response


def here(**changes: str) -> str:
    """The address of this page with some parameters changed."""
    query = [(name, value) for name, value in request.args.items(multi=True) if name not in changes]
    return f"{request.script_root}{path()}?{urlencode([*query, *changes.items()])}"


def path() -> str:
    """The path of this page as it can be written into a link: never one that leads to another host."""
    return "/" + quote(request.path.lstrip("/\\\t\n\r "))


def ticked(text: str) -> Markup:
    """A sentence in which what stands between backticks is code."""
    parts = str(escape(text)).split("`")
    if not len(parts) % 2:
        return Markup("`".join(parts))
    return Markup("".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)))


FILTERS: Final = {"ticked": ticked}
"""What every template may put a text through."""
GLOBALS: Final = {"here": here, "path": path, "asset": asset_url, "AUTO": AUTO}
"""What every template may use."""
