"""A file that appears when all of it is written, so that nobody mistakes half of it for the whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from .streams import stdout

STDOUT = "-"


@contextmanager
def outfile(name: str | None) -> Iterator[BinaryIO]:
    """A stream to write to: standard output for `None` and `-`, else a file that takes its name at the end.

    If the work ends early, by Ctrl-C or a failure, what was there under that name before is left as it was.
    """
    if name is None or name == STDOUT:
        yield stdout()
        return
    path = Path(os.path.realpath(name))  # a link stays a link
    if path.exists() and not path.is_file():  # /dev/null, a pipe: nothing to put in place
        with _open(path, name) as stream:
            yield stream
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with _open(part, name) as stream:
            yield stream
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _open(path: Path, name: str | None = None) -> BinaryIO:
    try:
        return cast(BinaryIO, path.open("wb"))
    except OSError as error:
        raise click.UsageError(f"`{name or path}` cannot be written: {error.strerror}.") from None
