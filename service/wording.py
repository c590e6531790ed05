"""Texts with values filled in, in the forms in which a language counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from bummerl.rulesets import tongue


class Words:
    """The texts of one language by key; what it lacks is said in English.

    A text has holes, `{player}`. A key that counts has a text for each form of the language, `points.one` and
    `points.other`, and may have one for none, `points.none`.
    """

    def __init__(self, lang: str, texts: Mapping[str, str], english: Mapping[str, str]) -> None:
        self.lang = lang
        self._texts, self._english = texts, english

    def __call__(self, key: str, **values: Any) -> str:
        """The text `key` with its values."""
        text = self._texts.get(key) or self._english[key]
        return text.format_map(values) if values else text

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._english

    def count(self, key: str, n: int, **values: Any) -> str:
        """A text in the form that goes with the number `n`."""
        if not n and self.has(f"{key}.none"):
            return self(f"{key}.none", **values)
        name = tongue.formed(self._texts, key, tongue.plural(self.lang, n))
        return self(name, n=tongue.number(self.lang, n), **values)

    def ordinal(self, n: int) -> str:
        """`1st`, `2nd`, `3rd`, as the language writes it."""
        return self(tongue.formed(self._texts, "ordinal", tongue.ordinal(self.lang, n)), n=n)

    def countries(self, codes: Iterable[str]) -> str:
        """The names of countries."""
        return ", ".join(tongue.country(self.lang, code) for code in codes)

    def players(self, seats: str | Sequence[str] | None, names: Mapping[str, str]) -> str:
        """One player, partners, or nobody: by name, or by the seat where nobody wrote a name down."""
        if not seats:
            return self("nobody")
        return self.listed([names.get(seat, seat) for seat in ([seats] if isinstance(seats, str) else seats)])

    def listed(self, words: list[str]) -> str:
        """`a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return self("list", head=", ".join(words[:-1]), last=words[-1])


@cache
def texts(package: str, subject: str, lang: str) -> Mapping[str, str]:
    """The texts of a subject, `<subject>.<language>.json` in a package; none if that language has no such file."""
    source = files(package).joinpath(f"{subject}.{lang}.json")
    found: dict[str, str] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return found


def shared(subject: str, lang: str) -> Mapping[str, str]:
    """The texts of a subject that the command line and the pages share."""
    return texts(f"{__package__}.texts", subject, lang)
