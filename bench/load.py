"""`python -m bench.load`: many clients at once ask for rulings, send batches, have rulings kept and read them again.

Every answer is looked at, and at the end every ruling that was acknowledged is asked for. Ends with 1 if an answer was
no success, or a ruling is lost.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from . import records, report
from .serving import Service, databases

CLIENTS, SECONDS = 50, 60.0
LINES = 20
"""Records of one batch."""
MIX = ("adjudicate",) * 6 + ("keep",) * 2 + ("read", "batch")
"""Ten requests of a client, in a random order."""
KINDS = {
    "adjudicate": "POST /v1/adjudicate",
    "batch": f"POST /v1/batch, {LINES} records",
    "keep": "POST /v1/rulings",
    "read": "GET /v1/rulings/{id}",
}
FOLDER = Path(".bench")


@dataclass
class Outcome:
    """What came of it: seconds of each answer by kind, what went wrong how often, which rulings there should be."""

    seconds: float = 0.0
    times: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    errors: Counter[str] = field(default_factory=Counter)
    kept: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Takes in what came of it for one client."""
        for kind, times in other.times.items():
            self.times[kind] += times
        self.errors += other.errors
        self.kept += other.kept


class Client:
    """One client on a connection that it keeps."""

    def __init__(self, port: int, hands: Sequence[bytes], seed: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.hands, self.random, self.found = hands, Random(seed), Outcome()

    def work(self, end: float) -> None:
        """Asks until `end`, on the clock `time.perf_counter`."""
        while time.perf_counter() < end:
            for kind in self.random.sample(MIX, len(MIX)):
                began = time.perf_counter()
                if began >= end:
                    break
                try:
                    wrong = self.ask(kind)
                except (OSError, http.client.HTTPException) as error:
                    wrong = type(error).__name__
                    self.connection.close()
                if wrong is None:
                    self.found.times[kind].append(time.perf_counter() - began)
                else:
                    self.found.errors[f"{kind}: {wrong}"] += 1
        self.connection.close()

    def ask(self, kind: str) -> str | None:
        """One request; what was wrong with the answer."""
        hand = self.random.choice(self.hands)
        if kind == "read" and self.found.kept:
            return self.read(self.random.choice(self.found.kept))
        if kind == "batch":
            hands = b"\n".join(self.random.choices(self.hands, k=LINES))
            status, body = self.send("POST", "/v1/batch", hands, "application/x-ndjson")
            judged = body.count(b'{"status":"complete"')
            return None if (status, judged) == (200, LINES) else f"{status}, {judged} of {LINES} records judged"
        if kind == "keep":
            status, body = self.send("POST", "/v1/rulings", b'{"record":' + hand + b"}")
            if status != 201:
                return str(status)
            self.found.kept.append(json.loads(body)["id"])
            return None
        status, body = self.send("POST", "/v1/adjudicate", hand)
        return None if status == 200 and body.startswith(b'{"status":"complete"') else str(status)

    def read(self, ruling: str) -> str | None:
        """Asks for a ruling; what was wrong with the answer."""
        status, body = self.send("GET", f"/v1/rulings/{ruling}")
        return None if status == 200 and b'"status":"complete"' in body else str(status)

    def send(self, method: str, path: str, body: bytes | None = None,
             kind: str = "application/json") -> tuple[int, bytes]:
        """A request and its answer."""
        self.connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        response = self.connection.getresponse()
        return response.status, response.read()


def load(port: int, clients: int, seconds: float, hands: Sequence[bytes]) -> Outcome:
    """So many clients for so long, then a look at whether all that was kept is there."""
    total, began = Outcome(), time.perf_counter()
    workers = [Client(port, hands, seed) for seed in range(clients)]
    together([lambda each=each: each.work(began + seconds) for each in workers])  # type: ignore[misc]
    total.seconds = time.perf_counter() - began
    for worker in workers:
        total.add(worker.found)
    together([lambda n=n: look(port, total, n) for n in range(8)])  # type: ignore[misc]
    return total


def look(port: int, total: Outcome, part: int) -> None:
    """Asks for an eighth of the rulings that were acknowledged."""
    client = Client(port, (), part)
    for ruling in total.kept[part::8]:
        if client.read(ruling) is not None:
            total.lost.append(ruling)
    client.connection.close()


def together(tasks: Sequence[Callable[[], None]]) -> None:
    """Each in a thread of its own, until all are done.  Raises what the first of them raises."""
    with ThreadPoolExecutor(len(tasks)) as threads:
        for done in [threads.submit(task) for task in tasks]:
            done.result()


def of(times: Sequence[float], share: float) -> str:
    """The milliseconds within which this share of all answers came."""
    if len(times) < 2:
        return "–"
    return f"{statistics.quantiles(times, n=100, method='inclusive')[round(share * 100) - 1] * 1000:.0f} ms"


def rows(kind: str, outcome: Outcome) -> list[tuple[str, ...]]:
    """A row for each kind of request."""
    return [
        (kind, KINDS[what], f"{len(times):,}", report.whole(len(times) / outcome.seconds),
         str(sum(n for error, n in outcome.errors.items() if error.startswith(what + ":"))),
         *(of(times, share) for share in (0.5, 0.95, 0.99)))
        for what, times in outcome.times.items()
    ]


HEAD = ("kept in", "request", "answered", "a second", "errors", "half within", "95 % within", "99 % within")


def measured(clients: int, seconds: float, workers: int) -> tuple[str, bool]:
    """The table for each database there is, and whether all went well."""
    hands = [json.dumps(hand).encode() for hand in records.load(FOLDER)[0][:500]]
    table: list[tuple[str, ...]] = []
    said: list[str] = []
    well = True
    with databases() as (found, missing):
        for name, url in found.items():
            with Service(url, workers) as service:
                outcome = load(service.port, clients, seconds, hands)
            table += rows(name, outcome)
            said.append(f"{name}: {len(outcome.kept):,} rulings kept, {len(outcome.lost)} of them lost.")
            said += [f"{name}: {count} times {error}." for error, count in outcome.errors.most_common(10)]
            well = well and not outcome.errors and not outcome.lost
        said += [f"Not measured: {reason}." for reason in missing]
    where = f"{report.machine()}; {clients} clients for {seconds:g} seconds on the same machine, {workers} workers."
    lines = [where, "", *report.rows(HEAD, table), "", *said]
    return "\n".join(lines) + "\n", well


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--clients", type=int, default=CLIENTS, metavar="N", help=f"clients ({CLIENTS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"for so long ({SECONDS:g})")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N",
                        help="processes of the service")
    args = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    text, well = measured(args.clients, args.seconds, args.workers)
    print(text)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
