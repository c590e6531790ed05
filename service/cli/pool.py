"""A few processes that work on items in turn, so that the answers come back in order and little is ever in flight.

Each process has one item at a time and a pipe of its own. There are no threads, so that starting by fork is safe, and a
broken-off run (Ctrl-C, a reader that left) ends the processes at once.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection as _Connection

    Connection = _Connection[Any, Any]

Item = TypeVar("Item")
Result = TypeVar("Result")


class WorkerLost(Exception):
    """A process ended before its work was done."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait: while a process forks, Python has places in which they would be lost."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool(Generic[Item, Result]):
    """`size` processes, each of which first calls `prepare(*setting)` and then what that returned for every item."""

    def __init__(self, size: int, prepare: Callable[..., Callable[[Item], Result]], setting: tuple[Any, ...]) -> None:
        self.workers: list[tuple[BaseProcess, Connection]] = []
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        try:
            with undisturbed():
                for _ in range(size):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_serve, args=(ours, theirs, prepare, setting), daemon=True)
                    process.start()
                    theirs.close()  # so that the end of the process is the end of the pipe
                    self.workers.append((process, ours))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Pool[Item, Result]:
        """The pool itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        self.close()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for process, connection in self.workers:
            connection.close()
            process.terminate()
        for process, _ in self.workers:
            process.join()

    def map(self, items: Iterator[Item], pause: Callable[[], bool] = lambda: False) -> Iterator[Result]:
        """The result of each item, in order.

        Where `pause` says that the next item may be long in coming, what has been begun is handed out first.
        """
        resting = deque(connection for _, connection in self.workers)
        busy: deque[Connection] = deque()
        for item in items:
            if not resting:
                resting.append(busy.popleft())
                yield _received(resting[-1])
            connection = resting.popleft()
            _send(connection, item)
            busy.append(connection)
            while busy and pause():
                resting.append(busy.popleft())
                yield _received(resting[-1])
        while busy:
            yield _received(busy.popleft())


def _send(connection: Connection, item: object) -> None:
    try:
        connection.send(item)
    except OSError:
        raise WorkerLost from None


def _received(connection: Connection) -> Any:
    try:
        return connection.recv()
    except (EOFError, OSError):
        raise WorkerLost from None


def _serve(ours: Connection, theirs: Connection, prepare: Callable[..., Any], setting: tuple[Any, ...]) -> None:
    """What a process does until the pipe ends; Ctrl-C is for the parent, who ends this process when it ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})  # blocked while we were forked
    ours.close()
    work = prepare(*setting)
    while True:
        try:
            item = theirs.recv()
        except EOFError:
            return
        theirs.send(work(item))
