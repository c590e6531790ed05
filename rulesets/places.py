"""Every place of a ruleset where an expression may stand: its type, and what is known there.

One list serves the type checker, the image builder's checks, the lints and the reference. A place is found by walking
the resolved rules; under a contract the walk is the same over the rules that hold then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from bummerl.grammar import pointer

from .facts import SCOPED
from .names import Names

Scope = tuple[str, ...]
NOTHING: Final[Scope] = ()
ACTOR: Final[Scope] = ("actor",)
REFUSED: Final[Scope] = (*ACTOR, "card")
SIDES: Final[Scope] = ("winner", "loser")
NAMED: Final[dict[str | None, Scope]] = {
    None: (), "meld": ("suit", "said"),
    "suit": ("suit",), "card": ("card",), "contract": ("call",), "number": ("number",),
}  # fmt: skip
"""What a move that `names` something makes known."""

LISTS: Final[dict[str, str]] = {
    "require": "requirement", "lead": "duty", "follow": "duty", "ends": "end", "bonuses": "bonus", "score": "score",
    "tiers": "tier",
    "irregularities": "irregularity", "units": "unit",
}  # fmt: skip
"""The lists of rules, and what a rule of each is called."""


class Spot(NamedTuple):
    """One expression: the way to it, its text, the type wanted, the facts known besides those known everywhere."""

    path: tuple[str | int, ...]
    text: str | int | bool
    want: str
    scope: Scope = NOTHING
    printed: bool = False

    @property
    def pointer(self) -> str:
        """The way to it as a JSON pointer."""
        return pointer(self.path)


def scope_of(*names: str) -> dict[str, str]:
    """Facts known in some places, with their types."""
    return {name: SCOPED[name].type for name in names}


def spots(data: Mapping[str, Any], names: Names) -> Iterator[Spot]:
    """All expressions of resolved rules but terms and what belongs to one contract only."""
    for key, want in (("sits_out", "players"), ("partners", "players")):
        if isinstance(data.get(key), str):
            yield Spot((key,), data[key], want)
    yield from _deck(data["deck"])
    yield from _table(
        data.get("stages", []),
        ("stages",),
        {
            "when": ("truth", NOTHING),
            "until": ("truth", NOTHING),
            "turn": ("players", NOTHING),
            "first": ("players", NOTHING),
        },
    )
    yield from section_spots(data, names)
    match = data.get("match", {})
    yield from _map(
        match,
        ("match",),
        {
            "target": ("number", NOTHING),
            "write": ("direction", NOTHING),
            "dealer": ("players", SIDES),
            "carry": ("number", SIDES),
            "forfeit": ("number", SIDES),
            "exact": ("truth", NOTHING),
            "continue": ("truth", SIDES),
            "best_of": ("number", NOTHING),
            "first_to": ("number", NOTHING),
        },
    )
    yield from _table(
        match.get("units", []), ("match", "units"), {"when": ("truth", SIDES), "worth": ("number", SIDES)}
    )
    for i, contract in enumerate(data.get("contracts", [])):
        yield from _map(contract, ("contracts", i), {"value": ("number", NOTHING)})
        yield from _requirements(contract.get("require", []), ("contracts", i, "require"), ("actor", "call"))


def section_spots(data: Mapping[str, Any], names: Names) -> Iterator[Spot]:
    """The expressions that a contract may change."""
    yield from _play(data.get("play", {}))
    for name, move in data.get("moves", {}).items():
        if move != "off":
            yield from _move(move, ("moves", name), names)
    yield from _table(data.get("ends", []), ("ends",), {"when": ("truth", NOTHING)})
    yield from _table(
        data.get("bonuses", []),
        ("bonuses",),
        {"when": ("truth", NOTHING), "to": ("players", NOTHING), "points": ("number", NOTHING)},
    )
    yield from _table(
        data.get("score", []),
        ("score",),
        {
            "when": ("truth", NOTHING),
            "winner": ("players", NOTHING),
            "worth": ("number", SIDES),
            "pays": ("number", (*SIDES, "player")),
        },
    )
    yield from _table(data.get("tiers", []), ("tiers",), {"when": ("truth", SIDES), "worth": ("number", SIDES)})
    yield from _table(
        data.get("irregularities", []),
        ("irregularities",),
        {"when": ("truth", REFUSED), "winner": ("players", REFUSED), "worth": ("number", (*REFUSED, *SIDES))},
    )
    if "multiply" in data:
        yield Spot(("multiply",), data["multiply"], "number", SIDES)


def move_scope(move: Mapping[str, Any]) -> Scope:
    """What is known where a move is judged and takes effect."""
    return (*ACTOR, *NAMED[move.get("names")])


Wanted = Mapping[str, tuple[str, Scope]]


def _map(found: Mapping[str, Any], path: tuple[str | int, ...], wanted: Wanted) -> Iterator[Spot]:
    for key, (want, scope) in wanted.items():
        if key in found:
            yield Spot((*path, key), found[key], want, scope)


def _table(rows: list[Mapping[str, Any]], path: tuple[str | int, ...], wanted: Wanted) -> Iterator[Spot]:
    for i, row in enumerate(rows):
        if not row.get("off"):
            yield from _map(row, (*path, i), wanted)


def _requirements(rows: list[Mapping[str, Any]], path: tuple[str | int, ...], scope: Scope) -> Iterator[Spot]:
    return _table(rows, path, {"when": ("truth", scope), "that": ("truth", scope)})


def _deck(deck: Mapping[str, Any]) -> Iterator[Spot]:
    for i, row in enumerate(deck.get("belongs", [])):
        yield Spot(("deck", "belongs", i, "cards"), row["cards"], "truth", ("card",), True)
        yield Spot(("deck", "belongs", i, "suit"), row["suit"], "suit", ("card",), True)
    for i, row in enumerate(deck.get("points", [])):
        yield Spot(("deck", "points", i, "cards"), row["cards"], "truth", ("card",))


def _play(play: Mapping[str, Any]) -> Iterator[Spot]:
    yield from _map(
        play, ("play",), {"leader": ("players", NOTHING), "trump": ("suit", NOTHING), "players": ("players", NOTHING)}
    )
    yield from _map(play.get("draw", {}), ("play", "draw"), {"when": ("truth", NOTHING)})
    yield from _table(play.get("wins", []), ("play", "wins"), {"cards": ("truth", ("card",))})
    for ladder in ("lead", "follow"):
        for spot in _table(
            play.get(ladder, []), ("play", ladder), {"when": ("truth", NOTHING), "play": ("truth", ("card",))}
        ):
            if not (spot.path[-1] == "play" and spot.text == "any"):
                yield spot


def _move(move: Mapping[str, Any], path: tuple[str | int, ...], names: Names) -> Iterator[Spot]:
    scope = move_scope(move)
    yield from _map(move, path, {"by": ("players", NOTHING), "also": ("players", NOTHING)})
    yield from _requirements(move.get("require", []), (*path, "require"), scope)
    for target, text in move.get("set", {}).items():
        want = settable(target, names)
        if want is not None:
            yield Spot((*path, "set", target), text, want, scope)
    yield from _map(
        move,
        path,
        {
            "shows": ("cards", scope),
            "scores": ("number", scope),
            "counts": ("truth", ("player",)),
            "swaps": ("card", scope),
            "discards": ("card", scope),
        },
    )


def settable(target: str, names: Names) -> str | None:
    """The type of what `set` may write to, or None if it may not."""
    if target in ("trump", "contract"):
        return {"trump": "suit"}.get(target, target)
    return names.memory[target].type if target in names.memory else None
