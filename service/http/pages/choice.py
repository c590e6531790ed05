"""How a reader wants the pages: language, cards, colours of suits, light or dark.

The address goes before the cookie, the cookie before what the browser asks for; a form may carry the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Final
from urllib.parse import parse_qsl, urlencode

from bummerl.interpreter import languages
from flask import Request
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.exceptions import HTTPException

from .drawings import STYLES

COOKIE: Final = "bummerl"
YEAR: Final = 365 * 86_400
AUTO: Final = "auto"
LANGUAGES: Final = languages()
ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": LANGUAGES,
    "cards": STYLES,
    "colours": ("two", "four"),
    "theme": (AUTO, "light", "dark"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader chose; `None` where nobody said anything."""

    lang: str = LANGUAGES[0]
    cards: str | None = None
    colours: str | None = None
    theme: str = AUTO

    def cookie(self) -> str:
        """The choice as the value of the cookie."""
        return urlencode({name: value for name, value in asdict(self).items() if value is not None})


def chosen(request: Request) -> tuple[Choice, bool]:
    """The choice of this request, and whether it is news that a cookie should keep."""
    kept = dict(parse_qsl(request.cookies.get(COOKIE, "")[:200]))
    try:
        values = request.values
    except HTTPException:  # the form cannot be read: too large, say; the page about that is to be shown all the same
        values = CombinedMultiDict([request.args])
    said = {field.name: values.get(field.name) for field in fields(Choice)}
    found: dict[str, str] = {}
    for name, allowed in ALLOWED.items():
        wishes = (said[name], kept.get(name))
        if (value := next((wish for wish in wishes if wish in allowed), None)) is not None:
            found[name] = value
    if "lang" not in found:
        found["lang"] = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    news = any(said[name] in allowed and said[name] != kept.get(name) for name, allowed in ALLOWED.items())
    return Choice(**found), news
