"""Leave parts of a position out, or spoil them: nothing is ever decided otherwise, and nothing breaks."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, replay
from hypothesis import given, note

from ..positions import beginnings, taken_up
from ..strategies import Record, examples, hand, seeds
from ..tables import EVERY, ruleset

STATUSES = {"complete", "ongoing", "illegal", "undetermined", "unreadable"}
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**30, 1.5, "", "?", "A", "SA", "H", [], ["?"], [["?", "?"]], {}, {"A": 1}, {"A": ["SA"]},
    {"A": {"won": [["SA", "SK"]]}},
)  # fmt: skip


@pytest.mark.parametrize("name", EVERY)
@examples(10)
@given(rng=seeds())
def test_forgetting_decides_nothing_otherwise(name: str, rng: Random) -> None:
    whole = rest(name, rng)
    if whole is None:
        return
    dim = forget(whole, rng)
    note(f"whole: {whole}")
    note(f"recorded: {dim}")
    complete, verdict = adjudicate(whole, ruleset=ruleset(name)), adjudicate(dim, ruleset=ruleset(name))
    if verdict["status"] in ("undetermined", "unreadable"):
        assert all(problem["code"] in ("record.trick", "record.position") for problem in verdict.get("problems", ()))
        return
    assert verdict["status"] == complete["status"]
    for key in ("winner", "game_points", "rule"):
        assert (verdict["outcome"] or {}).get(key) == (complete["outcome"] or {}).get(key)
    for seat, figures in verdict["score"].items():
        assert all(figure in (None, complete["score"][seat][key]) for key, figure in figures.items())
    assert set(complete["legal"]) <= set(verdict["legal"])


@pytest.mark.parametrize("name", EVERY)
@examples(25)
@given(rng=seeds())
def test_whatever_stands_in_a_position_a_verdict_comes_back(name: str, rng: Random) -> None:
    record = rest(name, rng)
    if record is None:
        return
    for _ in range(rng.randrange(1, 4)):
        spoil(record["position"], rng)
    note(str(record))
    verdict = adjudicate(record, ruleset=ruleset(name))
    assert verdict["status"] in STATUSES
    assert replay(record, ruleset=ruleset(name))["status"] == verdict["status"]


def rest(name: str, rng: Random) -> Record | None:
    """A random hand, taken up somewhere."""
    record = hand(name, rng)
    found = beginnings(record, ruleset(name))
    return taken_up(record, rng.choice(found), ruleset(name)) if found else None


def forget(record: Record, rng: Random) -> Record:
    """The record without some of what it says."""
    dim = copy.deepcopy(record)
    position = dim["position"]
    for key in ("trick", "trump", "turn_up", "talon", "leader"):
        if rng.random() < 0.2:
            position.pop(key, None)
    if rng.random() < 0.3:
        dim.pop("dealer", None)
    for seat in list(position["hands"]):
        if rng.random() < 0.25:
            del position["hands"][seat]
    for seat in list(position["seats"]):
        facts = position["seats"][seat]
        if rng.random() < 0.4:
            facts["tricks"] = len(facts.pop("won", ()))
        facts.pop("played", None) if rng.random() < 0.5 else None
        facts.pop("trick_points") if rng.random() < 0.3 else None
        facts.pop("tricks", None) if rng.random() < 0.3 else None
    return dim


def spoil(part: Any, rng: Random) -> None:
    """Puts something odd somewhere into a position, or takes something out."""
    while True:
        keys: list[Any] = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not keys:
            return
        key = rng.choice(keys)
        inside = part[key]
        if isinstance(inside, dict | list) and inside and rng.random() < 0.6:
            part = inside
        elif isinstance(part, dict) and rng.random() < 0.3:
            del part[key]
            return
        else:
            part[key] = copy.deepcopy(rng.choice(ODD))
            return
