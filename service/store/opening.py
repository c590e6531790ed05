"""Which store a URL means, and where rulings are kept if nobody says."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

from .errors import UNAVAILABLE, StoreError
from .model import Store
from .sql import SqlStore

PATIENCE: Final = 10.0
"""Seconds that a call waits for a database that is locked or away."""
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.]*)://")
_NAME_ONE: Final = "Name a file, such as rulings.db, or postgresql://user@host/database."
_EXTRA: Final = "pip install 'bummerl[postgres]' (in a working copy: pip install '.[postgres]')"


def default_url() -> str:
    """`$BUMMERL_DATABASE`, or else a file in the folder where this system wants a user's data."""
    if url := os.environ.get("BUMMERL_DATABASE"):
        return url
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "bummerl" / "rulings.db")


def open_store(url: str, *, patience: float = PATIENCE, create: bool = True, migrate: bool = True) -> Store:
    """The store at `url`, brought up to date if need be (and `migrate`), and made if it is a file that is not there
    (and `create`).

    Without `migrate` it is of use for finding out whether it is there, and not too new.
    `url` is the name of a file, `sqlite:///name` (`sqlite:////absolute/name`) or `postgresql://user@host/database`.
    Raises `StoreError` if it is not there, cannot be used, or belongs to a newer program.
    """
    if url.strip().lower() == "none":
        raise StoreError(UNAVAILABLE, f"Where the database is `none` nothing is kept. {_NAME_ONE}")
    scheme = _SCHEME.match(url)
    if scheme is None:
        return _sqlite(url, patience, create, migrate)
    match scheme[1].lower():
        case "sqlite":
            return _sqlite(url[len(scheme[0]) :].removeprefix("/"), patience, create, migrate)
        case "postgresql" | "postgres":
            return _postgresql(url, patience, migrate)
    raise StoreError(UNAVAILABLE, f"`{scheme[0]}…` is no database that Bummerl knows. {_NAME_ONE}")


def _sqlite(name: str, patience: float, create: bool, migrate: bool) -> Store:
    from .sqlite import Sqlite

    if name in ("", ":memory:") or "\0" in name:
        raise StoreError(UNAVAILABLE, "Rulings are kept in a file: give it a name, such as rulings.db.")
    return SqlStore(Sqlite(Path(name), patience, create, migrate))


def _postgresql(url: str, patience: float, migrate: bool) -> Store:
    try:
        from .postgresql import Postgresql
    except ImportError as missing:
        raise StoreError(UNAVAILABLE, f"PostgreSQL needs the package `{missing.name}`: {_EXTRA}.") from None
    return SqlStore(Postgresql(url, patience, migrate))
