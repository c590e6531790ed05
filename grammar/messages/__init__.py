"""What is said of a log that cannot be read: one catalogue a language, and sentences that know which one they are.

Problems are told in English. A sentence remembers its name in the catalogue and its values, so that whoever knows the
reader's language can have it said in that one, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..diagnostics import Problem

ENGLISH: Final = "en"


class Said(str):
    """A sentence, or a part of one, in English; `name` and `values` say it again in another language."""

    name: str
    values: Mapping[str, Any]

    def __new__(cls, name: str, values: Mapping[str, Any]) -> Said:
        """The English sentence of that name."""
        made = super().__new__(cls, _catalogue(ENGLISH)[name].format_map(values))
        made.name, made.values = name, values
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """How it travels to another process."""
        return Said, (self.name, self.values)


def say(name: str, /, **values: Any) -> Said:
    """The sentence of this name, with its values; a value may be said itself."""
    return Said(name, values)


def again(text: str, lang: str) -> str:
    """The same in another language; a text of which nobody knows what it is stays as it is, and so does one that the
    language lacks.
    """
    if lang == ENGLISH or not isinstance(text, Said):
        return text
    template = _catalogue(lang).get(text.name)
    if template is None:
        return text
    return template.format_map({name: _value(value, lang) for name, value in text.values.items()})


def in_language(problem: Problem, lang: str) -> Problem:
    """A problem with its sentence and what was expected in another language."""
    if lang == ENGLISH:
        return problem
    expected = tuple(again(each, lang) for each in problem.expected)
    return replace(problem, message=again(problem.message, lang), expected=expected)


def _value(value: Any, lang: str) -> Any:
    return again(value, lang) if isinstance(value, str) else value


@cache
def _catalogue(lang: str) -> Mapping[str, str]:
    file = files(__package__).joinpath(f"{lang}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if lang.isalpha() and file.is_file() else {}
    return found
