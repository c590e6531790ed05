"""Whole hands and matches of other people's tests, records and disputes: see the YAML files beside this one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter import adjudicate, adjudicate_match

HERE = Path(__file__).parent
HANDS = yaml.safe_load((HERE / "whole-hands.yaml").read_text())
MATCHES = yaml.safe_load((HERE / "matches.yaml").read_text())

HAND = {"A": "HQ HK HT ST CJ", "B": "DQ CK SA SJ CQ"}
TALON = "DJ SK SQ DA DK HJ HA DT CT"


@pytest.mark.parametrize("case", HANDS, ids=lambda case: str(case["id"]))
def test_hand(case: dict[str, Any]) -> None:
    verdict = adjudicate(record(case))
    expected = dict(case["expect"])
    legal = verdict["legal"]
    assert set(expected.pop("legal", "").split()) <= set(legal)
    assert not set(expected.pop("not_legal", "").split()) & set(legal)
    points = expected.pop("points", {})
    assert {seat: verdict["score"][seat]["points"] for seat in points} == points
    assert {key: found(verdict, key) for key in expected} == expected


def found(verdict: dict[str, Any], key: str) -> Any:
    if key in ("winner", "game_points"):
        return verdict["outcome"][key]
    if key in ("move", "seat", "rule"):
        return verdict["violations"][0][key]
    return verdict[key]


def record(case: dict[str, Any]) -> dict[str, Any]:
    moves = re.findall(r"\([^)]*\)|\S+", case["moves"])
    deal = {"hands": {seat: cards.split() for seat, cards in case["hands"].items()}}
    if "turn_up" in case:
        deal |= {"turn_up": case["turn_up"], "talon": case["talon"].split()}
    return {
        "ruleset": case["ruleset"],
        "options": case.get("options", {}),
        "dealer": case["dealer"],
        "deal": deal,
        "moves": moves,
    }


@pytest.mark.parametrize("case", MATCHES, ids=lambda case: str(case["id"]))
def test_match(case: dict[str, Any]) -> None:
    dealers = case.get("dealers") or {"A": "ABABABAB", "B": "BABABABA"}[case["first_dealer"]]
    held = {seat: cards.split() for seat, cards in case.get("hands", HAND).items()}
    deal = {"hands": held, "turn_up": case.get("turn_up", "CA"), "talon": case.get("talon", TALON).split()}
    hands = [
        {"dealer": dealer, "moves": [f"{seat}:concede"], "deal": deal}
        for dealer, seat in zip(dealers, case["conceded_by"].split(), strict=False)
    ]
    running = adjudicate_match({"ruleset": case["ruleset"], "hands": hands})["running"]
    won = {seat: sum(hand["paid"] for hand in running if hand["winner"] == seat) for seat in HAND}
    assert won == case["won"]
    assert [hand["game"] and hand["game"]["winner"] for hand in running] == [None] * 4 + [case["winner"]]
