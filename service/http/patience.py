"""How long the service waits for a client that has begun to send something, or does not take its answer.

Somebody who opens connections and sends a byte now and then, or reads none, would otherwise keep every thread waiting
for ever.
"""

from __future__ import annotations

import errno
import select
import threading
from collections.abc import Callable
from socket import MSG_DONTWAIT, socket
from time import monotonic
from typing import Any

from .arriving import TooSlow

BYTES_A_SECOND = 16 * 1024
"""Who sends that fast is never too slow."""
IDLE_IN_A_BATCH = 60.0
"""Seconds in which a batch may bring nothing: somebody may be thinking."""
IDLE_AT_THE_END = 5.0
"""The same for every request once the service is to stop."""
_current = threading.local()


class Patient:
    """A socket that is read and written with a deadline: everything else is the socket's own."""

    def __init__(self, socket: socket, seconds: float, stopping: Callable[[], bool]) -> None:
        self._socket, self._seconds, self._stopping = socket, seconds, stopping
        self._poll = select.poll()
        self._poll.register(socket, select.POLLIN)
        self._room = select.poll()
        self._room.register(socket, select.POLLOUT)
        self._spent = False
        self.begin()

    def begin(self) -> None:
        """A request begins, on this thread."""
        self._end, self._idle = monotonic() + self._seconds, self._seconds
        _current.socket = self

    def allow(self, seconds: float) -> None:
        """This request may take so long to arrive, as long as something does."""
        self._end, self._idle = monotonic() + seconds, IDLE_IN_A_BATCH

    def recv(self, size: int) -> bytes:
        """The next bytes. Raises `TooSlow` if there are none in time."""
        began = monotonic()
        while not self._spent and not self._poll.poll(1000):
            now = monotonic()
            idle = min(self._idle, IDLE_AT_THE_END) if self._stopping() else self._idle
            self._spent = now > self._end or now > began + idle
        if self._spent:
            raise TooSlow("the request did not arrive in time")
        data = self._socket.recv(size)
        self._end += len(data) / BYTES_A_SECOND
        return data

    def sendall(self, data: bytes) -> None:
        """Sends all of it.  Raises `ConnectionResetError` if the client does not take it in time."""
        rest, last = memoryview(data), monotonic()
        end = last + self._idle + len(rest) / BYTES_A_SECOND
        while rest:
            try:
                sent = self._socket.send(rest, MSG_DONTWAIT)
            except BlockingIOError:
                now = monotonic()
                if now > end or now > last + self._idle:
                    raise ConnectionResetError(errno.ECONNRESET, "the client does not take its answer") from None
                self._room.poll(1000)
            else:
                rest, last = rest[sent:], monotonic()

    def __getattr__(self, name: str) -> Any:
        """What else a socket can do."""
        return getattr(self._socket, name)


def allow(seconds: float) -> None:
    """Lets the request that this thread serves take so long to arrive."""
    patient: Patient | None = getattr(_current, "socket", None)
    if patient is not None:
        patient.allow(seconds)
