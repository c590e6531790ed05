"""Taking in an archive of rulings: bad lines are told, good ones kept, and at the end somebody says how many."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedIOBase
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bummerl.service.store import Store


def take_in_all(store: Store, stream: BufferedIOBase, name: str) -> bool:
    """Take in every line of the file `name`; whether all went well."""
    from bummerl.service.store import Conflict, StoreError
    from bummerl.service.store.archive import LONGEST, BadLine, Reader

    taken = known = bad = 0
    reader = Reader(store.ruleset)
    for number, line in enumerate(lines(stream, LONGEST), 1):
        try:
            ruling = reader.read(line)
            if ruling is None:
                continue
            if store.take_in(ruling):
                taken += 1
            else:
                known += 1
        except (BadLine, Conflict) as wrong:
            bad += 1
            click.echo(f"{name}:{number}: {wrong}", err=True)
        except StoreError:
            click.echo(f"Stopped at line {number}. {said(taken, known, bad)}", err=True)
            raise
    click.echo(said(taken, known, bad), err=True)
    return not bad


def said(taken: int, known: int, bad: int) -> str:
    """What became of the lines."""
    parts = [f"{taken} taken in", f"{known} kept already"] + ([f"{bad} not taken in"] if bad else [])
    return f"Rulings: {', '.join(parts)}."


def lines(stream: BufferedIOBase, longest: int) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long its beginning, just longer than allowed."""
    while line := stream.readline(longest + 1):
        yield line
        while not line.endswith(b"\n") and (rest := stream.readline(longest + 1)):
            line = rest
