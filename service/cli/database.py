"""`--database`: which kept rulings a command is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .group import CannotGoOn

if TYPE_CHECKING:
    from bummerl.service.store import Store

Function = TypeVar("Function", bound=Callable[..., Any])


def database_option(function: Function) -> Function:
    """`--database`: a file or a PostgreSQL database."""
    return click.option(
        "--database",
        metavar="FILE|URL",
        help="Where rulings are kept: a file, or postgresql://user@host/database. "
        "Without it $BUMMERL_DATABASE, else a file in your data folder.",
    )(function)


@contextmanager
def opened(url: str | None, *, create: bool = False) -> Iterator[Store]:
    """The store, closed again at the end.  `create`: make a file that is not there.

    What the store cannot do ends the command with its sentence.
    """
    from bummerl.service.store import StoreError, default_url, open_store

    try:
        store = open_store(url or default_url(), create=create)
        try:
            yield store
        finally:
            store.close()
    except StoreError as error:
        raise CannotGoOn(f"{error.message} (`bummerl explain {error.code}`)") from None
