"""What a rule book is made of, in the order in which a hand is played: every rule of a ruleset stands in it once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..model import Rule, Ruleset

CONDITIONS: Final = ("when", "that", "play", "firm", "only", "for", "to", "points", "winner", "worth", "pays")
"""What a rule looks at and does, in the order in which it is read."""
EFFECTS: Final = (
    "by", "also", "says", "shows", "scores", "counts", "swaps", "picks_up", "discards", "before_draw", "set",
)  # fmt: skip
"""The keys of a move that say what it does, in the order in which they are read."""
LISTS: Final = ("end", "bonus", "score", "tier", "irregularity")
"""The kinds of rules that stand in a list of their own."""


@dataclass(frozen=True, slots=True)
class Part:
    """A move or a contract: its name, what the ruleset says of it, and its own rules."""

    name: str
    said: Mapping[str, Any]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that are read together.

    `kind` is their kind, or `moves` or `contracts`, which have `parts`, or `match`.  A match, and what a hand counts
    (`tier`, where something multiplies it), may say something without any rule.
    """

    kind: str
    rules: tuple[Rule, ...] = ()
    parts: tuple[Part, ...] = ()


def sections(ruleset: Ruleset) -> Iterator[Section]:
    """The sections that have something to say."""
    for kind in ("duty", "moves", *LISTS, "contracts", "match", "basic"):
        if kind == "moves":
            found = Section(kind, parts=tuple(_moves(ruleset)))
        elif kind == "contracts":
            found = Section(kind, parts=tuple(_contracts(ruleset)))
        else:
            found = Section(kind, of_kind(ruleset, "unit" if kind == "match" else kind))
        besides = {"match": "match", "tier": "multiply"}.get(kind)
        if found.rules or found.parts or (besides and ruleset.data.get(besides) is not None):
            yield found


def of_kind(ruleset: Ruleset, kind: str) -> tuple[Rule, ...]:
    """The rules of a kind that are of no contract's own."""
    return tuple(rule for rule in ruleset.rules.values() if rule.kind == kind and rule.contract is None)


def cited_sources(ruleset: Ruleset) -> dict[str, Mapping[str, Any]]:
    """The sources that rules cite, by key."""
    cited = {each.source for rule in ruleset.rules.values() for each in rule.cite}
    return {key: source for key, source in ruleset.sources.items() if key in cited}


def _moves(ruleset: Ruleset) -> Iterator[Part]:
    for name, move in ruleset.data.get("moves", {}).items():
        if move != "off":
            ids = [rule["id"] for rule in move.get("require", ()) if not rule.get("off")]
            yield Part(name, move, tuple(ruleset.rules[id] for id in ids if id in ruleset.rules))


def _contracts(ruleset: Ruleset) -> Iterator[Part]:
    for contract in ruleset.data.get("contracts", ()):
        own = tuple(rule for rule in ruleset.rules.values() if rule.contract == contract["id"])
        yield Part(contract["id"], contract, own)
