"""`python -m bench`: everything in one run, in turn, in short slices; equality first, then the clock."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path

from bummerl.grammar import write_log
from bummerl.rulesets import catalogue, load

from . import candidates as made
from . import every, once, records, report, sizing
from . import load as under_load
from .candidates import Candidate
from .floor import Floor

FOLDER = Path(".bench")
DOCS = Path("docs/benchmarks.md")
SIZING = Path("docs/sizing.md")

EVERY = "rulesets"
"""What `--only` says for the core under each ruleset."""

Extra = tuple[str, str, str, bool | None]


def main() -> int:
    """Measure, print, and write what was asked for."""
    args = arguments()
    FOLDER.mkdir(exist_ok=True)
    whole, mixed = records.load(FOLDER)
    missing: list[str] = []
    with ExitStack() as open_things:
        candidates = prepare(whole, mixed, missing, open_things, args)
        measure(candidates, args.rounds, args.slice)
    kin = [] if args.only and args.only not in EVERY else all_rulesets(args)
    extra = [] if args.only else once_only(whole, missing, args)
    goals = report.reached(candidates)
    text = report.table(candidates, goals, extra, missing, args.rounds, kin)
    print(text)
    well = True
    service = ""
    if not args.only:
        service, well = of_service(args.quick)
        print(service)
    if args.json:
        report.write_json(args.json, report.as_json(candidates, goals, extra, missing, kin))
    if args.write_docs:
        report.write_docs(DOCS, text)
        if service:
            report.write_docs(SIZING, service)
    return 0 if well else 1


def of_service(quick: bool) -> tuple[str, bool]:
    """What the service takes and gives, and how it does with many clients at once; whether all of that went well."""
    seconds = 5.0 if quick else under_load.SECONDS
    sizes = sizing.measured(2.0, 200) if quick else sizing.measured()
    loads, well = under_load.measured(under_load.CLIENTS, seconds, os.cpu_count() or 1)
    return f"{sizes}\n{loads}", well


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds and smaller batches, to see whether it runs")
    parser.add_argument("--rounds", type=int, default=0, metavar="N", help="rounds (11; with --quick 3)")
    parser.add_argument("--slice", type=float, default=0.15, metavar="S", help="seconds a slice (0.15)")
    parser.add_argument("--only", metavar="WORD", help="only lines named with this word, nothing measured once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured")
    parser.add_argument("--write-docs", action="store_true", help=f"put the figures into {DOCS} and {SIZING}")
    args = parser.parse_args()
    args.rounds = args.rounds or (3 if args.quick else 11)
    return args


def prepare(whole: list[records.Record], mixed: list[records.Record], missing: list[str], open_things: ExitStack,
            args: argparse.Namespace) -> list[Candidate]:
    """All candidates that can be had here, equal in all they answer; what is missing is said."""
    found: list[Candidate] = []
    floor = None
    try:
        floor = Floor(whole + mixed, FOLDER)
        only_whole = Floor(whole, FOLDER)
        found.append(made.of_floor(only_whole))
    except OSError as error:
        missing.append(f"the C floor: {error}")
    answers = {}
    for name in made.ENGINES:
        try:
            lines, worker = made.of_engine(name, FOLDER)
            open_things.callback(worker.stop)
            answers[name] = json.loads(worker.ask("rows"))
            found += lines
        except OSError as error:
            missing.append(f"{name}: {error}")
            continue
        try:
            lines, server = made.of_web(name, whole)
            open_things.enter_context(server)
            found += lines
        except OSError as error:
            missing.append(f"HTTP, {name}: {error}")
    compare(answers, floor)
    try:
        line, worker = made.of_peer(FOLDER)
        open_things.callback(worker.stop)
        found.append(line)
    except OSError as error:
        missing.append(f"the package: {error}")
    return [line for line in found if not args.only or args.only in line.key]


def compare(answers: dict[str, dict[str, object]], floor: Floor | None) -> None:
    """No clock before every engine gives the same rows and the same bytes."""
    expected = None
    for name, given in answers.items():
        if not given["same bytes"] or not given["same by text"]:
            sys.exit(f"{name}: a line, a record and a log of the same hand are judged differently; nothing was timed")
        if expected is not None and given != expected:
            sys.exit("the pure and the compiled core differ; nothing was timed")
        expected = given
    if floor is None or expected is None:
        return
    rows = expected["rows"]
    assert isinstance(rows, list)
    for number, (ours, theirs) in enumerate(zip(map(tuple, rows), floor.verdicts(), strict=True)):
        if ours[0] == "illegal":                            # the floor keeps no account of a refused move
            ours, theirs = ours[:2], theirs[:2]
        if ours != theirs:
            sys.exit(f"hand {number}: the core says {ours}, the C floor {theirs}; nothing was timed")


def measure(candidates: list[Candidate], rounds: int, seconds: float) -> None:
    """All in turn, again and again: a noisy neighbour hits everybody."""
    for candidate in candidates:
        candidate.measure(seconds)                          # warm
        candidate.rates.clear()
    for number in range(rounds):
        for candidate in candidates:
            candidate.measure(seconds)
        if sys.stderr.isatty():
            print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)


def all_rulesets(args: argparse.Namespace) -> list[every.Row]:
    """The core under each shipped ruleset, in turn."""
    lines, worker = made.of_every(FOLDER)
    try:
        measure(lines, args.rounds, min(args.slice, every.SLICE))
        moves = json.loads(worker.ask("moves"))
    finally:
        worker.stop()
    return every.rows({line.key: line.rates for line in lines}, moves)


def once_only(whole: list[records.Record], missing: list[str], args: argparse.Namespace) -> list[Extra]:
    """Loading, starting, memory."""
    times = 3 if args.quick else 9
    extra: list[Extra] = []
    names = [each.id for each in catalogue()]
    for name, (read, build) in once.loading(names, made.ENGINES["pure"], times).items():
        limit = 0.150 if contracts(name) else 0.050
        extra.append((f"loading {name} (and building its image)", f"under {limit * 1000:.0f} ms",
                      f"{read * 1000:.0f} ms (+ {build * 1000:.0f} ms)", read < limit))
    log = FOLDER / "hand.txt"
    log.write_text(write_log(whole[0]))
    for name, environment in made.ENGINES.items():
        used, took = once.cold_start(log, environment, times)
        reached = f"{used:.2f} s ({took:.2f} s on the clock)"
        extra.append((f"`bummerl check` of one hand, cold start, {name}", "under 0.4 s", reached, used < 0.4))
    few, many = (10_000, 50_000) if args.quick else (10_000, 1_000_000)
    try:
        small, _ = once.batch_memory(whole, few, FOLDER, made.ENGINES["compiled"])
        large, rate = once.batch_memory(whole, many, FOLDER, made.ENGINES["compiled"])
        extra.append((f"`bummerl batch --jobs 1`: peak memory, {few:,} and {many:,} records", "flat",
                      f"{small:.0f} and {large:.0f} MiB ({rate:,.0f} records/s)", large < small * 1.1 + 4))
    except OSError as error:
        missing.append(f"batch memory: {error}")
    return extra


def contracts(name: str) -> bool:
    """Has this ruleset contracts? It may take longer to load."""
    return bool(load(name).data.get("contracts"))


if __name__ == "__main__":
    sys.exit(main())
