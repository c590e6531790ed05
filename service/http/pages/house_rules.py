"""House rules to choose as people read them: what an option and its values are called."""

from __future__ import annotations

from typing import Any, NamedTuple

from bummerl.rulesets.options import Option, written

from .words import PageWords


class Caption(NamedTuple):
    """What an option is called, more about it (nothing where that says all), and the language of both if it is not that
    of the page.
    """

    text: str
    about: str
    tongue: str


def caption(option: Option, lang: str) -> Caption:
    """The words over the values of an option: its title, or else all that it says."""
    title, text = option.title(lang), option.text(lang) or ""
    tongue = "" if lang in (option.titles if title else option.texts) else "en"
    return Caption(title, text, tongue) if title else Caption(text or option.name, "", tongue)


def called(option: Option, value: Any, words: PageWords) -> str:
    """What one of its values is called; without a name yes or no, or the value as it is written."""
    name = option.called(value, words.lang)
    if name is None and isinstance(value, bool):
        return words("desk.yes" if value else "desk.no")
    return name or written(value)
