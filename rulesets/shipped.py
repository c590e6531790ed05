"""The rulesets that come with the program: which there are, and their text."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from bummerl.grammar import Problem

from . import limits
from .source import Source, read
from .translations import Translation, misshapen

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
    return _translations(VARIANTS, id)[0] if id in ids() else ()


def translations_in(folder: Path, name: str) -> tuple[tuple[Translation, ...], list[Problem]]:
    """The texts in other languages beside a file in a folder, `NAME.LANGUAGE.yaml`, and what is wrong with them."""
    return _translations(folder, name)


def _translations(folder: Traversable, name: str) -> tuple[tuple[Translation, ...], list[Problem]]:
    found, problems = [], list[Problem]()
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        lang = re.fullmatch(re.escape(name) + r"\.([a-z]{2})\.yaml", entry.name)
        if lang:
            source, wrong = read_file(entry, entry.name if folder is VARIANTS else str(entry))
            wrong = wrong or misshapen(source)
            problems += wrong
            if not wrong:
                found.append(Translation(lang[1], source))
    return tuple(found), problems


def read_file(file: Traversable, called: str) -> tuple[Source, list[Problem]]:
    """A file's data, and all that is wrong with it; the data are of use only if nothing is."""
    text, problems = text_of_file(file, called)
    source, problems = read(text, called) if not problems else (None, problems)
    return source or Source(None, called), problems


def text_of_file(file: Traversable, called: str | None = None) -> tuple[str, list[Problem]]:
    """A file's text, or why there is none; `called` is its name in problems, if that is not its path."""
    called = called or str(file)
    try:
        with file.open("rb") as opened:
            data = opened.read(4 * limits.FILE_SIZE + 1)
    except OSError as error:
        return "", [Problem("ruleset.unreadable", f"cannot be read: {error.strerror}", file=called)]
    if len(data) > 4 * limits.FILE_SIZE:
        message = f"the file is larger than {limits.FILE_SIZE:,} characters"
        return "", [Problem("ruleset.size", message, 1, 1, file=called)]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        return "", [Problem("ruleset.unreadable", "not text in UTF-8", line, column, file=called)]
