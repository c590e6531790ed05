"""Every rule of every shipped ruleset makes a difference to some ruling beside it, or beside its kin."""

from __future__ import annotations

import pytest
from bummerl.interpreter.coverage import Coverage, cover, shipped
from bummerl.rulesets import catalogue, load


@pytest.fixture(scope="module")
def found() -> dict[str, Coverage]:
    return {one.ruleset.id: one for one in shipped()}


@pytest.mark.parametrize("id", [summary.id for summary in catalogue()])
def test_every_rule_is_exercised(id: str, found: dict[str, Coverage]) -> None:
    assert [rule.id for rule in found[id].never] == []


E20 = {"hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]}, "turn_up": "HQ",
       "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"]}  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "exercised"),
    [
        ([], set()),
        # A revoke: the duty that was broken, and what it costs.
        (["close", "SA", "DK"], {"follow.suit", "wrong.follow"}),
        # 14 + 14 + 6 + 13 = 47 and not 66: the failed close; every answer to a lead shows a duty.
        (
            ["close", "SA", "SQ", "ST", "SK", "CA", "HK", "DK", "HJ", "CT", "DQ"],
            {"follow.suit", "follow.trump", "end.cards", "score.close-failed"},
        ),
        (["S+20"], {"marriage.pair"}),
        # 14 points are no 66, and the other side has no trick.
        (["SA", "SQ", "claim"], {"follow.open", "end.out", "score.false-claim"}),
    ],
)
def test_a_hand_exercises_what_made_a_difference(moves: list[str], exercised: set[str]) -> None:
    coverage = Coverage(load("schnapsen"))
    cover(coverage, {"ruleset": "schnapsen", "dealer": "B", "deal": E20, "moves": moves})
    assert set(coverage.counts) == exercised
    assert coverage.hands == 1
