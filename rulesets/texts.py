"""The words of rules: what may stand in braces, and translations that lie in a file beside the ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from .context import Context
from .normal import rule_lists
from .origin import Laid, Origin
from .places import LISTS, move_scope
from .source import Path, Source

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


def spoken(context: Context) -> Iterator[tuple[Path, Mapping[str, str], tuple[str, ...], bool]]:
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


def _move_of_base(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    move = data.get("moves", {}).get(path[path.index("moves") + 1], {})
    return move if isinstance(move, Mapping) else {}


class Translation(NamedTuple):
    """A file of texts in one language, by rule id; `options` and `contracts` have theirs by name."""

    lang: str
    source: Source


def translated(laid: Laid, translations: list[Translation]) -> Laid:
    """The rules of one file with the texts that lie beside it."""
    for lang, source in translations:
        for path, words_path in _targets(laid.value, source.data):
            words = source.data
            for step in words_path:
                words = words[step]
            laid = _put(laid, (*path, "text", lang), words, Origin(source, words_path))
    return laid


def _targets(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[tuple[Path, Path]]:
    """Where each text of a translation goes."""
    for name, basic in data.get("basics", {}).items():
        if basic["id"] in words:
            yield ("basics", name), (basic["id"],)
    for path, rules in rule_lists(data):
        for i, rule in enumerate(rules):
            if isinstance(rule, Mapping) and rule.get("id") in words and "text" in rule:
                yield (*path, i), (rule["id"],)
    for name in words.get("options", {}):
        if isinstance(data.get("options", {}).get(name), Mapping):
            yield ("options", name), ("options", name)
    for i, contract in enumerate(data.get("contracts", [])):
        if contract["id"] in words.get("contracts", {}):
            yield ("contracts", i), ("contracts", contract["id"])


def strangers(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[Path]:
    """What a translation has texts for and the file has not."""
    known = {found for _, found in _targets(data, words)}
    for key, value in words.items():
        if key in ("options", "contracts") and isinstance(value, Mapping):
            yield from ((key, name) for name in value if (key, name) not in known)
        elif (key,) not in known:
            yield (key,)


def _put(laid: Laid, path: Path, value: Any, origin: Origin) -> Laid:
    """The same with one value, put in or replaced; what is not there on the way becomes a map."""
    if not path:
        return Laid(value, origin)
    step = path[0]
    if isinstance(laid.value, list):
        part = _put(laid.child(step), path[1:], value, origin)
        made: Any = [*laid.value[: int(step)], part.value, *laid.value[int(step) + 1 :]]
    else:
        under = laid.child(step) if step in laid.value else Laid({}, laid.origin.child(step))
        part = _put(under, path[1:], value, origin)
        made = {**laid.value, step: part.value}
    here = laid.origin
    return Laid(made, Origin(here.source, here.path, {**here.inner, step: part.origin}, here.rest, here.placed))
