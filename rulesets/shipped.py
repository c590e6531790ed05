"""The rulesets that come with the program: which there are, and their text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from bummerl.grammar import Problem

from . import limits
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
            text, problems = text_of_file(entry)
            source, problems = read(text, entry.name) if not problems else (None, problems)
            if source is not None and not problems and isinstance(source.data, dict):
                found.append(Translation(lang[1], source))
    return tuple(found)


def text_of_file(file: Traversable) -> tuple[str, list[Problem]]:
    """A file's text, or why there is none."""
    try:
        with file.open("rb") as opened:
            data = opened.read(4 * limits.FILE_SIZE + 1)
    except OSError as error:
        return "", [Problem("ruleset.unreadable", f"cannot be read: {error.strerror}", file=str(file))]
    if len(data) > 4 * limits.FILE_SIZE:
        message = f"the file is larger than {limits.FILE_SIZE:,} characters"
        return "", [Problem("ruleset.size", message, 1, 1, file=str(file))]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        return "", [Problem("ruleset.unreadable", "not text in UTF-8", line, column, file=str(file))]
