"""The C floor: built when there is a C compiler, fed with the same hands as the core."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from array import array
from pathlib import Path
from typing import Any

from .records import Record

SOURCE = Path(__file__).with_name("floor.c")
ROW = 10
SUITS, RANKS = "SHDC", "ATKQJ"
CARDS = {suit + rank: i * 5 + j for i, suit in enumerate(SUITS) for j, rank in enumerate(RANKS)}
WORDS = {
    **CARDS,
    **{f"{card}+{said}": 20 + 2 * number + (said == 40) for card, number in CARDS.items() for said in (20, 40)},
    **{f"{suit}+{said}": 60 + 2 * number + (said == 40) for number, suit in enumerate(SUITS) for said in (20, 40)},
    "exchange": 68, "close": 69, "claim": 70,
}
STATUSES = ("ongoing", "complete", "illegal", "unreadable")


class Floor:
    """The engine and its hands, as columns of bytes. Raises `OSError` where there is no compiler."""

    def __init__(self, records: list[Record], folder: Path) -> None:
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            raise OSError("no C compiler")
        library = folder / "floor.so"
        command = [compiler, "-O2", "-shared", "-fPIC", str(SOURCE), "-o", str(library)]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        if built.returncode:
            raise OSError(f"the C compiler failed: {built.stderr[:200]}")
        self.engine = ctypes.CDLL(str(library))
        self.engine.floor_init()
        self.count = len(records)
        self.deals = bytes(byte for record in records for byte in deal(record))
        tokens = [bytes(WORDS[move] for move in record["moves"]) for record in records]
        self.moves = b"".join(tokens)
        self.starts = array("q", [0])
        for moves in tokens:
            self.starts.append(self.starts[-1] + len(moves))
        self.rows = array("q", bytes(8 * ROW * self.count))

    def run(self, first: int, last: int) -> None:
        """Judge these hands into their rows."""
        starts, rows = (ctypes.c_void_p(column.buffer_info()[0]) for column in (self.starts, self.rows))
        self.engine.floor_batch(self.deals, self.moves, starts, ctypes.c_int64(first), ctypes.c_int64(last), rows)

    def verdicts(self) -> list[tuple[Any, ...]]:
        """All rows in the terms of a verdict: status, moves checked, winner, game points, points and tricks of both."""
        self.run(0, self.count)
        rows = [tuple(self.rows[i * ROW : (i + 1) * ROW]) for i in range(self.count)]
        return [(STATUSES[row[0]], row[1], None if row[2] < 0 else "AB"[row[2]], *row[3:]) for row in rows]


def deal(record: Record) -> list[int]:
    """A deal as the engine wants it."""
    dealt = record["deal"]
    cards = [*dealt["hands"]["A"], *dealt["hands"]["B"], dealt["turn_up"], *dealt["talon"]]
    return ["AB".index(record["dealer"]), *(CARDS[card] for card in cards)]
