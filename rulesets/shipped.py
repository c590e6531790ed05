"""The rulesets that come with the program: which there are, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from bummerl.grammar import Problem

from .source import Source, read
from .texts import Translation

BASE = "trick-taking"
"""What every table takes for granted."""

VARIANTS = resources.files(f"{__package__}.variants")


@cache
def ids() -> tuple[str, ...]:
    """The ids of all files that come with the program, parts that others extend included, in order of the alphabet."""
    names = [entry.name for entry in VARIANTS.iterdir() if entry.name.endswith(".yaml")]
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.count(".") == 1))


def text_of(id: str) -> str | None:
    """The text of a shipped file, or None. An id is looked up in the list of ids: it is never a path."""
    return VARIANTS.joinpath(f"{id}.yaml").read_text(encoding="utf-8") if id in ids() else None


@cache
def read_shipped(id: str) -> tuple[Source | None, list[Problem]]:
    """A shipped file, read once."""
    text = text_of(id)
    return read(text, f"{id}.yaml") if text is not None else (None, [])


@cache
def shipped_translations(id: str) -> tuple[Translation, ...]:
    """The texts in other languages that lie beside a shipped file."""
    return _translations(VARIANTS.iterdir(), id) if id in ids() else ()


def translations_in(folder: Path, name: str) -> tuple[Translation, ...]:
    """The texts in other languages that lie beside a file in a folder: `NAME.LANGUAGE.yaml`."""
    return _translations(folder.iterdir(), name)


def _translations(entries: Iterable[Traversable], name: str) -> tuple[Translation, ...]:
    found = []
    for entry in sorted(entries, key=lambda entry: entry.name):
        lang = re.fullmatch(re.escape(name) + r"\.([a-z]{2})\.yaml", entry.name)
        if lang:
            source, problems = read(entry.read_text(encoding="utf-8"), entry.name)
            if source is not None and not problems and isinstance(source.data, dict):
                found.append(Translation(lang[1], source))
    return tuple(found)
