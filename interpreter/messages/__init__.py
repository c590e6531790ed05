"""Sentences for people, from one catalogue a language.

A sentence is taken whole from the catalogue; nothing is joined in a way that grammar could object to, and names
are never inflected. A message that counts has a form for each way in which its language counts: `.one`, `.other`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from bummerl.rulesets import tongue

ENGLISH: Final = "en"


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for; English first."""
    found = sorted(f.name.removesuffix(".json") for f in files(__package__).iterdir() if f.name.endswith(".json"))
    return (ENGLISH, *(lang for lang in found if lang != ENGLISH))


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """The sentences of a language by name, English ones where it lacks one."""
    return {**own(ENGLISH), **own(lang)}


@cache
def own(lang: str) -> Mapping[str, str]:
    """The sentences that a language has itself."""
    file = files(__package__).joinpath(f"{lang}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if lang in languages() else {}
    return found


def spoken(lang: Any) -> str:
    """The language that will be spoken when this one is asked for: `de-AT` gives `de`, unknown ones English."""
    if not isinstance(lang, str):
        return ENGLISH
    short = lang.replace("_", "-").split("-")[0].lower()
    return short if short in languages() else ENGLISH


def say(lang: str, name: str, n: int | None = None, **values: Any) -> str:
    """The sentence of that name with its values filled in."""
    texts = catalogue(lang)
    if n is not None:
        values["n"] = n
        name = name if name in texts else tongue.formed(own(lang), name, tongue.plural(lang, n))
    return texts[name].format_map({k: v if isinstance(v, int | str) else listed(lang, v) for k, v in values.items()})


def listed(lang: str, words: Iterable[Any], name: str = "or") -> str:
    """`a, b or c`."""
    words = [str(word) for word in words]
    if len(words) < 2:
        return "".join(words)
    return say(lang, f"list.{name}", head=", ".join(words[:-1]), last=words[-1])
