"""SIGHUP: the service begins anew from the program that is on the disk now, and no request is lost over it.

The main process replaces itself by the command that it was started with: its number stays, and so do its children. It
hands over the socket that it listens at, so that whoever connects meanwhile waits a moment and is served, and the old
workers, which go on serving until new ones are there and then finish what they have begun. A program that does not
start is found out beforehand, by a rehearsal: then everything stays as it was.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final

from .logs import LOGGER

_HANDED: Final = "BUMMERL_HANDED_OVER"
_REHEARSAL: Final = "BUMMERL_REHEARSAL"
PATIENCE: Final = 60.0
"""Seconds that a rehearsal may take; nobody hears signals or replaces workers meanwhile."""
COUNTS: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where `prometheus-client` is told in which folder processes count together."""


@dataclass(frozen=True, slots=True)
class Inherited:
    """What the program before left: its process, its socket, its workers, the folder of its counters."""

    process: int
    listener: int
    workers: Sequence[int]
    counts: str


def inherited() -> Inherited | None:
    """What this process has taken over from the program that it ran before; None if it has just been started."""
    text = os.environ.pop(_HANDED, None)
    if not text:
        return None
    told = json.loads(text)
    found = Inherited(**{field.name: told[field.name] for field in fields(Inherited)})
    return found if found.process == os.getpid() else None


def rehearsing() -> bool:
    """Is this a rehearsal, which is over as soon as the service could serve?"""
    return bool(os.environ.get(_REHEARSAL))


def rehearsed(left: Inherited) -> bool:
    """Tries whether the program on the disk starts, with the same command, and understands what it would be left; if
    not, says so in the log.
    """
    environment = {**os.environ, _REHEARSAL: "1", _HANDED: json.dumps(asdict(left))}
    environment.pop(COUNTS, None)
    try:
        done = subprocess.run(
            _command(),
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        LOGGER.error("not restarted: the program cannot be tried", extra={"reason": type(error).__name__})
        return False
    if done.returncode == 0:
        return True
    said = done.stderr.decode("utf-8", "replace").strip()
    LOGGER.error("not restarted: the program on the disk does not start", extra={"reason": said[-2000:]})
    return False


def hand_over(left: Inherited, environment: Mapping[str, str]) -> None:
    """Becomes the program on the disk.  Returns only if that cannot be done.

    `environment` is what the new program has to know besides.
    """
    os.set_inheritable(left.listener, True)
    sys.stdout.flush()
    sys.stderr.flush()
    command = _command()
    try:
        os.execve(command[0], command, {**os.environ, **environment, _HANDED: json.dumps(asdict(left))})
    except OSError as error:
        LOGGER.error("not restarted: the program cannot be run", extra={"reason": error.strerror})


def still_runs(child: int) -> bool:
    """Whether a child of this process is alive; one that has ended is let go."""
    try:
        return os.waitpid(child, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False


def send(signal_: signal.Signals, children: Sequence[int]) -> None:
    """Sends a signal to those of these children that are alive."""
    for child in children:
        if still_runs(child):
            os.kill(child, signal_)


def _command() -> list[str]:
    return [sys.executable, *sys.orig_argv[1:]]
