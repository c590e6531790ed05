"""What PostgreSQL says when it cannot do something, as a sentence for whoever runs the service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import conninfo, errors
from psycopg_pool import PoolClosed, PoolTimeout

from .database import Disturbed
from .errors import FULL, UNAVAILABLE, StoreError, TimedOut

LONGEST: Final = 300
_IN_BETWEEN: Final = (errors.SerializationFailure, errors.DeadlockDetected, errors.ForeignKeyViolation)


@contextmanager
def failures(where: str) -> Iterator[None]:
    """Turn what goes wrong with the database `where` into `StoreError`, or `Disturbed`."""
    try:
        yield
    except _IN_BETWEEN as error:
        raise Disturbed from error
    except PoolTimeout as error:
        raise TimedOut(_told(error, where)) from error
    except psycopg.Error as error:
        raise StoreError(FULL if isinstance(error, errors.DiskFull) else UNAVAILABLE, _told(error, where)) from error


def place_of(url: str) -> str:
    """The database that a URL names, in words and without a password.  Raises `StoreError` if it names none."""
    try:
        given = conninfo.conninfo_to_dict(url)
    except psycopg.Error:
        raise StoreError(
            UNAVAILABLE, "That is no address of a PostgreSQL database: write postgresql://user@host/database."
        ) from None
    name = given.get("dbname") or given.get("service") or given.get("user") or "of this user"
    return f"The PostgreSQL database `{name}` at `{given.get('host') or given.get('hostaddr') or 'this machine'}`"


def _told(error: psycopg.Error, where: str) -> str:
    match error:
        case PoolTimeout():
            return f"{where} cannot be reached, or has no connection free. Try again."
        case PoolClosed():
            return "The store has been closed."
        case errors.DiskFull():
            return f"{where} cannot be written: its disk is full. Reading works."
        case errors.LockNotAvailable() | errors.QueryCanceled():
            return f"{where} has been locked by others for too long. Try again."
        case errors.ReadOnlySqlTransaction():
            return f"{where} may be read but not written: is it a standby?"
        case errors.DuplicateTable():
            return f"{where} holds tables of another program. Make a database of its own for the rulings."
        case errors.UndefinedTable():
            return f"{where} has lost its tables. Put a backup in its place, or start again."
        case errors.InsufficientPrivilege():
            return f"{where} refuses this user: it must own the database, or the schema that its tables are in."
    said = " ".join(str(error).split())[:LONGEST].rstrip(".")
    return f"{where} cannot be used: {said or 'the connection was lost'}."
