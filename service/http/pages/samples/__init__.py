"""Logs to look at and to change: what *Load an example* puts into an empty form."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def sample(name: str) -> str:
    """The log `name`, without ending."""
    return files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
