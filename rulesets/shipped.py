"""The rulesets that come with the program: which there are, and their text."""

from __future__ import annotations

from functools import cache
from importlib import resources

from bummerl.grammar import Problem

from .source import Source, read

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
