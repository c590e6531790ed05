"""The door: rulesets by id, file, text or data; the list of those that come with the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem, suggest
from bummerl.grammar.diagnostics import shown

from .build import built
from .model import Ruleset, RulesetError
from .shipped import ids, read_shipped
from .source import Source, read


@dataclass(frozen=True, slots=True)
class Summary:
    """One ruleset in a list."""

    id: str
    version: str
    title: Mapping[str, str]
    seats: int
    cards: int
    family: str
    digest: str


def load(source: str | Path | Mapping[str, Any]) -> Ruleset:
    """A ruleset, resolved and checked.

    `source` is the id of a shipped ruleset (never a path), a file, or a house ruleset as data, which may extend shipped ones. A file may
    also extend files beside it. Raises `RulesetError` with all that is wrong; `.unknown` if there is no such id.
    """
    if isinstance(source, str):
        return _shipped(source) if source in ids() else _unknown(source)
    if isinstance(source, Path):
        return load_text(_text(source), file=str(source), folder=source.parent)
    return built(Source(dict(source)))


def load_text(text: str, file: str | None = None, folder: Path | None = None) -> Ruleset:
    """A ruleset from its YAML text; `file` is what problems call it, `folder` where siblings it extends may lie."""
    source, problems = read(text, file)
    if source is None or problems:
        raise RulesetError(tuple(sorted(problems, key=lambda problem: problem.sort_key)))
    return built(source, folder)


@cache
def _shipped(id: str) -> Ruleset:
    source, problems = read_shipped(id)
    if source is None or problems:
        raise RulesetError(tuple(problems))
    return built(source)


def _unknown(id: str) -> Ruleset:
    meant = suggest(id, ids())
    raise RulesetError(
        (Problem("ruleset.unknown", f"there is no ruleset `{shown(id)}`", token=shown(id), suggestion=meant),),
        unknown=True,
        suggestion=meant,
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
