"""However it is played, a hand comes to its end: there is no move that can be made again and again."""

from __future__ import annotations

from random import Random

import pytest
from bummerl.interpreter import legal

from ..strategies import deal
from ..tables import EVERY, THOROUGH, game, ruleset

HANDS = 200 if THOROUGH else 4
LONGEST = 120
"""More than twice the moves of the longest game, forty cards and what is said beside them."""


@pytest.mark.parametrize("name", EVERY)
def test_a_hand_ends(name: str) -> None:
    rng = Random(f"{name} to its end")
    for _ in range(HANDS):
        record = deal(game(name), rng)
        while tokens := legal(record, ruleset=ruleset(name)):
            record["moves"].append(rng.choice([token for token in tokens if "concede" not in token] or tokens))
            assert len(record["moves"]) < LONGEST, record
