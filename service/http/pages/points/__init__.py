"""The points of a hand, trick by trick: a chart and a table.

A page that shows them takes the style `points`, and calls the macro `points` of `points/points.html` with what
`points_of` returns.  Its texts it brings along.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..hands import Judged


@dataclass(frozen=True)
class Points:
    """What chart and table show."""


def points_of(judged: Judged) -> Points | None:
    """The points of a judged hand; `None` if nothing of it could be read."""
    return Points() if judged.replay else None
