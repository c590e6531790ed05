"""`python -m bench.sizing`: how many requests, how much memory, how much disk.

One kind of request after the other, from a few clients on the same machine, for each database. Rates are per second of
processor time that the service used, so that neither the clients nor other programs count; what the database itself
uses, and how long a disk takes, is not in them.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import records, report
from .load import Client, together
from .serving import Service, databases

CLIENTS, SECONDS, RULINGS = 8, 10.0, 2_000
FOLDER = Path(".bench")
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass
class Sized:
    """What was found with one database: rates and times by request, MiB by process, bytes a ruling."""

    rates: dict[str, float] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    main: float = 0.0
    worker: float = 0.0
    bytes_each: float = 0.0
    missing: list[str] = field(default_factory=list)


def sized(name: str, url: str, hands: Sequence[bytes], seconds: float, rulings: int) -> Sized:
    """Measures the service with one database."""
    found = Sized()
    with Service(url, os.cpu_count() or 1) as service:
        before = room(name, url)
        clients = [Client(service.port, hands, seed) for seed in range(CLIENTS)]
        together([lambda each=each: keep(each, rulings // CLIENTS) for each in clients])  # type: ignore[misc]
        kept = [ruling for each in clients for ruling in each.found.kept]
        found.bytes_each = (room(name, url) - before) / len(kept)
        asks: dict[str, Callable[[Client], bool]] = {
            "POST /v1/adjudicate": lambda each: each.ask("adjudicate") is None,
            "POST /v1/rulings": lambda each: each.ask("keep") is None,
            "GET /v1/rulings/{id}": lambda each: each.read(each.random.choice(kept)) is None,
            "GET /r/{id}, the page": lambda each: each.send("GET", f"/r/{each.random.choice(kept)}")[0] == 200,
        }
        for what, ask in asks.items():
            if not ask(clients[0]):
                found.missing.append(what)
                continue
            found.rates[what], found.times[what] = rate(service, clients, ask, seconds)
        found.worker = statistics.mean(map(private, service.workers()))
        found.main = resident(service.process.pid)
        for each in clients:
            each.connection.close()
    return found


def keep(client: Client, count: int) -> None:
    """Has so many rulings kept."""
    for _ in range(count):
        if (wrong := client.ask("keep")) is not None:
            raise OSError(f"a ruling was not kept: {wrong}")


def rate(service: Service, clients: list[Client], ask: Callable[[Client], bool], seconds: float) -> tuple[float, float]:
    """Answers per second of the service's processor time, and the middle one of their times.

    Raises `OSError` if an answer is no success.
    """
    times: list[float] = []

    def again(client: Client) -> None:
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            if not ask(client):
                raise OSError("an answer was no success")
            times.append(time.perf_counter() - began)

    before = used(service)
    together([lambda each=each: again(each) for each in clients])  # type: ignore[misc]
    return len(times) / (used(service) - before), statistics.median(times)


def used(service: Service) -> float:
    """Processor seconds of all workers so far."""
    return sum(sum(map(int, stat(pid)[11:13])) for pid in service.workers()) / TICK


def stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name, which may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def private(pid: int) -> float:
    """MiB that a process has for itself: what one more of them takes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def resident(pid: int) -> float:
    """MiB of a process, with what it shares."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def room(name: str, url: str) -> float:
    """Bytes that a database takes on the disk, what it keeps beside it to be safe left out."""
    if name == "SQLite":
        import sqlite3

        connection = sqlite3.connect(url)
        (pages,), (size,) = (connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
        connection.close()
        return float(pages * size)
    import psycopg

    with psycopg.connect(url) as connection_:
        row: Any = connection_.execute("SELECT pg_database_size(current_database())").fetchone()
        return float(row[0])


def measured(seconds: float = SECONDS, rulings: int = RULINGS) -> str:
    """The tables, as Markdown."""
    hands = [json.dumps(hand).encode() for hand in records.load(FOLDER)[0][:2_000]]
    with databases() as (urls, missing):
        found = {name: sized(name, url, hands, seconds, rulings) for name, url in urls.items()}
    requests = [
        (what, name, report.whole(each.rates[what]), f"{each.times[what] * 1000:.0f} ms")
        for what in next(iter(found.values())).rates for name, each in found.items()
    ]
    memory = [
        (name, f"{each.main:.0f} MiB", f"{each.worker:.0f} MiB", f"{each.bytes_each:,.0f} bytes",
         f"{each.bytes_each * 1e6 / 1e9:.1f} GB") for name, each in found.items()
    ]
    missing += [f"{what} ({name}), which is no success" for name, each in found.items() for what in each.missing]
    said = [f"Not measured: {reason}." for reason in missing]
    lines = [
        f"{report.machine()}; {CLIENTS} clients on the same machine, hands of Schnapsen played to their end.", "",
        *report.rows(("request", "rulings kept in", "a second of one processor", "half within"), requests), "",
        *report.rows(("rulings kept in", "main process", "each worker", "a ruling on the disk", "a million"), memory),
        *([""] if said else []), *said,
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.sizing", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter, to see whether it runs")
    args = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    print(measured(2.0, 200) if args.quick else measured())
    return 0


if __name__ == "__main__":
    sys.exit(main())
