"""The words around a ruling, in the reader's language; the sentences of rulings themselves are the interpreter's."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from ..wording import Words


class Labels(Words):
    """The labels of the command line in one language."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, _texts(lang), _texts("en"))


@cache
def _texts(lang: str) -> dict[str, str]:
    source = files(__package__).joinpath(f"labels.{lang}.json")
    texts: dict[str, str] = json.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
    return texts
