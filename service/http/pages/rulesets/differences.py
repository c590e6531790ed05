"""How two rulesets differ, rule by rule, for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bummerl.rulesets import Difference, Ruleset, diff
from bummerl.rulesets.book.sections import CONDITIONS
from bummerl.rulesets.diff import pieces
from markupsafe import Markup

from ....spelled import plain
from ..words import PageWords
from .captions import Bit, Captions
from .marking import Marker, as_bits, unmarked

RULES: Final = frozenset({"basic", "requirement", "duty", "end", "bonus", "score", "tier", "irregularity", "unit"})
"""Kinds of what has a place of its own in a rule book."""
ORDER: Final = (
    "part", "option", "basic", "duty", "requirement", "end", "bonus", "score", "tier", "irregularity", "unit",
    "contract", "stage", "move", "order", "term", "memory",
)  # fmt: skip
"""The kinds in the order in which differences are shown: what is chosen and what is ruled before the words for it."""
HIDDEN: Final = ("text", "title", "names", "type")
"""Keys that are no condition: words are shown as words, and the type of an option shows in its values."""
PLACE: Final = "in"
"""The key that says in which list a rule stands."""
OFF: Final = "off"
MOST: Final = 400
"""So many differences are shown."""


@dataclass(frozen=True)
class Side:
    """What one ruleset says: its words, the language they are in, and its exact conditions, differences marked."""

    text: Markup
    lang: str
    lines: list[tuple[str, Markup]]
    anchor: str | None
    """Where it stands in the rule book."""


@dataclass(frozen=True)
class Pair:
    """One thing that the rulesets say differently; a side that says nothing of it is `None`."""

    kind: str
    id: str
    contract: str | None
    before: Side | None
    after: Side | None


@dataclass(frozen=True)
class Alike:
    """One thing that both rulesets say alike, and where it stands in their rule books."""

    kind: str
    id: str
    contract: str | None
    anchor: str | None


@dataclass(frozen=True)
class Differences:
    """All differences of two rulesets, what both say alike, and how many differences are not shown."""

    pairs: list[Pair]
    same: list[Alike]
    more: int


def differences(before: Ruleset, after: Ruleset, words: PageWords) -> Differences:
    """Everything in which the second differs from the first, and what they have in common."""
    found = diff(before, after)
    marker = Marker()
    captions = Captions(before, words), Captions(after, words)
    shown = sorted(found, key=lambda one: ORDER.index(one.kind))[:MOST]
    pairs = [_pair(one, captions, marker) for one in shown]
    return Differences(pairs, list(_same(before, after, found)), max(0, len(found) - MOST))


def _same(before: Ruleset, after: Ruleset, found: Iterable[Difference]) -> Iterator[Alike]:
    differ = {(one.kind, one.id, one.contract) for one in found}
    theirs = {key for key, _ in pieces(after)}
    for key, said in pieces(before):
        if key not in differ and key in theirs and key[0] != "order":
            yield Alike(*key, anchor(key[0], key[1], said))


def _pair(one: Difference, captions: tuple[Captions, Captions], marker: Marker) -> Pair:
    texts = [caption.said(_text(said), one.contract) for caption, said in zip(captions, _both(one), strict=True)]
    marked: tuple[Markup, Markup]
    if one.change == "changed" and texts[0][0] != texts[1][0]:
        marked = marker.both(texts[0][0], texts[1][0])
    else:
        marked = unmarked(texts[0][0]), unmarked(texts[1][0])
    lines = _lines(one, marker)
    sides = [
        None if said is None else Side(text, lang, line, anchor(one.kind, one.id, said))
        for said, text, (_, lang), line in zip(_both(one), marked, texts, lines, strict=True)
    ]
    return Pair(one.kind, one.id, one.contract, *sides)


def _both(one: Difference) -> tuple[Any, Any]:
    return one.before, one.after


def _text(said: Any) -> Mapping[str, str] | None:
    return said.get("text") if isinstance(said, Mapping) else None


def _lines(one: Difference, marker: Marker) -> tuple[list[tuple[str, Markup]], list[tuple[str, Markup]]]:
    """What each side says besides its words, a line for each key, with the words marked that differ."""
    said = [_mapped(side) for side in _both(one)]
    left: list[tuple[str, Markup]] = []
    right: list[tuple[str, Markup]] = []
    for key in _keys(one, said):
        texts: list[list[Bit]] = [as_bits(plain(each[key])) if key in each else [] for each in said]
        if one.change == "changed" and texts[0] != texts[1]:
            marked = marker.both(*texts)
        else:
            marked = unmarked(texts[0]), unmarked(texts[1])
        for lines, each, text in zip((left, right), said, marked, strict=True):
            if key in each:
                lines.append((key, text))
    return left, right


def _mapped(said: Any) -> Mapping[str, Any]:
    """What is said by key; a single value has none."""
    return said if isinstance(said, Mapping) else {} if said is None else {"": said}


def _keys(one: Difference, said: list[Mapping[str, Any]]) -> list[str]:
    """The keys that are shown: of a rule all conditions, of anything else those that differ."""
    keys = [key for key in dict.fromkeys((*said[0], *said[1])) if key not in HIDDEN]
    if one.kind in RULES:
        moved = one.change == "changed" and PLACE in one.keys
        return [key for key in dict.fromkeys((*CONDITIONS, *keys)) if key in keys and (key != PLACE or moved)]
    return [key for key in keys if not one.keys or key in one.keys]


def anchor(kind: str, id: str, said: Any) -> str | None:
    """The place in a rule book of what has an id or a name of its own; a move that is off has none."""
    if kind in RULES:
        return id
    if said == OFF:
        return None
    return f"{kind}-{id}" if kind in ("option", "term", "memory", "move", "contract") else None
