"""Resolved rules become a `Ruleset`: rules, options and sources to look up, and the digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem, pointer

from .check import check, lint_all
from .digest import digest
from .error import RulesetError
from .model import Citation, Rule, Ruleset
from .normal import rule_lists
from .options import option_of
from .places import LISTS
from .source import Source
from .translations import Translation


def built(
    source: Source,
    folder: Path | None = None,
    translations: tuple[Translation, ...] = (),
    *,
    shipped: bool = False,
) -> Ruleset:
    """The ruleset that a source comes to; of `shipped` files the shape is known to be right. Raises `RulesetError`."""
    checked = check(source, folder, translations, shipped=shipped)
    problems = checked.findings.errors
    if checked.part and not problems:
        problems = [_no_game(source, shipped)]
    if checked.laid is None or problems:
        raise RulesetError(tuple(problems))
    data = checked.laid.value
    return Ruleset(
        id=data["ruleset"],
        version=data.get("version", "0.0.0"),
        digest=digest(data),
        title=data["title"],
        data=data,
        rules=dict(_rules(data)),
        options={name: option_of(name, option) for name, option in data.get("options", {}).items()},
        parents=checked.parents,
        sources=data.get("sources", {}),
        laid=checked.laid,
        typist=checked.typist,
        linted=lambda: tuple(lint_all(checked, source, translations)),
    )


def _no_game(source: Source, shipped: bool) -> Problem:
    """The problem of a part: in the user's own file, or of the id of a shipped one."""
    id, span = source.data["ruleset"], source.key(("ruleset",))
    words = f"`{id}` is a part that rulesets extend, and no game: it has no seats, deck, deal and play of its own"
    if shipped or span is None:
        return Problem("ruleset.part", words, token=id)
    return Problem.at(span, "ruleset.part", words, file=source.file, token=id)


def _rules(data: Mapping[str, Any]) -> Iterator[tuple[str, Rule]]:
    """All rules by id; where a contract changes one, the base's stands first and is kept."""
    seen = set()
    sources = data.get("sources", {})
    contracts = [contract["id"] for contract in data.get("contracts", ())]

    def rule(said: Mapping[str, Any], kind: str, path: tuple[str | int, ...]) -> Rule:
        of = contracts[path[1]] if path[0] == "contracts" and isinstance(path[1], int) else None
        return Rule(
            said["id"], kind, pointer(path), said.get("text", {}), citations(said.get("cite"), sources), said, of
        )

    for name, said in data.get("basics", {}).items():
        seen.add(said["id"])
        yield said["id"], rule(said, "basic", ("basics", name))
    for path, rules in rule_lists(data):
        for i, said in enumerate(rules):
            if said["id"] not in seen and not said.get("off"):
                seen.add(said["id"])
                yield said["id"], rule(said, LISTS[str(path[-1])], (*path, i))


def citations(cite: Any, sources: Mapping[str, Any]) -> tuple[Citation, ...]:
    """What a rule's `cite` says, with the sources' titles."""
    if cite is None:
        return ()
    found = []
    for each in cite if isinstance(cite, list) else [cite]:
        key, ref = (each["source"], each.get("ref")) if isinstance(each, Mapping) else (each, None)
        source = sources.get(key, {})
        found.append(Citation(source.get("title", key), ref or source.get("ref"), source.get("publisher"), key))
    return tuple(found)
