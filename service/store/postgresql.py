"""PostgreSQL: one database for several workers or machines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Literal

import psycopg
from psycopg import conninfo
from psycopg_pool import ConnectionPool

from .database import Row
from .errors import NEWER, UNAVAILABLE, StoreError
from .migrations import migrations
from .postgresql_failures import failures, place_of

MOST_CONNECTIONS: Final = 8
"""Connections of one process; calls beyond that wait their turn."""
_LOCK: Final = 0x42554D4D
"""The advisory lock under which a database is brought up to date."""
_NAME: Final = re.compile(r":([a-z_]+)")
_DEFAULTS: Final = {
    "application_name": "bummerl",
    "connect_timeout": 3,
    "keepalives_idle": 10,  # a machine that has vanished is noticed within half a minute
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""What holds for a connection if the URL says nothing else; times in seconds."""


class Session:
    """An open transaction."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self._connection = connection

    def rows(self, sql: str, **values: Any) -> list[Row]:
        """What a query finds."""
        return self._connection.execute(_query(sql), values).fetchall()

    def run(self, sql: str, **values: Any) -> int:
        """Do something; how many rows it was done to."""
        return self._connection.execute(_query(sql), values).rowcount


@cache
def _query(sql: str) -> bytes:
    """SQL as the driver wants it: `%(name)s` for `:name`."""
    return _NAME.sub(r"%(\1)s", sql).encode("ascii")


class Postgresql:
    """The database that `url` names.  `patience`: seconds to wait for a lock in it; half of them for a connection.

    A connection is tried before it is used, so that one that was lost while it lay idle costs nobody an answer.
    """

    kind: Literal["postgresql"] = "postgresql"

    def __init__(self, url: str, patience: float, migrate: bool = True) -> None:
        self._where = place_of(url)
        self._patience = patience
        settings: dict[str, Any] = {**_DEFAULTS, **conninfo.conninfo_to_dict(url), "autocommit": True}
        with failures(self._where), psycopg.connect(**settings) as connection:
            self._migrate(connection, migrate)
        self._pool = ConnectionPool(
            kwargs=settings,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=patience / 2,
            reconnect_timeout=1,  # then whoever asks next has it tried anew, instead of after ever longer pauses
            configure=self._configure,
            check=ConnectionPool.check_connection,
            open=True,
        )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Each query sees what is there when it begins."""
        with failures(self._where), self._pool.connection() as connection:
            yield Session(connection)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is committed when its block has been left."""
        with failures(self._where), self._pool.connection() as connection, connection.transaction():
            yield Session(connection)

    def forget(self) -> None:
        """Nothing: PostgreSQL clears up behind itself, in its own time."""

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def _configure(self, connection: psycopg.Connection[Row]) -> None:
        """What holds for each connection: what was committed is on the disk, and nothing waits for ever."""
        for name, seconds in (
            ("lock_timeout", self._patience),
            ("statement_timeout", 2 * self._patience),
            ("idle_in_transaction_session_timeout", 2 * self._patience),
        ):
            connection.execute("SELECT set_config(%s, %s, false)", (name, f"{max(1, round(seconds * 1000))}ms"))
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )

    def _migrate(self, connection: psycopg.Connection[Row], migrate: bool) -> None:
        """Bring the database up to date, one step in a transaction; of several programs at once, one does it.

        Without `migrate` only look whether that could be done.
        """
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError(UNAVAILABLE, f"{self._where} is encoded as {encoding}: make one with ENCODING 'UTF8'.")
        steps = migrations(self.kind)
        if self._version(connection) == len(steps) or not migrate:
            return
        # Held until the connection is closed.  Taken in front of the transactions: one that has begun and then waits
        # would still see the tables as they were before.
        connection.execute(
            "SELECT set_config('lock_timeout', %s, false)", (f"{max(1, round(self._patience * 1000))}ms",)
        )
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        for version in range(self._version(connection), len(steps)):
            with connection.transaction():
                connection.execute(steps[version].encode())
                connection.execute("UPDATE bummerl_schema SET version = %s", (version + 1,))

    def _version(self, connection: psycopg.Connection[Row]) -> int:
        """The number of the last step that was taken."""
        found = connection.execute("SELECT to_regclass('bummerl_schema') IS NOT NULL").fetchone()
        if found is None or not found[0]:
            return 0
        found = connection.execute("SELECT version FROM bummerl_schema").fetchone()
        version = int(found[0]) if found else 0
        if version > len(migrations(self.kind)):
            raise StoreError(NEWER, f"{self._where} was written by a newer Bummerl: update this one.")
        return version
