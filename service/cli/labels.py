"""The words around a ruling, in the reader's language; the sentences of rulings themselves are the interpreter's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from bummerl.rulesets import tongue


class Labels:
    """Looks up a label and fills in its values."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._texts = _texts(lang)

    def __call__(self, key: str, **values: Any) -> str:
        """The label `key` with its values; English where the language lacks it."""
        text = self._texts.get(key) or _texts("en")[key]
        return text.format_map(values) if values else text

    def has(self, key: str) -> bool:
        """Whether there is such a label."""
        return key in _texts("en")

    def count(self, key: str, n: int, **values: Any) -> str:
        """A label that has a form for each way in which the language counts, and may have one for none."""
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
def _texts(lang: str) -> dict[str, str]:
    source = files(__package__).joinpath(f"labels.{lang}.json")
    texts: dict[str, str] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return texts
