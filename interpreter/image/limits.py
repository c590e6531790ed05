"""How large an image may become, so that a hostile ruleset costs little: to build, to keep, and at every move.

Every figure is several times what the largest ruleset of the family needs.
"""

from __future__ import annotations

from typing import Final

from bummerl.grammar import Problem
from bummerl.rulesets.model import RulesetError
from bummerl.rulesets.typed import Typed

IMAGE_SIZE: Final = 120_000
"""Integers of an image."""
STATE_SIZE: Final = 2_000
"""Slots of a state, scratch included."""
WORK: Final = 5_000
"""Instructions that one expression may take to work out, its loops run to the end."""
LISTING_WORK: Final = 100_000
"""Instructions that listing all legal moves may take."""
CASES: Final = 60_000
"""Cases (trump, suit led, best card, card) that one predicate may be worked out for when the image is built; above
it, it is worked out card by card while playing."""
ALL_CASES: Final = 250_000
"""The same for all predicates of a ruleset together."""
LOOP_COST: Final = 3
"""Instructions of a `where` besides its condition."""


def refusal(message: str, path: str | None = None, code: str = "ruleset.too-many") -> RulesetError:
    """A ruleset that cannot become an image."""
    return RulesetError((Problem(code, message, path=path),))


def work(node: Typed, cards: int, seats: int) -> int:
    """How many instructions working this out takes at most."""
    inner = [work(arg, cards, seats) for arg in node.args]
    if node.op.startswith(("where_", "most_", "least_")):
        times = cards if node.op.endswith("_cards") else seats
        return 1 + inner[0] + times * (LOOP_COST + inner[1])
    return 1 + sum(inner)
