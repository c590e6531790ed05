"""*None equals none*: what is asked of trump where there may be none needs `trump is not none` before it.

Without trumps, `trump.colour` and `K of trump` are none, and so they equal every other thing that is none: the colour
of a suit that has no colour, a card that is not there. A comparison that can come true that way is refused; a
question that only goes unanswered is warned of.

*Before it* means: in an earlier part of the same `and`, in the condition of an `if`, in the row's `when`,
or the other way round (`trump is
none or …`). Where the turn-up makes trumps under every contract there are always some, and nothing is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .names import Names
from .typed import Typed

CODE: Final = "trump-none"
WARN: Final = "without trumps this asks for nothing: `trump is not none and` belongs before it"
REFUSE: Final = "without trumps both sides are none, and so equal: `trump is not none and` must stand before it"


def always_trumps(play_trump: list[Typed | None], names: Names) -> bool:
    """Is there a trump suit whenever somebody plays? `play_trump` are the `play.trump` of the rules and of all
    contracts.
    """

    def makes(node: Typed | None) -> bool:
        if node is None:
            return False
        turned = node.op == ".suit" and node.args[0].op == "attr" and node.args[0].value == "turn_up" and names.turned
        return turned or (node.op == "const" and bool(node.value >= 0))

    return bool(play_trump) and all(map(makes, play_trump))


def unguarded(node: Typed, names: Names, sure: bool = False) -> Iterator[tuple[Typed, str, bool]]:
    """Each question about trump that nothing stands before: the node, the words, and whether it must be refused."""
    if sure or "trump" not in node.deps:
        return
    if node.op == "is":
        left, right = node.args
        asked = [side for side in node.args if _asks(side)]
        literal = any(side.op == "const" for side in node.args)
        if asked and not literal and _may_be_none(left, names) and _may_be_none(right, names):
            yield node, REFUSE, True
            return
    if node.op == ".colour" and _is_trump(node.args[0]):
        yield node, WARN, False
    elif node.op in ("and", "or"):
        known = False
        for part in node.args:
            yield from unguarded(part, names, known)
            known = known or _tells(part, node.op == "and")
    elif node.op == "choose":
        value, condition, otherwise = node.args
        yield from unguarded(condition, names)
        yield from unguarded(value, names, _tells(condition, True))
        yield from unguarded(otherwise, names, _tells(condition, False))
    else:
        for part in node.args:
            yield from unguarded(part, names)


def tells(node: Typed | None) -> bool:
    """Does this condition, if it holds, say that there are trumps?"""
    return node is not None and _tells(node, True)


def _tells(node: Typed, held: bool) -> bool:
    """If the condition held (or did not), are there trumps?"""
    if node.op == "not":
        return _tells(node.args[0], not held)
    if node.op == ("and" if held else "or"):
        return any(_tells(part, held) for part in node.args)
    if node.op == ("or" if held else "and"):
        return all(_tells(part, held) for part in node.args)
    if node.op == "is":
        sides = [side for side in node.args if not _is_trump(side)]
        if len(sides) == 1 and sides[0].op == "const":
            return held is bool(sides[0].value >= 0)
    return node.op == "in_set" and held and _is_trump(node.args[0])


def _is_trump(node: Typed) -> bool:
    return node.op == "attr" and node.value == "trump"


def _asks(node: Typed) -> bool:
    """Is something of trump asked in it, its colour or one of its cards?"""
    return any(part.op in (".colour", "of") and _is_trump(part.args[-1]) for part in node.walk())


def _may_be_none(node: Typed, names: Names) -> bool:
    match node.op:
        case "const":
            return bool(node.value == -1)
        case "attr":
            return node.value in ("trump", "led", "best", "turn_up", "contract")
        case "mem" | "highest" | "lowest":
            return node.type in ("card", "suit")
        case "of":
            return _may_be_none(node.args[1], names)
        case ".colour":
            return _may_be_none(node.args[0], names) or len(names.suit_colours) < len(names.suits)
        case "choose":
            return _may_be_none(node.args[0], names) or _may_be_none(node.args[2], names)
        case ".suit" | ".rank" | ".printed_suit":
            return _may_be_none(node.args[0], names)
        case _:
            return False
