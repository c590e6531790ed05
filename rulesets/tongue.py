"""How a language counts, and what it calls countries, by what Unicode says of it.

Catalogues hold one text a form: `checked.one`, `checked.other`; which of them a number asks for is not for us to know,
but for CLDR, which Babel brings along.
"""

from __future__ import annotations

from collections.abc import Container
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.core import Locale

OTHER: Final = "other"
"""The form that every language has."""


_AS_WRITTEN: Final = {"pt": "pt_PT"}
"""Which form of a language our texts are written in, where the forms count differently."""

_DAYS: Final = {"en": "en_GB"}
"""Whose way of writing dates we follow, where a language has several."""


@cache
def _locale(lang: str) -> Locale:
    from babel.core import Locale  # whoever counts nothing need not wait for it

    return Locale.parse(_AS_WRITTEN.get(lang, lang))


def plural(lang: str, n: int) -> str:
    """The form after a number: `one`, `two`, `few`, `many` or `other`.

    >>> plural("en", 1), plural("en", 0), plural("hu", 5)
    ('one', 'other', 'other')
    """
    return str(_locale(lang).plural_form(n))


def ordinal(lang: str, n: int) -> str:
    """The form of an ordinal number.

    >>> [ordinal("en", n) for n in (1, 2, 3, 4, 11, 21)]
    ['one', 'two', 'few', 'other', 'other', 'one']
    """
    return str(_locale(lang).ordinal_form(n))


def plurals(lang: str) -> frozenset[str]:
    """All forms that numbers have in a language; those for millions are not among them."""
    return frozenset({OTHER, *_locale(lang).plural_form.tags} - {"many"})


def ordinals(lang: str) -> frozenset[str]:
    """All forms that ordinal numbers have in a language."""
    return frozenset({OTHER, *_locale(lang).ordinal_form.tags})


def formed(texts: Container[str], name: str, form: str) -> str:
    """The name of a text in a form, or in the form that every language has."""
    return found if (found := f"{name}.{form}") in texts else f"{name}.{OTHER}"


def country(lang: str, code: str) -> str:
    """The name of a country, by its code in ISO 3166: `Austria`, `Österreich`; the code itself if there is no name."""
    return str(_locale(lang).territories.get(code, code))


def day(lang: str, when: date) -> str:
    """A date in words: `12 May 2026`, `12. Mai 2026`."""
    from babel.dates import format_date

    return str(format_date(when, "long", locale=_DAYS.get(lang, lang)))


def number(lang: str, n: int) -> str:
    """A number with its thousands set apart, as the language does it: `1,000,000`, `1.000.000`."""
    from babel.numbers import format_decimal

    return str(format_decimal(n, locale=lang))
