"""Whatever JSON can say, a verdict comes back."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from bummerl.interpreter import adjudicate, adjudicate_match, compare, replay
from hypothesis import given, settings
from hypothesis import strategies as st

from .hands import hand

STATUSES = {"complete", "ongoing", "illegal", "undetermined", "unreadable"}
WORDS = st.sampled_from(
    [
        "A",
        "B",
        "C",
        "SA",
        "HJ",
        "?",
        "ruleset",
        "options",
        "dealer",
        "deal",
        "hands",
        "turn_up",
        "talon",
        "moves",
        "players",
        "result",
        "winner",
        "game_points",
        "schnapsen",
        "bauernschnapsen",
        "position",
        "brought",
        "trick_numbers",
        "0",
        "1",
        "extends",
        "terms",
    ]
)
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=True) | st.text(max_size=6) | WORDS
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=6),
    max_leaves=30,
)
RECORD = st.fixed_dictionaries(
    {"ruleset": st.sampled_from(["schnapsen", "bauernschnapsen", "tute-habanero", "no-such"]) | JSON},
    optional=dict.fromkeys(
        ("options", "dealer", "deal", "moves", "players", "result", "position", "brought", "trick_numbers", "x"), JSON
    ),
)
WHOLE = hand(
    "close SA SQ ST SK", result={"winner": "A", "game_points": 1}, players={"A": "Anna"}, trick_numbers={"0": 1}
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inside for place in places(one, (*path, key)))]


PLACES = places(WHOLE)


def check(record: Any) -> None:
    verdict = adjudicate(record, explain=True)
    assert verdict["status"] in STATUSES
    assert (verdict["status"] == "unreadable") == ("problems" in verdict)
    json.dumps(verdict, ensure_ascii=False)


@given(JSON | RECORD)
@settings(max_examples=300, deadline=None)
def test_any_json_gets_a_verdict(record: Any) -> None:
    check(record)


@given(st.sampled_from(PLACES), JSON)
@settings(max_examples=400, deadline=None)
def test_a_record_with_anything_anywhere_gets_a_verdict(place: tuple[Any, ...], value: Any) -> None:
    record: Any = deepcopy(WHOLE)
    if not place:
        record = value
    else:
        inside = record
        for key in place[:-1]:
            inside = inside[key]
        inside[place[-1]] = value
    check(record)


@given(JSON | RECORD, JSON)
@settings(max_examples=100, deadline=None)
def test_the_other_doors_do_not_raise_either(record: Any, other: Any) -> None:
    replay(record)
    compare(record, ["schnapsen", "snapszli", "no-such"])
    adjudicate_match(record)
    adjudicate_match({"ruleset": "schnapsen", "hands": [record, other, WHOLE]})


def test_deep_nesting_and_huge_lists() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    for key in ("ruleset", "options", "deal", "moves", "players", "result", "trick_numbers"):
        check({"ruleset": "schnapsen", key: deep})
        check({"ruleset": "schnapsen", key: {"a": deep}})
    check({"ruleset": "schnapsen", "moves": ["SA"] * 1_000_000})
    check({"ruleset": "schnapsen", "deal": {"talon": ["SA"] * 1_000_000}})
    check({"ruleset": "schnapsen", "moves": ["x" * 1_000_000, "\ud800", "HK+" + "9" * 100_000]})
    check({"ruleset": "schnapsen", "options": {"last_trick_bonus": 10**5000}})
    check({"ruleset": "schnapsen", "result": {"winner": "A", "game_points": 10**5000}})
    check({"ruleset": "x" * 1_000_000})
