"""What a store says when it cannot do what was asked."""

from __future__ import annotations

from typing import Final

UNAVAILABLE: Final = "store.unavailable"
FULL: Final = "store.full"
NEWER: Final = "store.newer"
CONFLICT: Final = "store.conflict"


class StoreError(Exception):
    """The store could not do it.  `code` has a page in `docs/errors/`; the sentence says what is wrong and what to do.

    It names no password and nothing that was kept, and the next call may well succeed.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Conflict(StoreError):
    """Something else is there already: under an Idempotency-Key, or under the id of a ruling."""

    def __init__(self, message: str) -> None:
        super().__init__(CONFLICT, message)


class BadCursor(ValueError):
    """A place in the list that this program has not given out."""
