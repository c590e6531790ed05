"""Forget a hand, the talon, single cards: the verdict stays the same or becomes `undetermined`, never another."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate
from hypothesis import given, note

from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import EVERY, game, ruleset


@pytest.mark.parametrize("name", EVERY)
@examples(8)
@given(rng=seeds())
def test_forgetting_never_changes_a_legal_hand(name: str, rng: Random) -> None:
    check(name, hand(name, rng), rng)


@pytest.mark.parametrize("name", EVERY)
@examples(12)
@given(rng=seeds())
def test_forgetting_never_accuses_anybody_else(name: str, rng: Random) -> None:
    record = hand(name, rng)
    check(name, spoil(record, vocabulary(game(name)), rng), rng)


def check(name: str, record: Record, rng: Random) -> None:
    dim = forget(record, rng)
    note(f"complete: {record}")
    note(f"recorded: {dim}")
    complete = adjudicate(record, ruleset=ruleset(name))
    verdict = adjudicate(dim, ruleset=ruleset(name))
    assert verdict["status"] != "unreadable", verdict
    if verdict["status"] != "undetermined":
        assert decided(verdict) == decided(complete)


def decided(verdict: dict[str, Any]) -> list[Any]:
    """What a verdict says for certain."""
    outcome, violations = verdict["outcome"], verdict["violations"]
    return [verdict["status"], verdict["moves_checked"],
            outcome and [outcome["winner"], outcome["game_points"], outcome["rule"]],
            [[violation["move"], violation["seat"], violation["rule"]] for violation in violations]]


def forget(record: Record, rng: Random) -> Record:
    """Some of the deal is lost: whole hands, the talon, or a card here and there."""
    dim = copy.deepcopy(record)
    deal = dim["deal"]
    way = rng.randrange(5)
    if way in (0, 1):
        for seat in rng.sample(sorted(deal["hands"]), rng.randint(1, len(deal["hands"]))):
            del deal["hands"][seat]
    if way in (1, 2) and "talon" in deal:
        del deal["talon"]
    if way in (3, 4):
        chance = rng.random()
        for cards in [*deal["hands"].values(), deal.get("talon", [])]:
            cards[:] = ["?" if rng.random() < chance else card for card in cards]
    return dim
