"""Resolved rules become a `Ruleset`: rules, options and sources to look up, and the digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .digest import digest
from .model import Citation, Option, Rule, Ruleset, RulesetError
from .normal import rule_lists
from .options import value_as
from .places import LISTS, pointer
from .resolve import resolve
from .source import Source


def built(source: Source, folder: Path | None = None) -> Ruleset:
    """The ruleset that a source comes to. Raises `RulesetError` with all that is wrong."""
    found = resolve(source, lambda _: [], folder)
    if found.laid is None or found.problems:
        raise RulesetError(tuple(found.problems))
    data = found.laid.value
    return Ruleset(
        id=data["ruleset"],
        version=data.get("version", "0.0.0"),
        digest=digest(data),
        title=data["title"],
        data=data,
        rules=dict(_rules(data)),
        options={name: _option(name, option) for name, option in data.get("options", {}).items()},
        parents=found.parents,
        sources=data.get("sources", {}),
        laid=found.laid,
    )


def _option(name: str, option: Mapping[str, Any]) -> Option:
    kind = option["type"]
    allowed = tuple(value_as(kind, choice) for choice in option.get("allowed", ()))
    return Option(name, kind, value_as(kind, option["default"]), allowed, option.get("text", {}))


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
