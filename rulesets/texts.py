"""The words of rules, and what may stand in braces there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .context import Context
from .normal import rule_lists
from .places import LISTS, move_scope
from .source import Steps

SCOPES: Final[dict[str, tuple[str, ...]]] = {
    "basic": ("actor",), "duty": ("actor", "card"), "end": (), "bonus": (), "score": ("winner", "loser"),
    "tier": ("winner", "loser"),
    "irregularity": ("actor", "winner", "loser"), "unit": ("winner", "loser"),
}  # fmt: skip
"""What the texts of each kind of rule may name besides what is known everywhere; requirements name what their move
does.
"""
_HOLE: Final = re.compile(r"\{([^{}]*)\}|[{}]")
_NAMED: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


class Hole(NamedTuple):
    """A fact named in a text: `{led.suit}`, with the columns of what stands between the braces. `name` is None for a
    brace of no pair.
    """

    name: str | None
    column: int
    end_column: int


def holes(text: str) -> Iterator[Hole]:
    """All facts that a text names, in order.

    >>> [hole.name for hole in holes("{actor} must follow {led.suit}.")]
    ['actor', 'led.suit']
    """
    for found in _HOLE.finditer(text):
        named = found[1] is not None and _NAMED.fullmatch(found[1])
        yield Hole(found[1] if named else None, found.start() + (2 if named else 1), found.end() + (0 if named else 1))


def spoken(context: Context) -> Iterator[tuple[Steps, Mapping[str, str], tuple[str, ...], bool]]:
    """Every text of a rule: the way to it, its words by language, what it may name besides the usual, is it of a
    match.
    """
    data = context.data
    for name, basic in data["basics"].items():
        yield ("basics", name, "text"), basic.get("text", {}), SCOPES["basic"], False
    for path, rules in rule_lists(data):
        kind = LISTS[str(path[-1])]
        scope = SCOPES.get(kind) or ()
        if kind == "requirement":
            scope = ("actor", "call")
            if "moves" in path:
                move = data
                for step in path[:-1]:
                    move = move[step]  # type: ignore[index]
                names = move.get("names") or _move_of_base(data, path).get("names")
                scope = move_scope({"names": names})
        for i, rule in enumerate(rules):
            yield (*path, i, "text"), rule.get("text", {}), scope, path[0] == "match"


def _move_of_base(data: Mapping[str, Any], path: Steps) -> Mapping[str, Any]:
    move = data.get("moves", {}).get(path[path.index("moves") + 1], {})
    return move if isinstance(move, Mapping) else {}
