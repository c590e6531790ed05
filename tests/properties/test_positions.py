"""A hand that is taken up in the middle ends as it does when it is told from the deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.grammar import read_log, write_log
from bummerl.interpreter import adjudicate
from hypothesis import given, note

from ..positions import beginnings, taken_up
from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import EVERY, game, ruleset


@pytest.mark.parametrize("name", EVERY)
@examples(12)
@given(rng=seeds())
def test_the_rest_of_a_hand_comes_out_like_the_whole(name: str, rng: Random) -> None:
    record = hand(name, rng)
    if rng.random() < 0.3:
        record = spoil(record, vocabulary(game(name)), rng)
    compare(name, record, rng)


def compare(name: str, record: Record, rng: Random) -> None:
    rules = ruleset(name)
    whole = adjudicate(record, ruleset=rules, explain=True)
    for k in rng.sample(found, min(2, len(found))) if (found := beginnings(record, rules)) else ():
        rest = taken_up(record, k, rules)
        note(f"whole: {record}")
        note(f"rest: {rest}")
        verdict = adjudicate(rest, ruleset=rules, explain=True)
        assert told(verdict) == told(whole, k)
        (log,) = read_log(write_log(rest))
        assert log.record == rest


def told(verdict: dict[str, Any], k: int = 0) -> dict[str, Any]:
    """Everything of a verdict that must be the same; moves are counted from move k on."""
    found = {key: verdict.get(key) for key in ("status", "outcome", "score", "to_move", "legal", "problems", "trace")}
    found["moves_checked"] = verdict["moves_checked"] - k
    found["violations"] = [
        {key: wrong[key] for key in ("seat", "trick", "rule", "message", "legal", "facts", "also")}
        | {"move": wrong["move"] - k}
        for wrong in verdict["violations"]
    ]
    return found
