"""The door: rulesets by id, file, text or data; the list of those that come with the program."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from bummerl.grammar import Problem, suggest
from bummerl.grammar.diagnostics import shown

from .build import built
from .check import check, lint_all
from .error import RulesetError
from .house import House
from .model import Ruleset
from .plain import plain
from .shipped import ids, read_file, read_shipped, shipped_translations, text_of, text_of_file, translations_in
from .source import read
from .translations import Translation

HOUSE: Final = House()
"""House rulesets that were sent along lately."""
_COMPANION: Final = re.compile(r"(.+)\.([a-z]{2}|rulings)\.yaml")


@dataclass(frozen=True, slots=True)
class Summary:
    """One ruleset in a list.

    `family` is the id of the ruleset that heads its kin, `family_title` what that kin is called if it heads one and
    its own title will not do; `country` is where it is played, by codes of ISO 3166; `about` says what is special
    about it.
    """

    id: str
    version: str
    title: Mapping[str, str]
    seats: int
    cards: int
    family: str
    digest: str
    country: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    family_title: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "id": self.id,
            "version": self.version,
            "title": dict(self.title),
            "about": dict(self.about),
            "seats": self.seats,
            "cards": self.cards,
            "family": self.family,
            "country": list(self.country),
            "digest": self.digest,
        }


def load(source: str | Path | Mapping[str, Any]) -> Ruleset:
    """A ruleset, resolved and checked.

    `source` is the id of a shipped ruleset (never a path), a file, or a house ruleset as data, which may extend
    shipped ones. A file may also extend files beside it. Raises `RulesetError` with all that is wrong; `.unknown` if
    there is no such id.
    """
    if isinstance(source, str):
        return _shipped(source) if source in ids() else _unknown(source)
    if isinstance(source, Path):
        text, problems = text_of_file(source)
        if problems:
            raise RulesetError(tuple(problems))
        return load_text(text, file=str(source), folder=source.parent)
    made, wrong = plain(source)
    if made is None or wrong:
        raise RulesetError(tuple(wrong))
    return HOUSE.get(json.dumps(made.data))


def load_text(text: str, file: str | None = None, folder: Path | None = None) -> Ruleset:
    """A ruleset from its YAML text; `file` is what problems call it, `folder` where siblings it extends may lie."""
    source, problems = read(text, file)
    translations, wrong = _beside(file, folder)
    if source is None or problems or wrong:
        raise RulesetError((*problems, *wrong))
    return built(source, folder, translations)


def check_text(text: str, file: str | None = None, folder: Path | None = None) -> list[Problem]:
    """All that is wrong with a ruleset's YAML text, errors and warnings, sorted by place; empty if nothing is.

    What only others extend (a part) is checked as far as it goes.
    """
    source, problems = read(text, file)
    if source is None:
        return problems
    translations, wrong = _beside(file, folder)
    problems += wrong
    checked = check(source, folder, translations)
    told = {(problem.line, problem.column) for problem in problems}
    found = {problem.sort_key: problem for problem in problems}
    found |= {each.sort_key: each for each in checked.findings.sorted if (each.line, each.column) not in told}
    if not problems and not checked.findings.errors:
        found |= {problem.sort_key: problem for problem in lint_all(checked, source, translations)}
    return sorted(found.values(), key=lambda problem: problem.sort_key)


def check_file(file: Path) -> list[Problem]:
    """The same for a file.

    A file that lies beside a ruleset, `NAME.de.yaml` with texts or `NAME.rulings.yaml` with rulings, is checked with
    that ruleset; of rulings only the form, since nothing is judged here.
    """
    companion = _COMPANION.fullmatch(file.name)
    if companion is not None:
        return _check_companion(file, file.with_name(f"{companion[1]}.yaml"), companion[2])
    text, problems = text_of_file(file)
    return problems or check_text(text, str(file), file.parent)


def _check_companion(file: Path, ruleset: Path, kind: str) -> list[Problem]:
    """All that is wrong with a file that lies beside a ruleset's."""
    problems = text_of_file(file)[1]
    if problems:
        return problems
    if not ruleset.is_file():
        message = f"there is no ruleset `{ruleset.name}` beside this file"
        return [Problem("ruleset.unknown", message, 1, 1, file=str(file), token=ruleset.name)]
    if kind == "rulings":
        from .rulings import rulings_of  # whoever judges a hand need not wait for it

        about = read_file(ruleset, str(ruleset))[0].data
        name = about.get("ruleset") if isinstance(about, Mapping) else None
        return rulings_of(name if isinstance(name, str) else None, ruleset)[1]
    return [problem for problem in check_file(ruleset) if problem.file == str(file)]


def check_shipped(id: str) -> list[Problem]:
    """The same for a file that comes with the program."""
    text = text_of(id)
    if text is None:
        return [_no_such(id)]
    source, problems = read(text, f"{id}.yaml")
    if source is None:
        return problems
    translations = shipped_translations(id)
    checked = check(source, None, translations)
    return problems + checked.findings.errors + lint_all(checked, source, translations)


@cache
def _shipped(id: str) -> Ruleset:
    source, problems = read_shipped(id)
    if source is None or problems:
        raise RulesetError(tuple(problems))
    return built(source, None, shipped_translations(id), shipped=True)


@cache
def catalogue() -> tuple[Summary, ...]:
    """The shipped rulesets that are whole games, by id; parts that others extend are none."""
    return tuple(_summary(load(id)) for id in ids() if is_game(id))


def is_game(id: str) -> bool:
    """Can a shipped file be played by? It is one that says, or inherits, who wins."""
    source, _ = read_shipped(id)
    if source is None or not isinstance(source.data, Mapping):
        return False
    extends = source.data.get("extends", [])
    return "score" in source.data or any(map(is_game, [extends] if isinstance(extends, str) else extends))


def _summary(ruleset: Ruleset) -> Summary:
    deck = ruleset.data["deck"]
    cards = len(deck["suits"]) * len(deck["ranks"]) * deck.get("copies", 1)
    return Summary(
        id=ruleset.id,
        version=ruleset.version,
        title=ruleset.title,
        seats=ruleset.data["seats"],
        cards=cards,
        family=_family(ruleset.id),
        digest=ruleset.digest,
        country=tuple(ruleset.data.get("country", ())),
        about=ruleset.data.get("about", {}),
        family_title=ruleset.data.get("family_title"),
    )


def _family(id: str) -> str:
    """The ruleset that heads its kin: the one it names, or the game at the root of what it extends."""
    source, _ = read_shipped(id)
    named = source.data.get("family") if source is not None else None
    if isinstance(named, str):
        return named
    extends = source.data.get("extends", []) if source is not None else []
    parents = [name for name in ([extends] if isinstance(extends, str) else extends) if is_game(name)]
    return _family(parents[0]) if parents else id


def _no_such(id: str) -> Problem:
    return Problem(
        "ruleset.unknown", f"there is no ruleset `{shown(id)}`", token=shown(id), suggestion=suggest(id, ids())
    )


def _unknown(id: str) -> Ruleset:
    problem = _no_such(id)
    raise RulesetError((problem,), unknown=True, suggestion=problem.suggestion)


def _beside(file: str | None, folder: Path | None) -> tuple[tuple[Translation, ...], list[Problem]]:
    return translations_in(folder, Path(file).stem) if file and folder else ((), [])
