"""What the store asks of a database: transactions, and nothing that differs between two of them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

Row = tuple[Any, ...]


class Disturbed(Exception):
    """Somebody else came in between: the transaction was undone, and done once more it will probably succeed."""


class Session(Protocol):
    """An open transaction.  SQL is written with `:name` where a value belongs."""

    def rows(self, sql: str, **values: Any) -> list[Row]:
        """What a query finds."""

    def run(self, sql: str, **values: Any) -> int:
        """Do something; how many rows it was done to."""


class Database(Protocol):
    """Where transactions come from.  Lost connections are replaced; failures are `StoreError`, or `Disturbed`."""

    @property
    def kind(self) -> Literal["sqlite", "postgresql"]:
        """Which database it is."""

    def reading(self) -> AbstractContextManager[Session]:
        """A transaction that changes nothing."""

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction that is on the disk when its block has been left, or has not happened."""

    def forget(self) -> None:
        """What has been deleted lies nowhere any more, as far as that can be had at once."""

    def close(self) -> None:
        """Let go of all connections."""
