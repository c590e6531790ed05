"""How two rulesets differ, rule by rule, once everything they inherit is in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .inherit import RULES
from .model import Ruleset
from .normal import rule_lists
from .places import LISTS

PARTS: Final = (
    ("seats",), ("partners",), ("sits_out",), ("deck",), ("deal",), ("play", "leader"), ("play", "trump"), ("play",
    "players"),
    ("play", "order"), ("play", "wins"), ("play", "draw"), ("multiply",), ("match", "target"), ("match", "write"),
    ("match", "dealer"),
    ("match", "carry"), ("match", "forfeit"), ("match", "exact"), ("match", "continue"), ("match", "best_of"),
    ("match", "first_to"),
)  # fmt: skip
"""What is no rule with an id and has no name of its own."""
NAMED: Final = {"options": "option", "memory": "memory", "terms": "term", "moves": "move"}
ABOUT: Final = frozenset({"id", "cite", "before", "after"})
"""What is said about a rule and not by it."""
Key = tuple[str, str, str | None]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two rulesets say differently.

    `kind` is a rule's kind (`requirement`, `duty`, `score` …), or `option`, `memory`, `term`, `move`, `stage`,
    `contract`, `part`, `order` (the same lines in another order); `id` its id or name, `contract` the contract whose
    own it is. `before` and `after` are what each ruleset says, None where it says nothing; `keys` are the keys in
    which they differ.
    """

    kind: str
    id: str
    contract: str | None
    before: Any
    after: Any
    keys: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """`added`, `removed` or `changed`, seen from the first."""
        return "added" if self.before is None else "removed" if self.after is None else "changed"

    def to_json(self) -> dict[str, Any]:
        """As plain JSON; a contract only where there is one."""
        found = {
            "kind": self.kind,
            "id": self.id,
            "contract": self.contract,
            "change": self.change,
            "keys": list(self.keys),
            "before": self.before,
            "after": self.after,
        }
        return {key: value for key, value in found.items() if not (key == "contract" and value is None)}


def diff(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Everything in which `b` differs from `a`, in the order of the rules; sources and the order of maps are no
    difference.
    """
    before, after = dict(_said(a.data)), dict(_said(b.data))
    found = []
    for key in [*before, *(key for key in after if key not in before)]:
        one, two = before.get(key), after.get(key)
        if key[0] == "order" and (one is None or two is None or sorted(one) != sorted(two)):
            continue  # lines that one of them does not have are differences of their own
        if one != two:
            keys = _keys(one, two) if isinstance(one, Mapping) and isinstance(two, Mapping) else ()
            found.append(Difference(key[0], key[1], key[2], one, two, keys))
    return found


def pieces(ruleset: Ruleset) -> Iterator[tuple[Key, Any]]:
    """Everything a ruleset says, piece by piece: kind, id or name, and contract, and what is said."""
    return _said(ruleset.data)


def _keys(one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(key for key in dict.fromkeys((*one, *two)) if one.get(key) != two.get(key))


def _said(data: Mapping[str, Any]) -> Iterator[tuple[Key, Any]]:
    """Everything a ruleset says, piece by piece."""
    yield from _parts(data, None)
    yield from _rules(data, None)
    for contract in data.get("contracts", []):
        name = contract["id"]
        yield ("contract", name, None), {key: contract[key] for key in ("value", "text") if key in contract}
        yield from _parts(contract, name)
        yield from _rules(contract, name)


def _parts(data: Mapping[str, Any], contract: str | None) -> Iterator[tuple[Key, Any]]:
    for path in PARTS:
        value: Any = data
        for step in path:
            value = value.get(step) if isinstance(value, Mapping) else None
        if value is not None:
            yield ("part", ".".join(path), contract), _ordered(value) if path == ("deck",) else value
    for part, kind in NAMED.items():
        for name, value in data.get(part, {}).items():
            yield (kind, name, contract), _bare(value) if isinstance(value, Mapping) else value
    if contract is None:
        for name, basic in data["basics"].items():
            yield ("basic", basic["id"], None), {"of": name, **_bare(basic)}
        for stage in data.get("stages", []):
            yield ("stage", stage["id"], None), _bare(stage)


def _rules(data: Mapping[str, Any], contract: str | None) -> Iterator[tuple[Key, Any]]:
    lists = [(path, rules) for path, rules in rule_lists({**data, "contracts": ()})]
    for path, rules in lists:
        place = ".".join(map(str, path))
        for rule in rules:
            yield (LISTS[str(path[-1])], rule["id"], contract), {"in": place, **_bare(rule)}
    for path, rules in lists:
        yield ("order", ".".join(map(str, path)), contract), [rule["id"] for rule in rules]


def _bare(value: Mapping[str, Any]) -> dict[str, Any]:
    """Without its id, its source and rules of its own."""
    return {key: found for key, found in value.items() if key not in ABOUT and key not in RULES}


def _ordered(deck: Mapping[str, Any]) -> dict[str, Any]:
    """A deck whose ranks are a list of pairs: their order is a rule."""
    return {**deck, "ranks": [[rank, points] for rank, points in deck["ranks"].items()]}
