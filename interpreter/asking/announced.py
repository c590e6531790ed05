"""How many points announcements can make in one hand: what the ruleset itself makes certain.

One announcement before each trick is always a bound, and often a very wide one: with a pack of four suits nobody can
declare ten pairs.  Where the rules let a suit be announced only once, there is at most one announcement for each suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bummerl.rulesets.places import move_scope, scope_of
from bummerl.rulesets.typed import Typed

from .evaluation import LIMIT, Evaluation, TooMuch, Work

if TYPE_CHECKING:
    from .table import Table

PLAY: Final = "play"
WORK: Final = 5_000
"""Steps for reading what announcements score."""
MOVES_CARDS: Final = frozenset({"swaps", "picks_up", "discards"})
"""Keys of a move by which a card may come from one hand into another."""


class Announced(NamedTuple):
    """Points of announcements: of one side at most, of all sides together at most, and whether that is more than one
    for each trick, the bound that nothing but their number gives.
    """

    side: int
    all: int
    tight: bool


def announced(table: Table) -> Announced:
    """The bounds over the whole hand."""
    side = together = 0
    tight = True
    for contract in table.contracts:
        of_side = of_all = 0
        for name, said in table.moves(contract).items():
            if "scores" not in said:
                continue
            scores = table.under[contract].typed(said["scores"], "number", scope_of(*move_scope(said)))
            times = _times(table, contract, name, said)
            most = _a_suit_each(table, contract, scores) if times is not None else None
            if times is None or most is None:
                every_trick = min(scores.most * (table.most_tricks + 1), LIMIT)
                of_side, of_all, tight = of_side + every_trick, of_all + every_trick, False
            else:
                of_side, of_all = of_side + times[0] * most, of_all + times[1] * most
        side, together = max(side, of_side), max(together, of_all)
    return Announced(min(side, LIMIT), min(together, LIMIT), tight)


def _times(table: Table, contract: int, name: str, said: Mapping[str, Any]) -> tuple[int, int] | None:
    """How often each suit can be announced at most, by one side and by all; `None` if that is not certain."""
    rules = [row.that for row in table.rows(contract, f"require:{name}") if row.when is None and row.that is not None]
    asked = [part for rule in rules for part in _parts(rule)]
    if said.get("names") != "meld" or not any(map(_held, asked)):
        return None
    alone = table.names.copies == 1
    if alone and _breaks_its_pair(table, contract, name, said, asked):
        return 1, 1
    if not any(map(_not_melded, asked)):
        return None
    seats = len(table.seats)
    if alone and not any(MOVES_CARDS & other.keys() for other in table.moves(contract).values()):
        return 1, 1
    sides = [side.bit_count() for side in table.each_side] if table.partners is None else [seats]
    return max(sides), seats


def _breaks_its_pair(table: Table, contract: int, name: str, said: Mapping[str, Any], asked: list[Typed]) -> bool:
    """Must whoever announced lead one of the cards shown, once a trick, so that the cards are together no more?"""
    stages = table.under[contract].data.get("stages", ())
    if (
        said.get("by")
        or said.get("also")
        or any(name in each.get("moves", ()) for each in stages if each["id"] != PLAY)
    ):
        return False
    shown = (
        table.under[contract].typed(said["shows"], "cards", scope_of(*move_scope(said))) if "shows" in said else None
    )
    if shown is None or not any(_held(part) and repr(part.args[0]) == repr(shown) for part in asked):
        return False
    first = next(iter(table.rows(contract, "lead")), None)
    if first is None or first.that is None or not (first.when is None or _somebody_declared(first.when)):
        return False
    leads_it = first.that.op == "card_in" and first.that.args[0].value == "card" and _of(first.that.args[1], "leader")
    return leads_it and any(map(_on_lead, asked)) and any(map(_none_declared, asked))


def _a_suit_each(table: Table, contract: int, scores: Typed) -> int | None:
    """What one announcement for each suit comes to at most, whatever suit is trumps; `None` if that is not certain."""
    suits, work, sums = range(table.pack.suits), Work(WORK), []
    stays = "trump" not in table.settings or _set_before_play(table)
    try:
        for trump in (-1, *suits) if stays else (None,):
            known = {} if trump is None else {"trump": frozenset((trump,))}
            evaluation = Evaluation(table, known, contract, work)
            sums.append(sum(max(0, evaluation.value(scores, {"suit": suit}).span.most) for suit in suits))
    except TooMuch:
        return None
    return min(max(sums), LIMIT)


def _set_before_play(table: Table) -> bool:
    """Is trump named before play only?"""
    makers = {setting.move for setting in table.settings["trump"]}
    stages = [each for contract in table.contracts for each in table.under[contract].data.get("stages", ())]
    during = {move for each in stages if each["id"] == PLAY for move in each.get("moves", ())}
    before = {move for each in stages if each["id"] != PLAY for move in each.get("moves", ())}
    return makers <= before - during


# ---- shapes of conditions
def _parts(node: Typed) -> Iterator[Typed]:
    """The conditions that all have to hold."""
    if node.op == "and":
        for arg in node.args:
            yield from _parts(arg)
    else:
        yield node


def _of(node: Typed, who: str, member: str = ".declared") -> bool:
    return node.op == member and node.args[0].op == "attr" and node.args[0].value == who


def _nothing(node: Typed) -> bool:
    return node.op == "const" and node.value == 0


def _held(node: Typed) -> bool:
    """`(K Q) of suit in actor.hand`: two cards or more."""
    several = node.op == "subset" and node.args[0].op == "of_set" and len(set(node.args[0].value)) > 1
    return several and node.args[0].args[0].value == "suit" and _of(node.args[1], "actor", ".hand")


def _not_melded(node: Typed) -> bool:
    """`suit not in actor.melded`."""
    said = node.args[0] if node.op == "not" else node
    return (
        node.op == "not"
        and said.op == "suit_in"
        and said.args[0].value == "suit"
        and _of(said.args[1], "actor", ".melded")
    )


def _none_declared(node: Typed) -> bool:
    """`actor.declared is none`."""
    return node.op == "is" and _of(node.args[0], "actor") and _nothing(node.args[1])


def _somebody_declared(node: Typed) -> bool:
    """`leader.declared is not none`."""
    return (
        node.op == "not"
        and node.args[0].op == "is"
        and _of(node.args[0].args[0], "leader")
        and _nothing(node.args[0].args[1])
    )


def _on_lead(node: Typed) -> bool:
    """`trick.size is 0`."""
    return node.op == "is" and node.args[0].value == "trick.size" and _nothing(node.args[1])
