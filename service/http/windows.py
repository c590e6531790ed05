"""Counts of this process's clients, as the storages of the library `limits` count.

Its own storage in memory starts a thread every hundredth of a second to forget what is over; a request that has to wait
for one waits for milliseconds where all processors are busy.  Here what is over is forgotten when room is needed.
"""

from __future__ import annotations

from threading import Lock
from time import time
from typing import Final

MOST: Final = 100_000
"""Windows that are remembered; when there are more, those that are over are forgotten, and the oldest tenth."""


class Windows:
    """Windows of time by client, each with what was counted in it and when it is over."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._windows: dict[str, tuple[int, float]] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._windows)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Counts, and gives the count; a window that is over begins anew and lasts `expiry` seconds."""
        now = time()
        with self._lock:
            count, end = self._windows.get(key, (0, 0.0))
            if end <= now:
                self._windows.pop(key, None)  # a new one stands behind those that are older
                if len(self._windows) >= self._most:
                    self._forget(now)
                count, end = 0, now + expiry
            self._windows[key] = count + amount, end
            return count + amount

    def get_expiry(self, key: str) -> float:
        """When a window is over."""
        return self._windows.get(key, (0, time()))[1]

    def _forget(self, now: float) -> None:
        left = {key: window for key, window in self._windows.items() if window[1] > now}
        room = self._most - self._most // 10
        self._windows = dict(list(left.items())[-room:])
