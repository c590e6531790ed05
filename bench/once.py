"""What is measured once, or a few times, each time in a process of its own: loading, starting, memory."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from .records import Record

ROOT = Path(__file__).parents[1]

LOADING = """
import json, sys, time
from bummerl.grammar import parse_expression
from bummerl.rulesets import load
from bummerl.interpreter import adjudicate
parse_expression("trump is none")                       # the parser is made once for all rulesets
load("sixty-six" if "tute-habanero" in sys.argv else "tute-habanero")
times = []
for name in sys.argv[1:]:
    begin = time.process_time()
    rules = load(name)
    read = time.process_time()
    adjudicate({"ruleset": name, "moves": [], "dealer": "A"})
    times.append([name, read - begin, time.process_time() - read])
print(json.dumps(times))
"""


def loading(names: list[str], environment: dict[str, str], times: int) -> dict[str, tuple[float, float]]:
    """Seconds to load and check each ruleset, and to build its image, in a fresh process with nothing kept: medians."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(times):
        for name in names:
            output = run([sys.executable, "-c", LOADING, name], environment)
            for found, load, build in json.loads(output):
                runs[found].append((load, build))
    return {name: (statistics.median(loaded for loaded, _ in of), statistics.median(built for _, built in of))
            for name, of in runs.items()}


def cold_start(log: Path, environment: dict[str, str], times: int) -> tuple[float, float]:
    """Seconds that `bummerl check` takes for one hand, from nothing on: of the processor, and on the clock."""
    used, took = [], []
    for _ in range(times):
        begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        run([*bummerl(), "check", str(log)], environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(time.perf_counter() - begin)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(used), statistics.median(took)


WATCHING = """
import json, resource, subprocess, sys, time
begin = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
took = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
print(json.dumps([peak, took]))
sys.exit(done.returncode if done.returncode > 1 else 0)
"""
"""Runs a command from a process that is small itself: a child's peak begins with the memory of its parent."""


def batch_memory(records: list[Record], count: int, folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Peak memory in MiB of `bummerl batch` over so many records, and records a second; one job."""
    source = folder / "batch.ndjson"
    lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in records]
    with source.open("w") as file:
        for i in range(0, count, len(lines)):
            file.writelines(lines[: count - i])
    command = [*bummerl(), "batch", str(source), "-o", os.devnull, "--jobs", "1"]
    try:
        peak, took = json.loads(run([sys.executable, "-c", WATCHING, *command], environment))
    finally:
        source.unlink()
    return peak, count / took


def bummerl() -> list[str]:
    """The command as it is installed beside this interpreter."""
    return [str(Path(sys.executable).with_name("bummerl"))]


def run(command: list[str], environment: dict[str, str]) -> str:
    """What a command prints. Raises `OSError` if it fails."""
    env = {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode and not (done.returncode == 1 and command[0] == bummerl()[0]):
        raise OSError(f"{' '.join(command[:4])} failed: {done.stderr[-400:]}")
    return done.stdout
