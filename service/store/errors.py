"""What a store says when it cannot do what was asked."""

from __future__ import annotations

from typing import Final

UNAVAILABLE: Final = "store.unavailable"
FULL: Final = "store.full"
NEWER: Final = "store.newer"
CONFLICT: Final = "store.conflict"


_PUBLIC: Final = {
    UNAVAILABLE: "The database that rulings are kept in cannot be used now. Try again in a moment.",
    FULL: "There is no room to keep another ruling. Those that are kept can be read.",
    NEWER: "The database that rulings are kept in was written by a newer program than this one.",
}


class StoreError(Exception):
    """The store could not do it.  `code` has a page in `docs/errors/`; the sentence says what is wrong and what to do.

    The sentence is for whoever runs the service: it may name files and machines, but no password and nothing that was
    kept. `public` is for anybody. The next call may well succeed.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    @property
    def public(self) -> str:
        """A sentence that says nothing about where rulings are kept."""
        return _PUBLIC.get(self.code, self.message)


class TimedOut(StoreError):
    """A call has waited for the database as long as it may."""

    def __init__(self, message: str) -> None:
        super().__init__(UNAVAILABLE, message)


class Conflict(StoreError):
    """Something else is there already: under an Idempotency-Key, or under the id of a ruling."""

    def __init__(self, message: str) -> None:
        super().__init__(CONFLICT, message)


class BadCursor(ValueError):
    """A place in the list that this program has not given out."""
