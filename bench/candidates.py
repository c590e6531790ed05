"""What is measured in turn, and what each line includes. A candidate gives units done and seconds taken for a slice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bummerl.rulesets import catalogue

from . import peer
from .floor import Floor
from .records import Record
from .web import EMPTY, Server, request

Slice = Callable[[float], tuple[int, float]]

ENGINES = {"pure": {"BUMMERL_PURE": "1"}, "compiled": {"BUMMERL_PURE": ""}}


@dataclass
class Candidate:
    """One line of the table. `against` is the line that its ratio is taken to, in the same round."""

    key: str
    what: str
    includes: str
    run: Slice
    rates: list[float] = field(default_factory=list)

    def measure(self, seconds: float) -> None:
        """Run one slice and keep its rate."""
        units, took = self.run(seconds)
        self.rates.append(units / took)


class Worker:
    """A process that measures on demand, as `worker.py` and `peer.py` do."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        cwd=Path(__file__).parents[1], env={**os.environ, **(environment or {})})
        self.greeting = self.line()
        if not self.greeting.startswith("ready"):
            raise OSError(f"{' '.join(command)} did not start: {self.greeting!r}")

    def line(self) -> str:
        """The next line it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, command: str) -> str:
        """One command, one answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.line()
        if not answer:
            raise RuntimeError("a worker stopped; its own error stands above")
        return answer

    def slice(self, task: str) -> Slice:
        """What measures this task there."""
        def run(seconds: float) -> tuple[int, float]:
            units, took = self.ask(f"{task} {seconds}".strip()).split()
            return int(units), float(took)

        return run

    def stop(self) -> None:
        """Let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)


def of_floor(floor: Floor) -> Candidate:
    """The hand-written C engine."""
    def run(seconds: float) -> tuple[int, float]:
        done, begin = 0, time.process_time()
        end = begin + seconds
        while time.process_time() < end:
            floor.run(0, floor.count)
            done += floor.count
        return done, time.process_time() - begin

    return Candidate("floor", "C floor, Schnapsen only", "tokens to rows", run)


def of_peer(folder: Path) -> tuple[Candidate, Worker]:
    """The package that plays. Raises `OSError` if it cannot be installed."""
    worker = Worker([str(peer.python(folder)), str(Path(peer.__file__))])
    return Candidate("peer", "package schnapsen 0.0.5", "two random players: it only plays", worker.slice("")), worker


def of_engine(name: str, folder: Path) -> tuple[list[Candidate], Worker]:
    """The candidates of one engine, in a process of their own. Raises `OSError` if the engine is not there."""
    worker = Worker([sys.executable, "-m", "bench.worker", str(folder)], ENGINES[name])
    expected = {"pure": "python", "compiled": "compiled"}[name]
    if worker.greeting != f"ready {expected}":
        worker.stop()
        raise OSError("the compiled core is not built (`make compile`)")
    lines = [
        ("core", "core", "tokens to rows, no words"),
        ("ndjson", "NDJSON to NDJSON, one job", "decoding, full verdict, encoding"),
        ("text", "text log adjudicated", "reading the log, full verdict, encoding"),
    ]
    found = [Candidate(f"{key} {name}", f"{what}, {name}", has, worker.slice(key)) for key, what, has in lines]
    if name == "pure":
        found += [
            Candidate("lark", "one full lark parse of a log", "a tree with positions, no more", worker.slice("lark")),
            Candidate("decode", "json.loads of a line", "no more", worker.slice("decode")),
        ]
    return found, worker


def of_every(folder: Path) -> tuple[list[Candidate], Worker]:
    """A line for each shipped ruleset, judged by the best engine there is."""
    worker = Worker([sys.executable, "-m", "bench.every", str(folder)])
    kind = worker.greeting.removeprefix("ready ")
    lines = [Candidate(summary.id, summary.id, f"core, {kind}", worker.slice(summary.id)) for summary in catalogue()]
    return lines, worker


def of_web(name: str, hands: list[Record]) -> tuple[list[Candidate], Server]:
    """One service, three routes: the empty one, a complete hand, an illegal one."""
    server = Server(ENGINES[name])
    bodies = [body(hand) for hand in hands[:50]]
    empty = [request(EMPTY, text) for text in bodies]
    complete = [request("/v1/adjudicate", text) for text in bodies]
    illegal = [request("/v1/adjudicate", body(refused(hand))) for hand in hands[:50]]

    def line(key: str, what: str, includes: str, requests: list[bytes]) -> Candidate:
        def run(seconds: float) -> tuple[int, float]:
            return server.measure(requests, seconds)

        return Candidate(f"{key} {name}", f"{what}, {name}", includes, run)

    return [
        line("empty", "HTTP, empty route", "the same bodies decoded, {} returned", empty),
        line("complete", "HTTP, complete hand", "POST /v1/adjudicate", complete),
        line("illegal", "HTTP, illegal hand", "the same; rule, reasons, legal moves", illegal),
    ], server


def body(hand: Record) -> bytes:
    """What is posted."""
    return json.dumps(hand).encode()


def refused(hand: Record) -> Record:
    """The hand with a move near its end that cannot be right: a card that was played already."""
    cut = len(hand["moves"]) * 2 // 3
    played = next((move for move in hand["moves"] if len(move) == 2), "SA")
    return {**hand, "moves": [*hand["moves"][:cut], played]}
