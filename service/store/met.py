"""The rulesets that were met last: many rulings follow one another under the same, and a ruleset never changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from .model import StoredRuleset

MOST: Final = 16


class Met:
    """Remembers a few rulesets by their digests, for all threads."""

    def __init__(self) -> None:
        self._known: dict[str, StoredRuleset] = {}
        self._lock = threading.Lock()

    def get(self, digest: str, find: Callable[[str], StoredRuleset | None]) -> StoredRuleset | None:
        """The ruleset with this digest, as it is remembered or as `find` finds it; None if it does not."""
        found = self._known.get(digest) or find(digest)
        if found is not None:
            self.add(found)
        return found

    def add(self, ruleset: StoredRuleset) -> None:
        """Remember a ruleset, and forget the one that was met longest ago."""
        with self._lock:
            self._known.pop(ruleset.digest, None)
            self._known[ruleset.digest] = ruleset
            if len(self._known) > MOST:
                del self._known[next(iter(self._known))]
