"""What tests let other processes do: `python -m tests.store.processes WHAT ARGUMENT...` writes lines of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from typing import Any

from bummerl.service.store import StoreError, open_store

from .drafts import draft, ruleset

ROOT = Path(__file__).parents[2]


def started(what: str, *arguments: object) -> subprocess.Popen[str]:
    """Another process that does it."""
    command = [sys.executable, "-m", __name__, what, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)


def answer_of(what: str, *arguments: object) -> Any:
    """The last line that another process writes when it does it."""
    process = started(what, *arguments)
    out, error = process.communicate(timeout=120)
    assert not process.returncode, error
    return json.loads(out.splitlines()[-1])


def say(value: Any) -> None:
    """One line, written at once and whole: the process may be killed right after."""
    os.write(1, json.dumps(value).encode() + b"\n")


def as_nobody(file: str, id: str) -> None:
    """Read and write as a user who has no rights."""
    open_store(file).close()  # what is needed is in memory: this user may not read the program
    if os.getuid() == 0:
        os.setuid(65534)
    said = []
    try:
        store = open_store(file)
        said.append("read" if store.ruling(id) else "lost")
        store.keep(draft())
    except StoreError as error:
        said += [error.code, error.message]
    say(said)


def write_on(url: str) -> None:
    """Keep rulings with several threads until somebody kills the process; say each id when it has been kept."""
    store = open_store(url, patience=120)

    def work(thread: int) -> None:
        n = 0
        while True:
            n += 1
            kept = store.keep(draft(n, ruleset(n % 5)))
            say([kept.ruling.id, n])

    for thread in range(3):
        threading.Thread(target=work, args=(thread,)).start()


def open_at_once(url: str, count: str) -> None:
    """Open, and so migrate, when a byte comes in, and keep a few rulings."""
    say("ready")
    sys.stdin.buffer.read(1)
    store = open_store(url, patience=120)
    ids = [store.keep(draft(n)).ruling.id for n in range(int(count))]
    store.close()
    say(ids)


def until_full(file: str) -> None:
    """Keep rulings until no file may grow, then until none may be written at all; say what can be done then."""
    import resource

    store = open_store(file)
    ids = [store.keep(draft(0)).ruling.id]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    codes, readable = [], []
    for limit in (300_000, 0):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        failed = 0
        while failed < 5:
            try:
                ids.append(store.keep(draft(len(ids), ruleset(len(ids)))).ruling.id)
            except StoreError as error:
                codes.append(error.code)
                failed += 1
        with ThreadPoolExecutor(4) as pool:  # new connections, too
            readable += [all(pool.map(store.ruling, ids)), store.count() == len(ids)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    ids.append(store.keep(draft()).ruling.id)
    say({"ids": ids, "codes": codes, "readable": readable})


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
