"""SQLite: one file, written ahead to its log and synced before a write returns."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal

from .database import Row
from .errors import NEWER, UNAVAILABLE, StoreError
from .migrations import migrations
from .sqlite_failures import failures, is_passing, locked, name_of

MOST_IDLE: Final = 16
"""Connections that are kept open for the next calls."""
APPLICATION: Final = 0x42554D4D
"""What stands in the head of the file: `BUMM`, and no other program's mark."""
_PAUSE: Final = 0.02
_MOMENT: Final = 1.0
"""Seconds that others are waited for, and wait, when the write-ahead log is to be emptied."""


class Session:
    """An open transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, **values: Any) -> list[Row]:
        """What a query finds."""
        return self._connection.execute(sql, values).fetchall()

    def run(self, sql: str, **values: Any) -> int:
        """Do something; how many rows it was done to."""
        return self._connection.execute(sql, values).rowcount


class Sqlite:
    """The file `path`, made with its folder if it is not there and `create`, brought up to date if `migrate`.
    `patience`: seconds to wait for a lock.

    Connections are used by one thread at a time and kept for the next call.  Each call looks whether the file is still
    the one that was opened, so that nothing is written into a file that somebody has replaced or deleted.
    """

    kind: Literal["sqlite"] = "sqlite"

    def __init__(self, path: Path, patience: float, create: bool = True, migrate: bool = True) -> None:
        self._path = Path(os.path.abspath(path))
        self._patience = patience
        self._migrate = migrate
        self._idle: list[tuple[sqlite3.Connection, tuple[int, int]]] = []
        self._writer = threading.Lock()  # in line instead of polling the file's lock
        self._closed = False
        self._may_begin = create
        with failures(self._path, self._patience):
            if create:
                _make(self._path)
            with self._connection():
                self._may_begin = False

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing."""
        with failures(self._path, self._patience), self._connection() as connection, _transaction(connection, "BEGIN"):
            yield Session(connection)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is on the disk when its block has been left."""
        if not self._writer.acquire(timeout=self._patience):
            raise locked(self._path, self._patience)
        try:
            with (
                failures(self._path, self._patience),
                self._connection() as connection,
                _transaction(connection, "BEGIN IMMEDIATE"),
            ):
                yield Session(connection)
        finally:
            self._writer.release()

    def forget(self) -> None:
        """Empties the write-ahead log, which still holds what was deleted; not while somebody else reads from it."""
        if not self._writer.acquire(timeout=self._patience):
            return
        try:
            with suppress(StoreError), failures(self._path, self._patience), self._connection() as connection:
                connection.execute(f"PRAGMA busy_timeout = {round(min(_MOMENT, self._patience) * 1000)}")
                try:
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                finally:
                    connection.execute(f"PRAGMA busy_timeout = {round(self._patience * 1000)}")
        finally:
            self._writer.release()

    def close(self) -> None:
        """Close all connections that are not in use, and those in use when they are done."""
        self._closed = True
        while self._idle:
            self._idle.pop()[0].close()

    # ---- connections

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise StoreError(UNAVAILABLE, "The store has been closed.")
        connection, file = self._taken()
        try:
            yield connection
        except sqlite3.Error as error:
            if is_passing(error):  # on a full disk there may be no room to open another one
                self._give_back(connection, file)
            else:
                connection.close()
            raise
        except BaseException:
            self._give_back(connection, file)
            raise
        self._give_back(connection, file)

    def _taken(self) -> tuple[sqlite3.Connection, tuple[int, int]]:
        now = _identity(self._path)
        with suppress(IndexError):
            while True:
                connection, file = self._idle.pop()
                if file == now:
                    return connection, file
                connection.close()
        connection = self._connect()
        try:
            self._prepare(connection)
            file = _identity(self._path)
        except BaseException:
            connection.close()
            raise
        return connection, file

    def _give_back(self, connection: sqlite3.Connection, file: tuple[int, int]) -> None:
        if self._closed or connection.in_transaction or len(self._idle) >= MOST_IDLE:
            connection.close()
        else:
            self._idle.append((connection, file))

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self._path.as_uri()}?mode=rw",  # made in one place only: a lost file is not made anew
            uri=True,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
        )

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Set a new connection up, and bring the file up to date."""
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        steps = migrations(self.kind)
        version = self._version(connection)
        if not version and not self._may_begin:
            raise StoreError(UNAVAILABLE, f"`{self._path}` is empty. Put a backup in its place, or start again.")
        if not self._migrate:
            return
        if version < len(steps):
            self._to_wal(connection)
        while version < len(steps):
            with _transaction(connection, "BEGIN IMMEDIATE"):
                version = self._version(connection)  # another process may have been faster
                if version < len(steps):
                    for statement in _statements(steps[version]):
                        connection.execute(statement)
                    version += 1
                    connection.execute(f"PRAGMA user_version = {version}")

    def _version(self, connection: sqlite3.Connection) -> int:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (tables or version):
            raise StoreError(UNAVAILABLE, f"`{self._path}` is the database of another program. Name another file.")
        if version > len(migrations(self.kind)):
            raise StoreError(NEWER, f"`{self._path}` was written by a newer Bummerl: update this one.")
        return int(version)

    def _to_wal(self, connection: sqlite3.Connection) -> None:
        """Switch to the write-ahead log.  SQLite does not wait for others here, so that this does."""
        end = time.monotonic() + self._patience
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if not name_of(error).startswith("SQLITE_BUSY") or time.monotonic() > end:
                    raise
            time.sleep(_PAUSE)


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def _make(path: Path) -> None:
    """Make the file and its folder, for this user's eyes only, if they are not there."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _identity(path: Path) -> tuple[int, int]:
    """What tells a file from another that has taken its name."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: SQLite's own way of running a script commits first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
