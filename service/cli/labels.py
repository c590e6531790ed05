"""The words around a ruling, in the reader's language; the sentences of rulings themselves are the interpreter's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..wording import Words, shared, texts


class Labels(Words):
    """The labels of the command line in one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, _texts(lang), _texts("en"))


@cache
def _texts(lang: str) -> Mapping[str, str]:
    return {**texts(__package__, "labels", lang), **shared("slate", lang)}
