"""Every rule of every shipped ruleset makes a difference to some ruling beside it, or beside its kin."""

from __future__ import annotations

import pytest
from bummerl.interpreter.coverage import Coverage, cover, cover_match, exercised_by_match, shipped
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


GIVEN_UP = {"moves": ["B:concede"]}
"""Three game points to A, as B has no trick; the third of these hands wins A the game, and B still has nothing."""


@pytest.mark.parametrize(("double_bummerl", "worth"), [(False, "match.plain"), (True, "match.schneider")])
def test_the_hands_of_a_match_exercise_what_the_game_is_worth(double_bummerl: bool, worth: str) -> None:
    coverage, options = Coverage(load("schnapsen")), {"double_bummerl": double_bummerl}
    cover_match(coverage, {"options": options, "hands": [{**GIVEN_UP, "dealer": "B"}, GIVEN_UP, GIVEN_UP]})
    assert coverage.counts == {"end.conceded": 3, "score.conceded": 3, "score.schwarz": 3, worth: 1}
    assert coverage.hands == 3


def test_a_hand_of_a_match_is_counted_for_the_ruleset_that_it_is_played_under() -> None:
    """The third hand leaves out the dealer, who follows from the match; the fourth is no hand."""
    other = {**GIVEN_UP, "ruleset": "snapszli", "dealer": "A"}
    found, unread = exercised_by_match(
        {"ruleset": "schnapsen", "hands": [{**GIVEN_UP, "dealer": "B"}, other, GIVEN_UP, 7]}
    )
    assert [ruleset.id for ruleset, _ in found] == ["schnapsen", "snapszli", "schnapsen"]
    assert list(unread) == [3]
