"""All places where an expression may stand, in general: what each wants, and where each fact is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from .facts import described
from .names import Names
from .places import NAMED, Spot, spots

Where = tuple[str, str, tuple[str, ...]]
"""A place such as `tiers.when`, what it wants in words, and what is known there besides."""


@cache
def every_place() -> tuple[Where, ...]:
    """Every place, once."""
    found: dict[str, Where] = {}
    for spot in spots(_EVERYTHING, Names.of(_EVERYTHING, {})):
        place = ".".join(_shown(spot))
        wants = "what the name holds" if "set" in spot.path else described(spot.want)
        found.setdefault(place, (place, wants, spot.scope))
    return tuple(found.values())


def _shown(spot: Spot) -> Iterator[str]:
    for i, step in enumerate(spot.path):
        if isinstance(step, str):
            yield "NAME" if i and spot.path[i - 1] in ("moves", "set") else step


@cache
def known_in(fact: str) -> tuple[str, ...]:
    """Where a fact of `SCOPED` is known, in words; a part in which it is known everywhere is named as a whole.

    >>> known_in("loser")[:3]
    ('`score.worth`', '`score.pays`', '`tiers`')
    """
    parts: dict[str, list[Where]] = {}
    for where in every_place():
        parts.setdefault(where[0].rpartition(".")[0] or where[0], []).append(where)
    found: list[str] = []
    for part, places in parts.items():
        known = [place for place, _, scope in places if fact in scope]
        found += [part] if len(known) == len(places) else known
    words = [f"`{place}`" for place in found]
    words += [f"a move that names a {kind}" for kind, names in NAMED.items() if fact in names]
    words += [f"`where` over {loop}s" for loop in ("card", "player") if fact == loop]
    return tuple(words)


_RULE: Final = {"id": "a.b", "when": "yes"}
_EVERYTHING: Final[dict[str, Any]] = {
    "ruleset": "everything", "title": {}, "seats": 2, "partners": "nobody", "sits_out": "dealer", "basics": {},
    "deck": {"suits": ["S"], "ranks": {"A": 0}, "belongs": [{"cards": "yes", "suit": "S"}],
    "points": [{"cards": "yes", "points": 0}]},
    "deal": [{"hands": 1}], "memory": {"NAME": "number"},
    "stages": [{"id": "play", "when": "yes", "until": "no", "turn": "leader", "first": "leader"}],
    "play": {"leader": "leader", "trump": "none", "players": "everyone", "draw": {"when": "yes"},
    "wins": [{"cards": "yes"}],
             "lead": [{**_RULE, "play": "yes"}], "follow": [{**_RULE, "play": "yes"}]},
    "moves": {"NAME": {"by": "leader", "also": "leader", "require": [{**_RULE, "that": "yes"}], "set": {"NAME": 1},
    "shows": "none", "scores": 1,
                       "counts": "yes", "swaps": "none", "discards": "none"}},
    "ends": [_RULE], "bonuses": [{**_RULE, "to": "leader", "points": 1}],
    "score": [{**_RULE, "winner": "leader", "worth": 1, "pays": 1}], "tiers": [{**_RULE, "worth": 1}],
    "irregularities": [{**_RULE, "for": ["*"], "winner": "leader", "worth": 1}], "multiply": 1,
    "contracts": [{"id": "c", "value": 1, "require": [{**_RULE, "that": "yes"}]}],
    "match": {"target": 1, "write": "up", "dealer": "dealer", "carry": 0, "forfeit": 0, "exact": "no", "continue": "no",
    "best_of": 0, "first_to": 0, "units": [{**_RULE, "worth": 1}]},
}  # fmt: skip
"""A ruleset that says something in every place, to walk through."""
