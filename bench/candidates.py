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
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, command: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.line()

    def slice(self, task: str) -> Slice:
        def run(seconds: float) -> tuple[int, float]:
            units, took = self.ask(f"{task} {seconds}".strip()).split()
            return int(units), float(took)

        return run

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)


def of_floor(floor: Floor) -> Candidate:
    def run(seconds: float) -> tuple[int, float]:
        done, begin = 0, time.perf_counter()
        end = begin + seconds
        while time.perf_counter() < end:
            floor.run(0, floor.count)
            done += floor.count
        return done, time.perf_counter() - begin

    return Candidate("floor", "C floor, Schnapsen only", "tokens to rows", run)


def of_peer(folder: Path) -> tuple[Candidate, Worker]:
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
        ("ndjson", "NDJSON to NDJSON, one job", "decoding, full verdict with legal moves and texts, encoding"),
        ("text", "text log adjudicated", "reading the log, full verdict as a dict"),
    ]
    found = [Candidate(f"{key} {name}", f"{what}, {name}", includes, worker.slice(key)) for key, what, includes in lines]
    if name == "pure":
        found += [
            Candidate("lark", "one full lark parse", "the same log, a tree with positions, nothing judged", worker.slice("lark")),
            Candidate("decode", "json.loads only", "the same lines, nothing judged", worker.slice("decode")),
        ]
    return found, worker


def of_web(name: str, hands: list[Record]) -> tuple[list[Candidate], Server]:
    """One service, three routes: the empty one, a complete hand, an illegal one."""
    server = Server(ENGINES[name])
    complete = [body(hand) for hand in hands[:50]]
    illegal = [body(refused(hand)) for hand in hands[:50]]
    empty = [request(EMPTY, message) for message in complete]

    def line(key: str, what: str, includes: str, requests: list[bytes]) -> Candidate:
        return Candidate(f"{key} {name}", f"{what}, {name}", includes, lambda seconds: server.measure(requests, seconds))

    return [
        line("empty", "HTTP, empty route", "the same bodies decoded, {} returned", empty),
        line("complete", "HTTP, complete hand", "POST /v1/adjudicate", [request("/v1/adjudicate", text) for text in complete]),
        line("illegal", "HTTP, illegal hand", "the same, refused: rule, message, legal moves",
             [request("/v1/adjudicate", text) for text in illegal]),
    ], server


def body(hand: Record) -> bytes:
    return json.dumps(hand).encode()


def refused(hand: Record) -> Record:
    """The hand with a move near its end that cannot be right: a card that was played already."""
    cut = len(hand["moves"]) * 2 // 3
    played = next((move for move in hand["moves"] if len(move) == 2), "SA")
    return {**hand, "moves": [*hand["moves"][:cut], played]}
