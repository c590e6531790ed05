"""Things that take long to make, kept for whoever asks next; what was not used for longest goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class _Entry(Generic[T]):
    """A place for one of them; its lock is held while it is made."""

    __slots__ = ("lock", "made", "value")

    def __init__(self) -> None:
        self.lock, self.made = threading.Lock(), False
        self.value: T


class Kept(Generic[T]):
    """So many things by their keys. Threads that want the same one wait for the first of them to make it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._entries: OrderedDict[Hashable, _Entry[T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key. What `make` raises is passed on, and nothing is kept."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
                if len(self._entries) > self.most:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(key)
        if entry.made:
            return entry.value
        with entry.lock:
            if not entry.made:
                try:
                    entry.value = make()
                except BaseException:
                    self._forget(key, entry)
                    raise
                entry.made = True
        return entry.value

    def _forget(self, key: Hashable, entry: _Entry[T]) -> None:
        with self._lock:
            if self._entries.get(key) is entry:
                del self._entries[key]
