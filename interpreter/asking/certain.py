"""What a ruleset makes certain by its moves: which name is set by one move alone, and which figure can only grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bummerl.rulesets.typed import Typed

from .evaluation import LIMIT, SIDED, Evaluation, Work
from .table import Table
from .values import Among

SEATED: Final = (".opponents", ".side", ".partner")
"""Members that say the same of a player all through a hand, where sides are fixed."""


class Certainty:
    """What is certain under one table. Built once with it.

    `setters` are the moves that set each name. A name among `signals` is never left at its start by a move that sets
    it: as long as it is there, none of them was made. `follow` lists, for each signal, the names that only its moves
    set. `snapshots` are figures noted by a move, with the signal that says who made it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.setters = {name: frozenset(each.move for each in by) for name, by in table.settings.items()}
        self.signals = tuple(filter(self._is_signal, filter(self._is_told, self.setters)))
        self.follow = {
            signal: tuple(n for n in self.setters if self._is_told(n) and self.setters[n] <= self.setters[signal])
            for signal in self.signals
        }
        self.snapshots = tuple(self._snapshots())
        self.without_trick: dict[int, int] = {}
        """What announcements can count for a player without a trick, by seat; found out when it is asked."""
        self.at_once: dict[tuple[str, int], bool] = {}
        """Whether a hand is over once a signal is given, by signal and contract; found out when it is asked."""

    # ---- read off the rules
    def start(self, name: str) -> Any:
        """What a name starts as."""
        if name == "contract":
            return -1
        kept = self.table.names.memory[name]
        return bool(kept.start) if kept.type == "truth" else kept.start

    def moves(self, signal: str) -> str:
        """The moves that give a signal, to stand in a sentence."""
        return ", ".join(sorted(self.setters[signal]))

    def _is_told(self, name: str) -> bool:
        """Is it a fact by itself, of the whole table?"""
        if name == "contract":
            return True
        kept = self.table.names.memory.get(name)
        return kept is not None and not kept.each and kept.type not in ("cards", "suits")

    def _is_signal(self, name: str) -> bool:
        evaluation = Evaluation(self.table, {}, -1, Work(LIMIT))
        start = self.start(name)
        among = [evaluation.value(to, {}).among for setting in self.table.settings[name] for to in setting.to]
        return all(a is not None and not _may_be(a, start) for a in among)

    def _snapshots(self) -> Iterator[tuple[str, str, Typed]]:
        """A figure noted by a move, who made that move, and the figure: it can only have grown since."""
        if self.table.partners is not None:
            return
        for signal in self.signals:
            made_by = [to for setting in self.table.settings[signal] for to in setting.to]
            for name in self.follow[signal] if all(map(_is_actor, made_by)) else ():
                noted = [to for setting in self.table.settings[name] for to in setting.to]
                same = len({repr(to) for to in noted}) == 1 and self.setters[name] == self.setters[signal]
                if same and self._grows(noted[0]):
                    yield name, signal, noted[0]

    def _grows(self, node: Typed) -> bool:
        """Is it a figure of a side that never falls during a hand?"""
        if node.op not in SIDED or not all(_is_actor(part) or part.op in SEATED for part in node.args[0].walk()):
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
