"""What SQLite says when it cannot do something, as a sentence for whoever runs the service."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .errors import FULL, UNAVAILABLE, StoreError, TimedOut

_FULL: Final = frozenset(
    {
        "SQLITE_FULL",
        "SQLITE_IOERR_WRITE",  # so a quota is told
        "SQLITE_IOERR_SHMSIZE",
        "SQLITE_IOERR_FSYNC",
        "SQLITE_IOERR_TRUNCATE",
    }
)
_NO_SPACE: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


@contextmanager
def failures(path: Path, patience: float) -> Iterator[None]:
    """Turn what goes wrong with the file into `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _told(error, path, patience) from error
    except FileNotFoundError as error:
        raise StoreError(UNAVAILABLE, f"There is no file `{path}`.") from error
    except OSError as error:
        code = FULL if error.errno in _NO_SPACE else UNAVAILABLE
        raise StoreError(code, f"`{path}` cannot be opened: {error.strerror or error}.") from error


def name_of(error: sqlite3.Error) -> str:
    """SQLite's name for what went wrong, such as `SQLITE_BUSY`; mistakes that Python itself finds have none."""
    return getattr(error, "sqlite_errorname", "") or ""


def is_passing(error: sqlite3.Error) -> bool:
    """Whether the connection is as good as before: others were writing, or there was no room."""
    return _is_locked(error) or _is_full(error)


def _is_locked(error: sqlite3.Error) -> bool:
    return name_of(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _is_full(error: sqlite3.Error) -> bool:
    return name_of(error) in _FULL


def locked(path: Path, patience: float) -> StoreError:
    """Others have been writing all the time."""
    return TimedOut(f"`{path}` has been locked by others for {patience:g} seconds. Try again.")


def _told(error: sqlite3.Error, path: Path, patience: float) -> StoreError:
    if _is_locked(error):
        return locked(path, patience)
    if _is_full(error):
        return StoreError(FULL, f"`{path}` cannot be written: the disk is full, or a quota used up. Reading works.")
    match name_of(error).split("_")[1:]:
        case ["NOTADB", *_]:
            return StoreError(UNAVAILABLE, f"`{path}` is no database of Bummerl. Name another file.")
        case ["CORRUPT", *_]:
            return StoreError(UNAVAILABLE, f"`{path}` is damaged ({error}). Put a backup in its place.")
        case ["READONLY", *_]:
            return StoreError(UNAVAILABLE, f"`{path}`, or its folder, may be read but not written.")
        case ["CANTOPEN", *_]:
            return StoreError(
                UNAVAILABLE, f"`{path}` cannot be opened: it, or its folder, may not be read and written."
            )
    return StoreError(UNAVAILABLE, f"`{path}` cannot be used: {error}.")
