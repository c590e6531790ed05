"""Warnings about what nothing uses: memory, options, terms and moves that change nothing, often a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bummerl.grammar import nodes, suggest

from .context import Context
from .source import Steps

Words = list[tuple[Steps, nodes.Node]]
"""Expressions, each with its path."""
EFFECTS: Final = frozenset({"set", "swaps", "picks_up", "discards", "shows", "scores"})
"""What a move may change."""


def lint_unused(base: Context, sections: list[Context], said: Words) -> None:
    """All of them; `said` is every expression of the rules and of their contracts."""
    _memory(base, said)
    _options(base, said)
    _terms(base, sections, said)
    _unstaged(base)
    _idle(base, said)


def names_in(node: nodes.Node) -> Iterator[str]:
    """The names that an expression itself has."""
    return (part.text for part in _within(node) if isinstance(part, nodes.Name))


def _within(node: nodes.Node) -> Iterator[nodes.Node]:
    rest = [node]
    while rest:
        here = rest.pop()
        yield here
        rest += here.children()


def _memory(context: Context, said: Words) -> None:
    """What is kept in mind is set by some move, and read by something."""
    names = context.typist.names
    written = {
        target
        for moves in _all_moves(context.data)
        for move in moves.values()
        if isinstance(move, Mapping)
        for target in move.get("set", {})
    }
    read: set[str] = set()
    for path, node in said:
        own = path[-1] if len(path) > 1 and path[-2] == "set" else None
        for part in _within(node):
            if isinstance(part, nodes.Name) and part.text != own:
                read.add(part.text)
            elif isinstance(part, nodes.Member) and part.name != own:
                read.add(part.name)
    for name in names.memory:
        if name not in written:
            context.warn(
                ("memory", name), "memory-unset", f"`{name}` is kept in mind and never set", key=True, token=name
            )
        elif name not in read:
            context.warn(
                ("memory", name), "memory-unread", f"`{name}` is set and never asked for", key=True, token=name
            )


def _all_moves(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield data.get("moves", {})
    for contract in data.get("contracts", []):
        yield contract.get("moves", {})


def _options(context: Context, said: Words) -> None:
    used = {
        part.name
        for _, node in said
        for part in _within(node)
        if isinstance(part, nodes.Member) and isinstance(part.base, nodes.Name) and part.base.text == "option"
    }
    for name in context.data.get("options", {}):
        if name not in used:
            context.warn(
                ("options", name),
                "option-unused",
                f"option `{name}` changes nothing: no expression asks for it",
                key=True,
                token=name,
            )


def _terms(base: Context, sections: list[Context], said: Words) -> None:
    """New terms that no expression and no text names; those that a file changes may have lost their use."""
    used = {name for _, node in said for name in names_in(node)}
    there = base.data.get("terms", {})
    for context in (base, *sections):
        for name in context.data.get("terms", {}):
            if name in used or context.laid.origin.at(("terms", name)).placed:
                continue
            context.warn(
                ("terms", name),
                "term-unused",
                f"term `{name}` is used nowhere",
                key=True,
                token=name,
                suggestion=suggest(name, used & there.keys()),
            )


def _unstaged(context: Context) -> None:
    stages = context.data.get("stages")
    if not stages:
        return
    staged = {name for stage in stages for name in stage.get("moves", [])}
    for name, move in context.data.get("moves", {}).items():
        if move != "off" and name not in staged:
            context.warn(
                ("moves", name),
                "move-unstaged",
                f"move `{name}` can never be made: no stage lists it",
                key=True,
                token=name,
            )


def _idle(context: Context, said: Words) -> None:
    """A move does something, or something asks whether it was made."""
    moves = context.data.get("moves", {})
    asked = {name for _, node in said for name in names_in(node)}
    asked |= {name for end in context.data.get("ends", []) for name in end.get("then_may", [])}
    for name, move in moves.items():
        if move == "off" or name in asked or EFFECTS & move.keys():
            continue
        context.warn(
            ("moves", name),
            "move-idle",
            f"move `{name}` changes nothing, and nothing asks whether it was made",
            key=True,
            token=name,
            suggestion=suggest(name, moves),
        )
