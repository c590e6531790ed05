"""Whatever is sent as a match: an answer, never an exception, and no more work than the request's patience."""

from __future__ import annotations

import json
from typing import Any

from bummerl.interpreter import adjudicate_match
from hypothesis import given, settings
from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["A", "B", "C", "", "AB", "ä"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["A", "B", "winner", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIGURES = st.dictionaries(st.sampled_from("AB"), st.integers(-9, 9))
HAND = st.fixed_dictionaries(
    {"moves": st.sampled_from([[], ["A:concede"], ["B:concede"], ["close"], ["??"]])},
    optional={
        "dealer": st.sampled_from("AB") | JSON,
        "score": FIGURES | JSON,
        "number": st.integers(-1, 9) | JSON,
        "players": st.dictionaries(st.sampled_from("AB"), st.sampled_from(["Anna", "Bert"])) | JSON,
        "result": st.fixed_dictionaries({"winner": st.sampled_from("AB"), "game_points": st.integers(-3, 9)}) | JSON,
        "ruleset": st.sampled_from(["schnapsen", "sixty-six", "bauernschnapsen", "nothing"]) | JSON,
        "options": st.sampled_from([{"series": 2}, {"retour": True}]) | JSON,
    },
)
TOTAL = st.fixed_dictionaries({}, optional={"winner": JSON, "games": FIGURES | JSON, "score": FIGURES | JSON})
RULESETS = st.sampled_from(["schnapsen", "snapszli", "tute-habanero"])
MATCH = st.fixed_dictionaries(
    {"ruleset": RULESETS, "hands": st.lists(HAND | JSON, max_size=6)},
    optional={"result": TOTAL | JSON, "players": JSON, "options": st.sampled_from([{}, {"series": 2}])},
)


@settings(max_examples=300, deadline=None)
@given(MATCH)
def test_every_match_gets_an_answer(match: dict[str, Any]) -> None:
    found = adjudicate_match(match)
    json.dumps(found)
    assert found["status"] in ("complete", "stopped", "unreadable")
    if found["status"] == "unreadable":
        assert found["problems"]
        return
    assert len(found["hands"]) == len(match["hands"])
    for finding in found["audit"]:
        assert finding["message"]
        where: Any = match
        for step in finding["pointer"].split("/")[1:]:
            where = where[int(step)] if isinstance(where, list) else where[step]  # every pointer leads somewhere


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_what_is_no_match_is_refused(match: Any) -> None:
    assert adjudicate_match(match)["status"] == "unreadable" or isinstance(match, dict)


def test_many_hands_with_many_findings_are_quick() -> None:
    """Two thousand hands after the end, each a finding: nothing grows faster than they do."""
    hand = {"dealer": "B", "moves": ["B:concede"], "number": 1, "score": {"A": 9, "B": 9}, "players": {"A": "x"}}
    other = {**hand, "players": {"A": "y"}, "score": {"A": 1, "B": 1}}
    found = adjudicate_match({"ruleset": "schnapsen", "hands": [hand, other] * 1000})
    assert found["status"] == "complete"
    assert len(found["audit"]) <= 4 * 2000
