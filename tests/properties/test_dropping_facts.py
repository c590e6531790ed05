"""Forget a hand, the talon, the turn-up, single cards: the verdict stays the same or is `undetermined`, never another.

One thing cannot stay: a player who does not hold what he plays, shows or puts away is found out by his hand, and a hand
that nobody wrote down is taken to hold it, now and, as the game goes, before: then it is an earlier card of his that he
should not have played. What is forbidden by the cards he does hold must not be forgiven.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate
from hypothesis import given, note

from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import EVERY, duties, game, ruleset


@pytest.mark.parametrize("name", EVERY)
@examples(15)
@given(rng=seeds())
def test_forgetting_never_changes_a_legal_hand(name: str, rng: Random) -> None:
    check(name, hand(name, rng), rng)


@pytest.mark.parametrize("name", EVERY)
@examples(20)
@given(rng=seeds())
def test_forgetting_never_accuses_anybody_else(name: str, rng: Random) -> None:
    record = hand(name, rng)
    check(name, spoil(record, vocabulary(game(name)), rng, more=False), rng)


def test_a_card_drawn_just_before_it_is_led_was_not_held_before() -> None:
    """In Tute cards are drawn only when the winner of the trick goes on: the king of cups that A leads is the one that
    nobody saw him draw, and not a cup that he should have played to the first trick.
    """
    a, b, talon, moves = (
        cards.split()
        for cards in (
            "B2 O7 E6 B4 O6 B7 BS O4",
            "C5 BR CS O2 B5 BC CA E7",
            "E5 ER CR E2 C6 E3 O5 BA B6 ES OA C7 OR O3 CC OC EC C3 C2 B3 E4 C4 OS",
            "CA E6 O6 O2 CR",
        )
    )
    record: Record = {
        "ruleset": "tute-habanero",
        "options": {"open_follow": "strict"},
        "dealer": "A",
        "deal": {"hands": {"A": a, "B": b}, "turn_up": "EA", "talon": talon},
        "moves": moves,
    }
    dim = copy.deepcopy(record)
    dim["deal"]["hands"]["A"][7] = dim["deal"]["talon"][2] = "?"
    assert adjudicate(record)["status"] == "ongoing"
    assert adjudicate(dim)["violations"] == []


def check(name: str, record: Record, rng: Random) -> None:
    dim = forget(record, rng)
    note(f"complete: {record}")
    note(f"recorded: {dim}")
    complete = adjudicate(record, ruleset=ruleset(name))
    verdict = adjudicate(dim, ruleset=ruleset(name))
    if verdict["status"] == "undetermined":
        return
    if complete["status"] != "illegal":
        assert decided(verdict) == decided(complete)
    elif verdict["status"] == "illegal":
        wrong, found = complete["violations"][0], verdict["violations"][0]
        if found["move"] <= wrong["move"]:
            assert found["seat"] == wrong["seat"], "somebody else is accused"
        if found["move"] < wrong["move"]:
            assert wrong["rule"] not in duties(name), "an earlier move is accused"
            assert found["rule"] in duties(name)
    else:
        assert complete["violations"][0]["rule"] not in duties(name), "a duty is forgiven"
        assert verdict["status"] in ("ongoing", "complete")


def decided(verdict: dict[str, Any]) -> list[Any]:
    """What a verdict says for certain."""
    outcome = verdict["outcome"]
    return [
        verdict["status"],
        verdict["moves_checked"],
        verdict["violations"],
        outcome and [outcome["winner"], outcome["game_points"], outcome["rule"]],
    ]


def forget(record: Record, rng: Random) -> Record:
    """Some of the deal is lost: whole hands, the talon, or a card here and there; perhaps the turn-up."""
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
    if rng.random() < 0.3:
        deal.pop("turn_up", None)
    return dim
