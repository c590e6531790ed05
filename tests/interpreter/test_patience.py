"""No record takes long, whatever its gaps and its rules: what would is undetermined, and says so."""

from __future__ import annotations

import time
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, adjudicate_match, compare, core, replay
from bummerl.interpreter.judging import judge
from bummerl.interpreter.patience import Patience, for_request
from bummerl.interpreter.record import Reader
from bummerl.interpreter.rules import rules_for

from .hands import hand, without

LONG = 2.5
"""Seconds on a slow machine that does other things too; what is meant is a second and a half in Python."""


def costly(ends: int) -> dict[str, Any]:
    """A game for six with 56 cards, in which one may say something for ever, and whose ends take long to ask for."""
    long = "count(everyone where player.points > 1000 or player.tricks > 90) > 5"
    return {
        "ruleset": "costly", "version": "1.0.0", "title": "Costly", "extends": "trick-taking", "seats": 6,
        "deck": {"suits": list("SHDCABE"), "ranks": dict.fromkeys("AKQJT987", 1)},
        "deal": [{"hands": 8}, {"turn_up": 1}, {"talon": "rest"}],
        "play": {"leader": "forehand", "trump": "turn_up.suit"},
        "moves": {"say": {"require": []}},
        "ends": [{"id": "end.cards", "when": "cards_left is 0"},
                 *({"id": f"end.x{i}", "when": long} for i in range(ends))],
        "score": [{"id": "score.last", "winner": "last_trick.winner", "worth": 1}],
    }  # fmt: skip


def timed(door: Any, *given: Any) -> tuple[Any, float]:
    start = time.process_time()
    found = door(*given)
    return found, time.process_time() - start


@pytest.mark.parametrize("ends", [0, 54])
def test_many_ways_times_many_moves_are_given_up(ends: int) -> None:
    record = {"ruleset": costly(ends), "moves": ["say"] * 990}
    adjudicate(record | {"moves": []})
    verdict, seconds = timed(adjudicate, record)
    assert seconds < LONG
    assert (verdict["status"], verdict["violations"], verdict["outcome"]) == ("undetermined", [], None)
    assert verdict["facts"]["given_up"] is True
    assert verdict["facts"]["needed"][:2] == ["dealer", "turn-up"]
    assert "too many ways" in verdict["message"]
    assert "Geber" in adjudicate(record, lang="de")["message"]
    _, seconds = timed(replay, record)
    assert seconds < LONG


def test_a_complete_hand_under_costly_rules_is_given_up() -> None:
    """Each end asks all six players of every card."""
    rules = costly(0)
    for i in range(20):
        asked = f"count(everyone where count(everyone.hand where card.points > player.tricks + {i}) > 50) > 7"
        rules["ends"].append({"id": f"end.y{i}", "when": asked})
    pack = [suit + rank for suit in "SHDCABE" for rank in "AKQJT987"]
    deal = {
        "hands": {seat: pack[8 * i : 8 * i + 8] for i, seat in enumerate("ABCDEF")},
        "turn_up": pack[48],
        "talon": pack[49:],
    }
    record = {"ruleset": rules, "dealer": "F", "deal": deal, "moves": ["say"] * 990}
    short, _ = timed(adjudicate, record | {"moves": ["say"]})
    assert short["status"] == "ongoing", short
    verdict, seconds = timed(adjudicate, record)
    assert seconds < LONG
    assert (verdict["status"], verdict["facts"]) == ("undetermined", {"needed": [], "given_up": True})
    assert "too long" in verdict["message"]


def test_the_records_of_a_request_share_their_patience() -> None:
    record = {"ruleset": costly(0), "moves": ["say"] * 990}
    found, seconds = timed(compare, record, [costly(0)] * 32)
    assert seconds < 6 * LONG
    assert {verdict["status"] for verdict in found["verdicts"]} == {"undetermined"}
    found, seconds = timed(adjudicate_match, {"ruleset": "tute-habanero", "hands": [{"moves": []}] * 500})
    assert seconds < 2 * LONG
    assert {verdict["status"] for verdict in found["hands"]} == {"undetermined"}


def test_a_hand_recorded_in_full_is_judged_however_many_there_are() -> None:
    rules = rules_for("schnapsen")
    sheet = Reader(hand("close SA SQ ST SK CA HK DK HJ CT DQ"), rules).read()
    assert sheet is not None
    request = for_request()
    request.spend(request.left + 10**9)
    assert judge(rules, sheet, request.record()).status == core.COMPLETE


def test_work_is_the_same_on_every_run_and_counted_once() -> None:
    rules = rules_for("schnapsen")
    sheet = Reader(without(hand("close SA SQ ST SK CA HK DK HJ CT DQ"), "talon", "turn_up"), rules).read()
    assert sheet is not None
    spent = []
    for _ in range(2):
        patience = Patience()
        judge(rules, sheet, patience)
        spent.append(core.MOST_WORK - patience.left)
    assert spent[0] == spent[1] > 0
    assert not judge(rules, sheet, Patience(spent[0])).given_up
    assert judge(rules, sheet, Patience(spent[0] - 1)).given_up
