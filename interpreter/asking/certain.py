"""What a ruleset makes certain by its moves: which name is set by one move alone, and which figure can only grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bummerl.rulesets.typed import Typed

from .evaluation import LIMIT, SIDED, Evaluation, Work
from .table import Table
from .values import Among


class Move(NamedTuple):
    """What only one move sets: `targets`, all of them, and `signals`, those that it never leaves at their start."""

    name: str
    targets: tuple[str, ...]
    signals: tuple[str, ...]


class Certainty:
    """What is certain under one table. Built once with it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves = tuple(self._moves())
        self.snapshots = tuple(self._snapshots())
        self.without_trick: dict[int, int] = {}
        """What announcements can count for a player without a trick, by seat; found out when it is asked."""
        self.at_once: dict[tuple[str, int], bool] = {}
        """Whether a hand is over with a move, by move and contract; found out when it is asked."""

    # ---- read off the rules
    def start(self, name: str) -> Any:
        """What a name starts as."""
        if name == "contract":
            return -1
        kept = self.table.names.memory[name]
        return bool(kept.start) if kept.type == "truth" else kept.start

    def _moves(self) -> Iterator[Move]:
        table, found = self.table, dict[str, list[str]]()
        for name, settings in table.settings.items():
            told = name == "contract" or (name in table.names.memory and not table.names.memory[name].each)
            if told and len(settings) == 1 and table.kind(name) not in ("cards", "suits"):
                found.setdefault(settings[0].move, []).append(name)
        evaluation = Evaluation(table, {}, -1, Work(LIMIT))
        for move, targets in found.items():
            signals = []
            for name in targets:
                start = self.start(name)
                among = [evaluation.value(to, {}).among for to in table.settings[name][0].to]
                if all(a is not None and not _may_be(a, start) for a in among):
                    signals.append(name)
            yield Move(move, tuple(targets), tuple(signals))

    def _snapshots(self) -> Iterator[tuple[str, str, Typed]]:
        """A figure noted by a move, who made that move, and the figure: it can only have grown since."""
        table = self.table
        if table.partners is not None:
            return
        for move in self.moves:
            makers = [name for name in move.signals if all(_is_actor(to) for to in table.settings[name][0].to)]
            for name in move.targets if makers else ():
                noted = table.settings[name][0].to
                if len(noted) == 1 and self._grows(noted[0]):
                    yield name, makers[0], noted[0]

    def _grows(self, node: Typed) -> bool:
        """Is it a figure of a side that never falls during a hand?"""
        if node.op not in SIDED or node.args[0].deps - {"actor"}:
            return False
        if node.op == ".tricks":
            return True
        return self.table.worths is not None and (node.op == ".card_points" or self._melds_stay())

    def _melds_stay(self) -> bool:
        """Do melds that count go on counting?"""
        table = self.table
        for contract in table.contracts:
            for said in table.moves(contract).values():
                counts = table.under[contract].typed(said.get("counts", "yes"), "truth", {"player": "players"})
                if not _rises(counts):
                    return False
        return True


def _may_be(among: Among, value: Any) -> bool:
    return value in among if isinstance(among, frozenset) else among.least <= value <= among.most


def _is_actor(node: Typed) -> bool:
    return node.op == "attr" and node.value == "actor"


def _rises(node: Typed) -> bool:
    """Does a condition, once it holds, go on holding? It does if it asks for tricks."""
    if node.op == "const":
        return True
    if node.op in ("and", "or"):
        return all(map(_rises, node.args))
    return (
        node.op == "compare"
        and node.value in (">", ">=")
        and node.args[0].op in (".tricks", ".own_tricks")
        and node.args[1].op == "const"
        and node.args[0].args[0].op == "attr"
    )
