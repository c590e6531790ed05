"""How often the end of a hand must be asked for: what its conditions look at says when they can come true."""

from __future__ import annotations

from typing import Final

from bummerl.interpreter import core as C
from bummerl.rulesets.typed import Typed

from .members import OF_SIDE

WITH_CARDS: Final = frozenset(
    {"turn", "led", "best", "trick.size", "trick.cards", "trick.winner", "last_move", "undrawn", "cards_left"}
)
"""Facts that any card can change."""
WITH_TRICKS: Final = frozenset({"leader", "trick.number", "last_trick.winner", "last_trick.cards", "turn_up"})
"""Facts that a trick can change."""
TRICK_MEMBERS: Final = frozenset({*OF_SIDE, ".own_tricks", ".own_points", ".won", ".declared"})
SIDES: Final = frozenset({*OF_SIDE, ".side", ".opponents", ".partner"})


def restless(node: Typed, partners: Typed | None, *, drawn: bool = False) -> int:
    """When it can come true: with words only (and the last card), with tricks, or with any card. `partners`: who
    plays together, if an expression says so; `drawn`: the talon counts as changing with any card, because it is drawn
    from after the question."""
    if node.op == "is" and [(arg.op, arg.value) for arg in node.args] == [("attr", "cards_left"), ("const", 0)]:
        return C.ENDS_WITH_WORDS
    level = max((restless(arg, partners, drawn=drawn) for arg in node.args), default=C.ENDS_WITH_WORDS)
    if partners is not None and node.op in SIDES:
        level = max(level, restless(partners, None, drawn=drawn))
    if node.op in (".hand", "played") or (node.op == "attr" and node.value in WITH_CARDS):
        return C.ENDS_WITH_CARDS
    if node.op == "talon_size":
        return C.ENDS_WITH_CARDS if drawn else max(level, C.ENDS_WITH_TRICKS)
    if node.op in TRICK_MEMBERS or (node.op == "attr" and node.value in WITH_TRICKS):
        return max(level, C.ENDS_WITH_TRICKS)
    return level
