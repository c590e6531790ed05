"""What a ruleset makes certain by its moves: which name is set by one move alone, and which figure can only grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bummerl.rulesets.typed import Typed

from .evaluation import SIDED, Evaluation, Work
from .table import PREPARING_WORK, Table
from .values import Among, Span, without

SEATED: Final = (".opponents", ".side", ".partner")
"""Members that say the same of a player all through a hand, where sides are fixed."""
MEMORY_ONLY: Final = frozenset({"require", "set", "by", "also", "before_draw"})
"""Keys of a move that changes nothing but memory."""
PUTS_AWAY: Final = frozenset({"discards", "picks_up"})
"""Keys of a move that changes which cards come to lie in tricks."""
CHANGES: Final = PUTS_AWAY | {"names", "says", "swaps", "shows", "scores", "counts"}
"""All other keys of a move."""


class Certainty:
    """What is certain under one table. Built once with it, never changed; raises `TooMuch` if that takes too long.

    `setters` are the moves that set each name. A name among `signals` is never left at its start by a move that sets
    it: as long as it is there, none of them was made. `follow` lists, for each signal, the names that only its moves
    set. `snapshots` are figures noted by a move, with the signal that says who made it.
    """

    def __init__(self, table: Table, work: Work | None = None) -> None:
        self.table, self.work = table, Work(PREPARING_WORK) if work is None else work
        self.setters = {name: frozenset(each.move for each in by) for name, by in table.settings.items()}
        self.leaves_sign = {name: frozenset(self._leaving_a_sign(name)) for name in self.setters if self._is_told(name)}
        self.signals = tuple(name for name, moves in self.leaves_sign.items() if moves == self.setters[name])
        self.follow = {
            signal: tuple(n for n in self.setters if self._is_told(n) and self.setters[n] <= self.setters[signal])
            for signal in self.signals
        }
        self.reach = sum(map(len, self.follow.values()))
        """How many names hang on signals."""
        self.work.spend(self.reach)
        self.snapshots = tuple(self._snapshots())
        self.without_trick = tuple(self._without_trick(seat) for seat in range(len(table.seats)))
        """What announcements can count for a player without a trick, by seat."""
        self.at_once = {
            contract: tuple(signal for signal in self.signals if self._ends_at_once(signal, contract))
            for contract in table.contracts
        }
        """The signals with which a hand is over, by contract."""

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

    def _leaving_a_sign(self, name: str) -> Iterator[str]:
        """The moves that set a name, and never to what it starts as."""
        start, able = self.start(name), set[str]()
        for setting in self.table.settings[name]:
            for to in setting.to:
                for contract in self.table.contracts_of(to):
                    among = Evaluation(self.table, {}, contract, self.work).value(to, {}).among
                    if among is None or _may_be(among, start):
                        able.add(setting.move)
        yield from (setting.move for setting in self.table.settings[name] if setting.move not in able)

    def _snapshots(self) -> Iterator[tuple[str, str, Typed]]:
        """A figure noted by a move, who made that move, and the figure: it can only have grown since."""
        if self.table.partners is not None:
            return
        for signal in self.signals:
            made_by = [to for setting in self.table.settings[signal] for to in setting.to]
            for name in self.follow[signal] if all(map(is_actor, made_by)) else ():
                noted = [to for setting in self.table.settings[name] for to in setting.to]
                same = len({repr(to) for to in noted}) == 1 and self.setters[name] == self.setters[signal]
                if same and self._grows(noted[0]):
                    yield name, signal, noted[0]

    def _grows(self, node: Typed) -> bool:
        """Is it a figure of a side that never falls during a hand?"""
        if node.op not in SIDED or not all(is_actor(part) or part.op in SEATED for part in node.args[0].walk()):
            return False
        if node.op == ".tricks":
            return True
        return self.table.worths is not None and (node.op == ".card_points" or self._melds_stay())

    def _melds_stay(self) -> bool:
        """Do melds that count go on counting?"""
        table = self.table
        for contract in table.contracts:
            for said in table.moves(contract).values():
                if not _rises(table.counts(contract, said)):
                    return False
        return True

    # ---- moves and the end
    def _without_trick(self, seat: int) -> int:
        """What announcements can count for a player without a trick."""
        table, letter = self.table, self.table.seats[seat]
        zero = dict.fromkeys((f"{letter}.tricks", f"{letter}.own_tricks"), Span(0, 0))
        for contract in table.contracts:
            evaluation = Evaluation(table, zero, contract, self.work)
            for said in table.moves(contract).values():
                counts = table.counts(contract, said)
                if "scores" in said and evaluation.value(counts, {"player": 1 << seat}).holds is not False:
                    return table.most_melded
        return 0

    def _ends_at_once(self, signal: str, contract: int) -> bool:
        """Is the hand over once this is set, whatever else there is?"""
        table = self.table
        stages = table.under[contract].data.get("stages", ())
        for move in self.setters[signal]:
            said = table.moves(contract).get(move, {})
            before = any(move in stage.get("moves", ()) for stage in stages if stage["id"] != "play")
            if before or set(said) - MEMORY_ONLY:
                return False
        made: dict[str, Among] = {signal: without(table.domain(signal), self.start(signal))}
        evaluation = Evaluation(table, made, contract, self.work, bonuses=False)
        rows = table.rows(contract, "ends")
        return any(row.when is not None and evaluation.value(row.when, {}).holds is True for row in rows)


def _may_be(among: Among, value: Any) -> bool:
    return value in among if isinstance(among, frozenset) else among.least <= value <= among.most


def is_actor(node: Typed) -> bool:
    """Is it whoever makes the move?"""
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
