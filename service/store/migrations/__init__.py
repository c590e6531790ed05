"""The steps by which a database came to its present shape, numbered from 1: a folder of SQL files for each dialect.

A file that has been released is never changed; what comes later is a new file.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def migrations(dialect: str) -> tuple[str, ...]:
    """The SQL of each step, in order; after all of them a database has the version `len(migrations(dialect))`."""
    folder = files(__package__).joinpath(dialect)
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(file.read_text(encoding="utf-8") for file in found)
