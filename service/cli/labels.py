"""The words around a ruling, in the reader's language; the sentences of rulings themselves are the interpreter's."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


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

    def count(self, key: str, n: int) -> str:
        """A label that has forms for none, one and many."""
        form = {0: "none", 1: "one"}.get(n, "many")
        name = f"{key}.{form}"
        return self(name if name in _texts("en") else f"{key}.many", n=n)

    def listed(self, words: list[str]) -> str:
        """`a, b and c`."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self('and')} {words[-1]}"


@cache
def _texts(lang: str) -> dict[str, str]:
    source = files(__package__).joinpath(f"labels.{lang}.json")
    texts: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return texts


def ordinal(n: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`: for the English labels that want one."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
