"""The growing image: integers are only ever added at its end, equal instructions and tables once.

A program is written from its end to its beginning, so the place to go on at is always known; only loops are filled in
later.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from typing import Final, Self

from bummerl.interpreter import core as C

from . import limits

ALWAYS: Final = ~C.YES
"""The program that always holds."""
NEVER: Final = ~C.NO
"""The program that never holds."""


class Writer:
    """R and the template of S, as far as they are written."""

    def __init__(self) -> None:
        """An empty header, and the tables that stand at fixed places left blank."""
        self.R: list[int] = [0] * C.IMAGE
        self.init: list[int] = [0] * C.MEMORY
        self.rule_ids: list[str] = [""]
        self._rule_numbers: dict[str, int] = {"": 0}
        self._written: dict[tuple[int, ...], int] = {}
        self._tables: dict[Hashable, int] = {}
        self.constants: dict[int, int] = {}
        self.scratch: dict[int, int] = {}

    def copy(self) -> Self:
        """Another writer that goes on from here and leaves this one as it is."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict):
                setattr(other, name, value.copy())
        return other

    # ---- tables
    def head(self, field: int, value: int) -> None:
        """Fills in a field of the header."""
        self.R[field] = value

    def fixed(self, place: int, values: Iterable[int]) -> None:
        """Fills in a table that stands at a fixed place."""
        for offset, value in enumerate(values):
            self.R[place + offset] = value

    def table(self, values: Iterable[int], below: int = 0) -> int:
        """Writes a table; its place is that of entry 0, with `below` entries before it."""
        place = len(self.R)
        self.R.extend(values)
        if len(self.R) > limits.IMAGE_SIZE:
            raise limits.refusal(f"too large: its tables and programs take more than {limits.IMAGE_SIZE:,} numbers")
        return place + below

    def shared(self, key: Hashable, values: Callable[[], Iterable[int]], below: int = 0) -> int:
        """The table of this name, written when it is first asked for."""
        if key not in self._tables:
            self._tables[key] = self.table(values(), below)
        return self._tables[key]

    def constant_table(self, kind: str, values: Sequence[int]) -> int:
        """The table with these values; equal ones of a kind are one."""
        return self.shared((kind, *values), lambda: values)

    # ---- instructions
    def emit(self, op: int, x: int, y: int, then: int, d: int) -> int:
        """Writes an instruction, or finds the equal one; a test that the next one repeats takes its way out at once."""
        if op <= C.OP_HOLDS:
            if then >= 0 and self.R[then : then + 3] == [op, x, y]:
                then = self.R[then + C.O_THEN]
            if d >= 0 and self.R[d : d + 3] == [op, x, y]:
                d = self.R[d + C.O_ELSE]
            if then == d:
                return then
        key = (op, x, y, then, d)
        place = self._written.get(key)
        if place is None:
            place = self._written[key] = self.table(key)
        return place

    def open(self, op: int, x: int, y: int) -> int:
        """Writes the head of a loop, whose ways out are filled in by `close`."""
        return self.table((op, x, y, NEVER, NEVER))

    def close(self, place: int, then: int, d: int) -> None:
        """Fills in the ways out of a loop's head."""
        self.R[place + C.O_THEN], self.R[place + C.O_ELSE] = then, d

    # ---- slots
    def slot(self, value: int = 0) -> int:
        """A new slot of S that begins with this value."""
        self.init.append(value)
        if len(self.init) > limits.STATE_SIZE:
            raise limits.refusal(f"too large: a hand takes more than {limits.STATE_SIZE:,} numbers")
        return len(self.init) - 1

    def constant(self, value: int) -> int:
        """The slot of a constant."""
        if value not in self.constants:
            self.constants[value] = self.slot(value)
        return self.constants[value]

    def temp(self, depth: int) -> int:
        """The scratch slot of a depth. It depends on nothing else, because instructions are shared."""
        if depth not in self.scratch:
            self.scratch[depth] = self.slot()
        return self.scratch[depth]

    # ---- rules
    def rule(self, id: str) -> int:
        """The number of a rule; numbers rise in the order in which rules are first met."""
        if id not in self._rule_numbers:
            self._rule_numbers[id] = len(self.rule_ids)
            self.rule_ids.append(id)
        return self._rule_numbers[id]

    def run(self, pc: int, S: list[int]) -> int:
        """The value of a program that stands already, in a state that may lack the newest slots."""
        S += self.init[len(S) :]
        return C.run(S, self.R, pc)
