"""The rulesets as parallel lines: where they run together, and the knots at which some leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

MOST_LINES: Final = 8
WIDE, NARROW, FEW = 8, 5, 5
"""Pixels from line to line, where there are few of them and where there are more."""
CONTENT: Final = 74
"""Where the words begin."""


@dataclass(frozen=True)
class Stretch:
    """Moves, from and to, at which `n` rulesets agree; `lines` of them are drawn."""

    first: int
    last: int
    n: int
    lines: int
    end: str | None = None
    """One of the rulesets that agree to the last, after the last move."""


@dataclass(frozen=True)
class Knot:
    """A parting; `move` is where, or the end of the hand. `before` and `after` are how many lines are drawn."""

    number: int
    move: int | None
    kind: str
    """`move`, `result` or `status`."""
    part: Mapping[str, Any]
    before: int
    after: int
    step: int

    @property
    def elbows(self) -> list[str]:
        """The lines that leave, drawn from the knot to the words."""
        xs = [19.5 + self.step * place for place in range(self.after, self.before)]
        depth = 20 + 5 * len(xs)
        return [
            f"M{x:g} 0V{depth - 5 * i - 10}Q{x:g} {depth - 5 * i} {x + 12:g} {depth - 5 * i}H{CONTENT}"
            for i, x in enumerate(xs)
        ]


def lines(found: Mapping[str, Any], moves: int) -> list[Knot | Stretch]:
    """The partings of a comparison in the order of play, and what lies between them."""
    alive = [id for group in found["groups"] for id in group["rulesets"]]
    total = len(alive)
    step = WIDE if min(total, MOST_LINES) <= FEW else NARROW

    def drawn(n: int) -> int:
        return n if total <= MOST_LINES or not n else max(1, round(n * MOST_LINES / total))

    told: list[Knot | Stretch] = []
    number, at, shown = 0, 0, drawn(total)
    for part in (part for part in found["parts"] if part["kind"] == "move"):
        if part["move"] > at:
            told.append(Stretch(at + 1, part["move"], len(alive), shown))
        number += 1
        alive = [one["ruleset"] for one in part["legal"]]
        before, shown = shown, max(1, min(shown - 1, drawn(len(alive))))
        told.append(Knot(number, part["move"], "move", part, before, shown, step))
        at = part["move"] + 1
    if alive and moves > at:
        told.append(Stretch(at + 1, moves, len(alive), shown))
    last = _ending(found, alive)
    if last is not None:
        told.append(Knot(number + 1, None, last["kind"], last, shown, 0, step))
    elif number and alive:
        told.append(Stretch(moves, moves, len(alive), shown, alive[0]))
    return told


def _ending(found: Mapping[str, Any], alive: Sequence[str]) -> Mapping[str, Any] | None:
    """How those part that accept every move: by their results, or by whether there is one."""
    groups = [{**group, "rulesets": here} for group in found["groups"]
              if (here := [id for id in group["rulesets"] if id in alive])]  # fmt: skip
    if len(groups) < 2:
        return None
    result = next((part for part in found["parts"] if part["kind"] == "result"), None)
    if result is not None and all("winner" in group for group in groups):
        return dict(result)
    return {"kind": "status", "groups": groups}
