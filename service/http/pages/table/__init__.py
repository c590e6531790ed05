"""The table: a hand on the green cloth, move by move.

A page that shows it takes the style `table` and the script `table`, and calls the macro `stage` of `table/stage.html`
with what `stage_of` returns.  Its texts it brings along.  All steps are in the page; the address chooses one, `#m5`,
and without that the last is shown, where the dispute is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from ..hands import Judged
from ..words import PageWords
from .captions import Captions
from .staging import Staging
from .views import Step, TrickLink
from .walk import Happening, Position, tricks_of, walk

MOST_CARDS: Final = 2_400
"""Cards that all steps of a page may show together, so that a page stays small.  A hand of forty cards has sixty steps
then, one of twenty a hundred and twenty, which no real hand needs; of a longer log the end is shown.
"""

__all__ = ["Step", "Table", "TrickLink", "shown", "stage_of"]


@dataclass(frozen=True)
class Table:
    """What the stage shows."""

    w: PageWords
    names: dict[str, str]
    steps: list[Step]
    tricks: list[TrickLink]
    out: list[str]
    """Who sits this hand out from the beginning, such as the dealer."""
    who: Callable[[str], Markup]
    """A player's name as a part of a sentence."""
    named: Callable[[list[str]], str]
    """Cards by name."""

    @property
    def start(self) -> int:
        """The step that is shown first."""
        return self.steps[-1].number

    @property
    def many(self) -> bool:
        """Whether more than two play."""
        return len(self.steps[-1].seated) > 2


def stage_of(judged: Judged) -> Table | None:
    """A judged hand as steps to look through; `None` if nothing of it could be read."""
    walked = walk(judged)
    if not walked:
        return None
    captions = Captions(judged)
    in_page = shown(walked)
    steps = [step for step in Staging(judged, walked, captions).all() if step.number in in_page]
    tricks = [
        TrickLink(trick, number, number == walked[-1].number and walked[-1].violation is not None)
        for trick, number in _links(walked).items()
        if number in in_page
    ]
    seated = {seated.seat for seated in steps[0].seated}
    out = [seat for seat in walked[0].now["hands"] if seat not in seated]
    return Table(captions.w, captions.names, steps, tricks, out, captions.who, captions.cards)


def shown(steps: list[Happening]) -> range:
    """The steps that a page shows."""
    cards = _cards_of(steps[0].now)
    last = steps[-1].number
    return range(max(steps[0].number, last + 1 - MOST_CARDS // max(cards, 1)), last + 1)


def _cards_of(now: Position) -> int:
    """How many cards there are in a hand, at its first position."""
    won = sum(points["tricks"] or 0 for points in now["points"].values()) * len(now["sides"])
    held = sum(len(now["hands"][seat]) + now["hidden"][seat] for seat in now["hands"])
    return int(held + now["talon"]["size"] + won)


def _links(steps: list[Happening]) -> dict[int, int]:
    """The step that each trick begins with; for the trick of the illegal move, that move."""
    found: dict[int, int] = {}
    tricks = tricks_of(steps)
    for step in steps:
        in_a_trick = step.number and step.in_play and step.trick <= tricks
        if in_a_trick and (step.trick not in found or step.violation is not None):
            found[step.trick] = step.number
    return found
