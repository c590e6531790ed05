"""Things that take long to make, kept for whoever asks next; what was not used for longest goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

T = TypeVar("T")
ROOM: Final = 2_000_000
"""Integers that are kept together: some forty times all shipped rulesets."""


class _Entry(Generic[T]):
    """A place for one of them; its lock is held while it is made."""

    __slots__ = ("lock", "made", "size", "value")

    def __init__(self) -> None:
        self.lock, self.made, self.size = threading.Lock(), False, 0
        self.value: T


class Kept(Generic[T]):
    """So many things by their keys, and together no larger than `room`; the last one made is kept in any case. Threads
    that want the same one wait for the first of them to make it.
    """

    def __init__(self, most: int, size: Callable[[T], int] = lambda _: 0, room: int = ROOM) -> None:
        """`size` is that of one of them, in integers; nothing, if it does not matter."""
        self.most, self.size, self.room = most, size, room
        self.held = 0
        self._entries: OrderedDict[Hashable, _Entry[T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key. What `make` raises is passed on, and nothing is kept."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                entry = self._entries[key] = _Entry()
                self._make_room()
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
                with self._lock:
                    entry.made = True
                    if self._entries.get(key) is entry:
                        entry.size = self.size(entry.value)
                        self.held += entry.size
                        self._make_room()
        return entry.value

    def _make_room(self) -> None:
        """Forgets what was not used for longest. The lock is held."""
        while len(self._entries) > 1 and (len(self._entries) > self.most or self.held > self.room):
            _, gone = self._entries.popitem(last=False)
            self.held -= gone.size

    def _forget(self, key: Hashable, entry: _Entry[T]) -> None:
        with self._lock:
            if self._entries.get(key) is entry:
                del self._entries[key]
