"""A database that lets everybody wait in vain shall not have all threads of a service waiting for it.

There would be none left for requests that need no database.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from .errors import TimedOut


class Door:
    """Whom a call has waited for in vain is tried by one call at a time; the others are told at once."""

    def __init__(self) -> None:
        self._in_vain: TimedOut | None = None
        self._trying = Lock()

    @contextmanager
    def entered(self) -> Iterator[None]:
        """The block may wait for the database.  Raises `TimedOut` if another one is waiting in place of all."""
        known = self._in_vain
        if known is None:
            with self._noted():
                yield
        elif self._trying.acquire(blocking=False):
            try:
                with self._noted():
                    yield
            finally:
                self._trying.release()
        else:
            raise TimedOut(known.message)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except TimedOut as error:
            self._in_vain = TimedOut(error.message)
            raise
        except BaseException:
            self._in_vain = None
            raise
        self._in_vain = None
