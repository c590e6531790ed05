"""A process that measures on demand. `BUMMERL_PURE=1` in its environment gives it the pure core, otherwise the compiled one.

It says `ready` and which engine it has, then obeys: `TASK SECONDS` a line in, units done and seconds taken out. `rows` gives
the verdict rows of all hands instead, to be compared before anything is timed.
"""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bummerl.grammar import movelog, write_log
from bummerl.interpreter import Judge, adjudicate, adjudicate_text, engine, rules
from bummerl.interpreter import record as records_of

from . import records

CHUNK = 200
STATUSES = ("ongoing", "complete", "illegal", "unreadable", "undetermined")

Task = Callable[[int], Any]


class Columns:
    """Hands as columns of integers, and room for their rows: what the core takes and gives, without a word in it."""

    def __init__(self, hands: list[records.Record]) -> None:
        self.rules = rules.rules_for(records.RULESET)
        tokens, starts = [], [0]
        for hand in hands:
            sheet = records_of.Reader(hand, self.rules).read()
            assert sheet is not None, hand
            dealt = sheet.deal()
            tokens += [*dealt, *sheet.tokens]
            starts.append(len(tokens))
        self.size = len(dealt)
        self.tokens, self.starts = rules.ints([*tokens, 0]), rules.ints(starts)
        self.width = 6 + 4 * self.rules.n
        self.rows = array("q", bytes(8 * self.width * len(hands)))
        self.state = self.rules.fresh()

    def run(self, first: int, last: int) -> None:
        r = self.rules
        rules.machine.batch(self.state, r.R, r.init, self.tokens, self.starts, self.size, first, last, self.rows, self.width)

    def verdicts(self) -> list[tuple[Any, ...]]:
        """All rows in the terms of a verdict, as `floor.Floor.verdicts` gives them."""
        count = len(self.starts) - 1
        self.run(0, count)
        found = []
        for i in range(count):
            status, moves, _, _, winner, points, *score = self.rows[i * self.width : (i + 1) * self.width]
            won = [seat for j, seat in enumerate("AB") if winner >> j & 1]
            a, b = score[:4], score[4:]
            found.append((STATUSES[status], moves, won[0] if won else None, points, a[0], a[1], a[3], b[0], b[1], b[3]))
        return found


def tasks(whole: list[records.Record]) -> dict[str, Task]:
    """What can be measured here; each takes the number of a hand, `core` the first of a chunk."""
    lines = [json.dumps(hand, separators=(",", ":")).encode() for hand in whole]
    logs = [write_log(hand) for hand in whole]
    judge, columns, lark = Judge(), Columns(whole), movelog.parser()
    return {
        "core": lambda i: columns.run(i, i + CHUNK),
        "decode": lambda i: json.loads(lines[i]),
        "ndjson": lambda i: judge.line(lines[i]),
        "text": lambda i: adjudicate_text(logs[i]),
        "lark": lambda i: lark.parse(logs[i]),
    }


def measure(task: Task, seconds: float, count: int, chunk: int, at: int) -> tuple[int, float, int]:
    """Runs a task for about so long: units, seconds, and where to go on."""
    done, begin = 0, time.perf_counter()
    end = begin + seconds
    while time.perf_counter() < end:
        task(at)
        done += chunk
        at = (at + chunk) % count
    return done, time.perf_counter() - begin, at


def obey() -> None:
    whole, mixed = records.load(Path(sys.argv[1]))
    known, places = tasks(whole), dict.fromkeys(("core", "decode", "ndjson", "text", "lark"), 0)
    print("ready", engine(), flush=True)
    for line in sys.stdin:
        name, _, seconds = line.strip().partition(" ")
        if name == "rows":
            print(json.dumps(answers(whole + mixed)), flush=True)
            continue
        chunk = CHUNK if name == "core" else 1
        done, took, places[name] = measure(known[name], float(seconds), len(whole), chunk, places[name])
        print(done, took, flush=True)


def answers(hands: list[records.Record]) -> dict[str, Any]:
    """Everything that must be equal before a clock is started."""
    judge = Judge()
    lines = [judge.line(json.dumps(hand).encode()).decode() for hand in hands]
    plain = [json.dumps(adjudicate(hand), ensure_ascii=False, separators=(",", ":")) for hand in hands]
    texts = [json.dumps(adjudicate_text(write_log(hand))[0]["status"]) for hand in hands]
    return {"rows": Columns(hands).verdicts(), "lines": lines, "same bytes": lines == plain,
            "same by text": texts == [json.dumps(json.loads(line)["status"]) for line in lines]}


if __name__ == "__main__":
    obey()
