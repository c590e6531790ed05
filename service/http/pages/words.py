"""The texts of the pages: `texts/<subject>.<language>.json`; those of the frame and of moves go with every subject."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from markupsafe import Markup, escape

from ...wording import Words, shared, texts

FOLDER: Final = f"{__package__}.texts"
ALWAYS: Final = ("frame", "saying")
"""Subjects whose texts every page has."""
SHARED: Final = frozenset({"slate"})
"""Subjects whose texts the command line has too."""


class PageWords(Words):
    """Texts that become part of a page."""

    def html(self, key: str, **values: Any) -> Markup:
        """The text `key` as HTML: values that are HTML stand as they are, all else is escaped."""
        return Markup(escape(self(key))).format_map(values)

    def html_count(self, key: str, count: int, **values: Any) -> Markup:
        """The text in the form that goes with the number `count`, as HTML; the hole of the number is `{n}`."""
        return Markup(escape(self.count(key, count, **{name: f"{{{name}}}" for name in values}))).format_map(values)


@cache
def words(lang: str, *subjects: str) -> PageWords:
    """What the pages of some subjects say in a language."""
    return PageWords(lang, _merged(lang, subjects), _merged("en", subjects))


def _merged(lang: str, subjects: tuple[str, ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for subject in (*ALWAYS, *subjects):
        found |= shared(subject, lang) if subject in SHARED else texts(FOLDER, subject, lang)
    return found
