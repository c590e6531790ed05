"""The table: a hand on the green cloth, move by move.

A page that shows it takes the subjects' styles `table` and script `table`, and calls the macro `stage` of
`table/stage.html` with what `stage_of` returns.  Its texts it brings along.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..hands import Judged


@dataclass(frozen=True)
class Table:
    """What the stage shows."""


def stage_of(judged: Judged) -> Table | None:
    """A judged hand as steps to look through; `None` if nothing of it could be read."""
    return Table() if judged.replay else None
