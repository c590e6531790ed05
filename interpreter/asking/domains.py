"""What each fact can be, as far as that is certain from the deck, the seats and the moves there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from bummerl.rulesets.facts import FACTS
from bummerl.rulesets.typed import Typed

from .evaluation import LIMIT, OWN, SIDED, Evaluation, TooMuch, Work
from .values import Among, Span, hull, span_of

if TYPE_CHECKING:
    from .table import Table

SINGLE: Final = frozenset({"actor", "dealer", "forehand", "leader", "turn", "trick.winner", "last_trick.winner"})
"""Facts that are one player, or nobody."""
FIGURES: Final = frozenset(member[1:] for member in (*SIDED, *OWN))
"""Figures of a player, or of his side."""
WORK: Final = 20_000
FACTS_A_STEP: Final = 10
"""So many facts are copied or compared in the time of one step."""
ROUNDS: Final = 8
"""So many names in memory may be set from each other before one that goes on growing may become anything."""


def domains(table: Table, work: Work) -> dict[str, Among]:
    """Everything that each fact of a table can be, by its name."""
    found = {name: _of_language(table, name) for name in FACTS if table.kind(name) is not None}
    for seat in table.seats:
        found |= {f"{seat}.{member}": _of_player(table, member) for member in FIGURES}
    return found | _in_memory(table, found, work)


def _of_language(table: Table, name: str) -> Among:
    """A fact that every game has."""
    if name == "contract":
        return table.any_of("contract") if "contract" in table.settings else frozenset((-1,))
    if name in SINGLE:
        ones = table.any_of("actor")
        return hull((ones, frozenset((0,)))) if name.endswith("winner") else ones
    deal = table.deal
    most = {
        "trick.number": table.most_tricks + 1,
        "trick.size": len(table.seats),
        "talon.size": deal.talon + deal.turned,
        "cards_left": deal.hands * deal.hand_size,
    }.get(name)
    return table.any_of(FACTS[name].type) if most is None else Span(int(name == "trick.number"), most)


def _of_player(table: Table, member: str) -> Among:
    """A figure of one player, or of his side."""
    if member in ("tricks", "own_tricks"):
        return Span(0, table.most_tricks)
    if member == "brought":
        return Span(0, LIMIT) if table.rules.ruleset.data.get("match", {}).get("continue") else frozenset((0,))
    if member == "meld_points":
        return Span(0, table.most_melded)
    if table.worths is None:
        return Span(-LIMIT, LIMIT)
    melded = 0 if member == "card_points" else table.most_melded
    return Span(0, sum(table.worths) + melded)


# ---- memory
def _in_memory(table: Table, others: Mapping[str, Among], whole: Work) -> dict[str, Among]:
    """What names in memory can be: what they start as, and what moves make of that, until nothing is added any more."""
    memory = {name: kept for name, kept in table.names.memory.items() if kept.type not in ("cards", "suits")}
    starts = {name: bool(kept.start) if kept.type == "truth" else kept.start for name, kept in memory.items()}
    now: dict[str, Among] = {name: frozenset((start,)) for name, start in starts.items()}
    work, growing = Work(min(WORK, whole.left)), True
    before_all = work.left
    try:
        for lap in range(ROUNDS + 2 * len(memory)):
            if not growing:
                break
            known, before = {**others, **_by_fact(table, now)}, dict(now)
            work.spend(len(known) // FACTS_A_STEP)
            for name, kept in memory.items():
                grown = _joined([before[name], *_set_to(table, name, kept.type, known, work)])
                now[name] = grown if lap < ROUNDS else _widened(before[name], grown, table.any_of(kept.type))
            growing = now != before
    except TooMuch:
        growing = True
    whole.left -= before_all - work.left
    if growing:
        now = {name: table.any_of(kept.type) for name, kept in memory.items()}
    return _by_fact(table, now)


def _by_fact(table: Table, names: Mapping[str, Among]) -> dict[str, Among]:
    """What is kept for each player is a fact of each."""
    found: dict[str, Among] = {}
    for name, among in names.items():
        each = table.names.memory[name].each
        found |= {f"{seat}.{name}": among for seat in table.seats} if each else {name: among}
    return found


def _set_to(table: Table, name: str, kind: str, known: Mapping[str, Among], work: Work) -> list[Among]:
    found = []
    for setting in table.settings.get(name, ()):
        for to in setting.to:
            for contract in table.contracts_of(to):
                among = Evaluation(table, known, contract, work).value(to, {}).among
                found.append(table.any_of(kind) if among is None else among)
    return found


def _joined(parts: list[Among]) -> Among:
    """Everything that is in one of them; a few figures, such as a stake, are listed."""
    if all(isinstance(part, frozenset) or part.least == part.most for part in parts):
        return frozenset(v for part in parts for v in (part if isinstance(part, frozenset) else (part.least,)))
    found = hull(parts)
    return Span(max(found.least, -LIMIT), min(found.most, LIMIT)) if isinstance(found, Span) else found


def _widened(before: Among, grown: Among, anything: Among) -> Among:
    """What has no end in sight; a number keeps the bound on the side on which it does not grow."""
    if grown == before or not isinstance(anything, Span):
        return before if grown == before else anything
    was, now = span_of(before), span_of(grown)
    return Span(
        was.least if now.least >= was.least else anything.least, was.most if now.most <= was.most else anything.most
    )


def hangs_on_contract(node: Typed) -> bool:
    """Does an expression look at the contract, or at points, to which a contract may add?"""
    return any(
        (leaf.op == "attr" and leaf.value == "contract") or leaf.op in (".points", ".own_points")
        for leaf in node.walk()
    )
