"""Checks of moves, stages and contracts: what they name exists, what they set can be set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.grammar import suggest

from .context import Context
from .places import settable
from .source import Steps


def check_moves(context: Context, base: Mapping[str, Any]) -> None:
    """The moves that hold (under a contract, those that do then); `base` are the rules without it."""
    moves: Mapping[str, Any] = context.data.get("moves", {})
    there = base.get("moves", {})
    for name, move in moves.items():
        if name not in there:
            message = f"there is no move `{name}`: a contract changes or switches off what there is"
            meant = suggest(name, there)
            context.problem(("moves", name), "unknown-move", message, key=True, token=name, suggestion=meant)
        if move != "off":
            _check_move(context, ("moves", name), move)
    _check_melds(context, [name for name, move in moves.items() if move != "off" and move.get("names") == "meld"])
    for i, end in enumerate(context.data.get("ends", [])):
        for j, name in enumerate(end.get("then_may", [])):
            _known(context, ("ends", i, "then_may", j), name, moves)


def _check_move(context: Context, path: Steps, move: Mapping[str, Any]) -> None:
    """A number is announced only where one is named; only what is in memory is set."""
    if "says" in move and move.get("names") not in ("meld", "number"):
        context.problem((*path, "says"), "says", "only a move that names a meld or a number announces one", key=True)
    names = context.typist.names
    for target in move.get("set", {}):
        if settable(target, names) is None:
            message = f"`{target}` cannot be set: it is not in memory"
            meant = suggest(target, [*names.memory, "trump", "contract"])
            context.problem((*path, "set", target), "set-target", message, key=True, token=target, suggestion=meant)


def _check_melds(context: Context, melds: list[str]) -> None:
    """Two moves cannot both be meant by the same notation."""
    if len(melds) > 1:
        message = f"`{melds[0]}` names a meld already, and `HK+40` can mean one move only"
        context.problem(("moves", melds[1]), "two-melds", message, key=True, token=melds[1])


def check_stages(context: Context) -> None:
    """The moves of stages exist, and one stage is the play."""
    stages = context.data.get("stages", [])
    for i, stage in enumerate(stages):
        for j, name in enumerate(stage.get("moves", [])):
            _known(context, ("stages", i, "moves", j), name, context.data.get("moves", {}))
    if stages and not any(stage["id"] == "play" for stage in stages):
        context.problem(
            ("stages",), "no-play-stage", "one of the stages must be called `play`: the one with tricks", key=True
        )


def _known(context: Context, path: Steps, name: str, moves: Mapping[str, Any]) -> None:
    if name not in moves:
        context.problem(path, "unknown-move", f"there is no move `{name}`", token=name, suggestion=suggest(name, moves))


def check_contracts(context: Context) -> None:
    """Every contract has a value of its own or by `like`."""
    for i, contract in enumerate(context.data.get("contracts", [])):
        if "value" not in contract:
            context.problem(
                ("contracts", i), "missing-key", f"`value` is missing: contract `{contract['id']}` needs one"
            )


def check_worths(context: Context) -> None:
    """A row without a figure of its own needs tiers."""
    for i, row in enumerate(context.data.get("score", [])):
        if "worth" not in row and "pays" not in row and not context.data.get("tiers"):
            context.problem(
                ("score", i), "missing-key", f"`worth` is missing: `{row['id']}` needs one, since there are no `tiers`"
            )
