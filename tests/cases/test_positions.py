"""Positions of other people's tests, columns and disputes: see `positions.yaml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate, replay

from .test_cases import found

WRITTEN = yaml.safe_load((Path(__file__).parent / "positions.yaml").read_text())
CASES: list[dict[str, Any]] = WRITTEN["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_position(case: dict[str, Any]) -> None:
    verdict = adjudicate(record(case))
    assert verdict["status"] != "unreadable", verdict["problems"]
    expected = dict(case["expect"])
    points = expected.pop("points", {})
    assert {seat: verdict["score"][seat]["points"] for seat in points} == points
    cards = expected.pop("cards", None)
    if cards is not None:
        assert {token for token in verdict["legal"] if re.fullmatch(r"[A-Z][A-Z0-9]", token)} == set(cards.split())
    assert {key: found(verdict, key) for key in expected} == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_position_can_be_shown(case: dict[str, Any]) -> None:
    shown = replay(record(case))
    assert len(shown["positions"]) == shown["verdict"]["moves_checked"] + 1


def record(case: dict[str, Any]) -> dict[str, Any]:
    headers = WRITTEN["positions"].get(case["position"], case["position"])
    if "lead" in case:
        headers = re.sub(r'\[Leader "."\]', f'[Leader "{case["lead"]}"]', headers)
    if "memory" in case:
        headers += f' [Memory "{case["memory"]}"]'
    (hand,) = read_log(f"{headers}\n{case['moves']} *")
    assert not hand.problems, hand.problems
    return {**hand.record, "ruleset": case["ruleset"], "options": case.get("options", {})}
