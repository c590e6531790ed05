"""A process that measures on demand: with `BUMMERL_PURE=1` around it the pure core, otherwise the compiled one.

It says `ready` and which engine it has, then obeys: `TASK SECONDS` a line in, units done and seconds taken out. The
seconds are processor seconds: everything here is one busy thread, and what the machine does for others does not count.
`rows` gives the verdicts on all hands instead, to be compared before anything is timed.
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
from bummerl.interpreter import Judge, adjudicate, engine, machine, rules
from bummerl.interpreter import record as records_of
from lark import Lark

from . import records

CHUNK = 200
STATUSES = ("ongoing", "complete", "illegal", "unreadable", "undetermined")

Task = Callable[[int], Any]


class Columns:
    """Hands as columns of integers, and room for their rows: what the core takes and gives, without a word in it."""

    def __init__(self, hands: list[records.Record], ruleset: str = records.RULESET) -> None:
        self.rules = rules.rules_for(ruleset)
        tokens, starts = [], [0]
        for hand in hands:
            sheet = records_of.Reader(hand, self.rules).read()
            assert sheet is not None, hand
            dealt = sheet.deal()
            tokens += [*dealt, *sheet.tokens]
            starts.append(len(tokens))
        self.size = len(dealt)
        self.tokens, self.starts = machine.ints([*tokens, 0]), machine.ints(starts)
        self.width = 6 + 4 * self.rules.n
        self.rows = array("q", bytes(8 * self.width * len(hands)))
        self.state = self.rules.fresh()

    def run(self, first: int, last: int) -> None:
        """Judge these hands into their rows."""
        given, size, width = self.rules, self.size, self.width
        machine.batch(self.state, given.R, given.init, self.tokens, self.starts, size, first, last, self.rows, width)

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
    in_words = whole[: records.IN_WORDS]
    lines = [json.dumps(hand, separators=(",", ":")).encode() for hand in in_words]
    logs = [write_log(hand) for hand in in_words]
    judge, columns, lark = Judge(), Columns(whole), parser_with_positions()
    return {
        "core": lambda i: columns.run(i, i + CHUNK),
        "decode": lambda i: json.loads(lines[i]),
        "ndjson": lambda i: judge.line(lines[i]),
        "text": lambda i: judge.text(logs[i]),
        "lark": lambda i: lark.parse(logs[i]),
    }


def parser_with_positions() -> Lark:
    """The parser of move logs, made so that every part of the tree has its position, as explaining a log needs it."""
    return Lark(movelog.parser().source_grammar, parser="lalr", lexer="basic", maybe_placeholders=False,
                propagate_positions=True)


def measure(task: Task, seconds: float, count: int, chunk: int, at: int) -> tuple[int, float, int]:
    """Runs a task for about so long: units, seconds, and where to go on."""
    done, begin = 0, time.process_time()
    end = begin + seconds
    while time.process_time() < end:
        task(at)
        done += chunk
        at = (at + chunk) % count
    return done, time.process_time() - begin, at


def obey() -> None:
    """Measure what each line asks for."""
    whole, mixed = records.load(Path(sys.argv[1]))
    known, places = tasks(whole), dict.fromkeys(("core", "decode", "ndjson", "text", "lark"), 0)
    print("ready", engine(), flush=True)
    for line in sys.stdin:
        name, _, seconds = line.strip().partition(" ")
        if name == "rows":
            print(json.dumps(answers(whole + mixed)), flush=True)
            continue
        chunk, count = (CHUNK, len(whole)) if name == "core" else (1, records.IN_WORDS)
        done, took, places[name] = measure(known[name], float(seconds), count, chunk, places[name])
        print(done, took, flush=True)


def answers(hands: list[records.Record]) -> dict[str, Any]:
    """What must be equal before a clock is started: all rows, and the words of the last hands, the mixed ones."""
    judge, in_words = Judge(), hands[-records.MIXED :][: records.IN_WORDS]
    lines = [judge.line(json.dumps(hand).encode()) for hand in in_words]
    plain = [json.dumps(adjudicate(hand), ensure_ascii=False, separators=(",", ":")).encode() for hand in in_words]
    texts = [json.loads(judge.text(write_log(hand)))["status"] for hand in in_words]
    return {"rows": Columns(hands).verdicts(), "lines": [line.decode() for line in lines], "same bytes": lines == plain,
            "same by text": texts == [json.loads(line)["status"] for line in lines]}


if __name__ == "__main__":
    obey()
