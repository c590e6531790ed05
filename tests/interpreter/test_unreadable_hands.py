"""A log that is no log is not judged, whichever door it comes through."""

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate, adjudicate_match, compare, replay

LOG = '[Ruleset "schnapsen"]\n[Dealer "B"]\n[Dealer "A"]\n\n1. SA ??\n'


@pytest.fixture
def codes() -> set[str]:
    return {problem.code for problem in read_log(LOG)[0].problems}


def test_each_door_tells_the_problems_of_the_log(codes: set[str]) -> None:
    (hand,) = read_log(LOG)
    assert codes
    assert not hand.readable
    verdicts = [
        adjudicate(hand.record, hand=hand),
        replay(hand.record, hand=hand)["verdict"],
        *compare(hand.record, ["schnapsen", "snapszli"], hand=hand)["verdicts"],
        *adjudicate_match({"hands": [hand]})["hands"],
    ]
    assert len(verdicts) == 5
    for verdict in verdicts:
        assert verdict["status"] == "unreadable"
        assert {problem["code"] for problem in verdict["problems"]} == codes
