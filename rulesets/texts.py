"""The words of rules, and what may stand in braces there: facts, and words for one case or the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from .context import Context
from .error import RulesetError
from .facts import SCOPED
from .normal import rule_lists
from .places import LISTS, move_scope
from .source import Steps
from .typist import Typist

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
_IF: Final = "if "
_ANY: Final = tuple((name, fact.type) for name, fact in SCOPED.items())
_MARKS: Final = ("else", "end")
_WORDS: Final = r"((?:(?!\{(?:if |else\}|end\})).)*)"
_CASE: Final = re.compile(r"\{if ([^{}]*)\}" + _WORDS + r"(?:\{else\}" + _WORDS + r")?\{end\}", re.DOTALL)


class Hole(NamedTuple):
    """A fact named in a text: `{led.suit}`, or a condition: `{if closed}`, with the columns of its expression.
    `name` is that expression; None for a brace of no pair.
    """

    name: str | None
    column: int
    end_column: int
    condition: bool = False


def holes(text: str) -> Iterator[Hole]:
    """All facts that a text names and conditions that it asks, in order.

    >>> [hole.name for hole in holes("{actor} must follow {led.suit}{if closed}, as it is closed{end}.")]
    ['actor', 'led.suit', 'closed']
    """
    for found in _HOLE.finditer(text):
        if found[1] in _MARKS:
            continue
        if found[1] is not None and found[1].startswith(_IF):
            yield Hole(found[1][len(_IF) :], found.start() + 2 + len(_IF), found.end(), True)
            continue
        named = found[1] is not None and _NAMED.fullmatch(found[1])
        yield Hole(found[1] if named else None, found.start() + (2 if named else 1), found.end() + (0 if named else 1))


def in_case(text: str, holds: Callable[[str], bool]) -> str:
    """A text with the words of the case that there is; `holds` is asked each condition.

    >>> in_case("Bert had no trick{if frozen} at the close{else} in the end{end}.", lambda condition: False)
    'Bert had no trick in the end.'
    """
    if "{if " not in text:
        return text
    return _CASE.sub(lambda found: found[2] if holds(found[1]) else found[3] or "", text)


def in_general(text: str, typist: Typist | None) -> str:
    """A text where no hand is played: in the case that the options decide, else without what only some hands are."""

    def holds(condition: str) -> bool:
        try:
            found = typist.typed(condition, "truth", _ANY) if typist is not None else None
        except RulesetError:  # asked under another contract only
            return False
        return found is not None and found.op == "const" and bool(found.value)

    return in_case(text, holds)


def unpaired(text: str) -> re.Match[str] | None:
    """The first mark of a case that is not one of `{if …}…{end}` or `{if …}…{else}…{end}`; cases have no others inside
    them.
    """
    rest = _CASE.sub(lambda found: " " * len(found[0]), text)
    return re.search(r"\{(?:if [^{}]*|else|end)\}", rest)


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
