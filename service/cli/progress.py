"""A progress bar on standard error, where somebody is looking at a terminal; nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


SOON = 2.0
"""Seconds in which a rate would mostly measure how long the processes take to start."""


class Bar(Protocol):
    """Told how far the work has come."""

    def advance(self, size: int, hands: int) -> None:
        """`size` more bytes of the input are answered, which were `hands` hands."""


class Silent:
    """Shows nothing."""

    def advance(self, size: int, hands: int) -> None:
        """Nothing is shown."""


@contextmanager
def progress(total: int | None, quiet: bool = False) -> Iterator[Bar]:
    """A bar for `total` bytes, or a running count if nobody knows how many there are."""
    if quiet or not sys.stderr.isatty():
        yield Silent()
        return
    with _rich_bar(total) if find_spec("rich") else _plain_bar(total) as bar:
        yield bar


class Plain:
    """One line that is written again a few times a second; needs no further package."""

    def __init__(self, total: int | None) -> None:
        self.total, self.done, self.hands = total, 0, 0
        self.began = time.monotonic()
        self.shown = 0.0

    def advance(self, size: int, hands: int) -> None:
        """Count, and show it if the last time is a moment ago."""
        self.done += size
        self.hands += hands
        now = time.monotonic()
        if now - self.shown > 0.1:
            self.shown = now
            self.show()

    def show(self) -> None:
        """Write the line again."""
        share = f"{100 * self.done // max(1, self.total):3d} %  " if self.total else ""
        click.echo(f"\r{share}{so_far(self.hands, time.monotonic() - self.began)} ", nl=False, err=True)


def so_far(hands: int, seconds: float) -> str:
    """`12,000 hands, 8,000 a second`; a rate only once it says more than how long the start took."""
    return f"{hands:,} hands" + (f", {hands / seconds:,.0f} a second" if seconds > SOON else "")


@contextmanager
def _plain_bar(total: int | None) -> Iterator[Bar]:
    bar = Plain(total)
    try:
        yield bar
    finally:
        bar.show()
        click.echo(err=True)


@contextmanager
def _rich_bar(total: int | None) -> Iterator[Bar]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
    )
    # No refreshing thread: the pool's processes are forked from this one.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False) as shown:
        yield _Rich(shown, shown.add_task("", total=total, told=""))


class _Rich:
    """The bar of the extra `cli`."""

    def __init__(self, shown: Progress, task: TaskID) -> None:
        self.shown, self.task = shown, task
        self.hands, self.began, self.drawn = 0, time.monotonic(), 0.0

    def advance(self, size: int, hands: int) -> None:
        """Move the bar on."""
        self.hands += hands
        now = time.monotonic()
        self.shown.update(self.task, advance=size, told=so_far(self.hands, now - self.began))
        if now - self.drawn > 0.1:
            self.drawn = now
            self.shown.refresh()
