"""Shipped rulesets, spoilt at random: whatever comes out is a ruleset or a list of problems, never anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bummerl.grammar import CODES, Problem
from bummerl.rulesets import Ruleset, RulesetError, check_text, load, load_text
from bummerl.rulesets.shipped import ids, text_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TEXTS = {id: text_of(id) or "" for id in ids()}
PIECES = ["{", "}", "[", "]", ":", ", ", "- ", "\n", "  ", "'", '"', "#", "&a ", "*a", "!!x ", "none", "nobody",
          "trump", "card", "9", "-1", "yes", "off", "(", ")",
          " is ", " of ", " where ", " in ", "off: true", "like: gang", "after: x.y", "{actor}", "\t", "é", "|", ">",
          "? ", "0x", ".5", "~"]  # fmt: skip
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def outcome(make: Callable[[], Ruleset]) -> tuple[Ruleset | None, tuple[Problem, ...]]:
    """A ruleset, or its problems."""
    try:
        return make(), ()
    except RulesetError as error:
        return None, error.problems


@st.composite
def spoilt_texts(draw: st.DrawFn) -> str:
    """A shipped file with pieces cut out, put in, doubled or moved."""
    text = TEXTS[draw(st.sampled_from(sorted(TEXTS)))]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        other = draw(st.integers(0, len(text)))
        put = draw(st.one_of(st.sampled_from(PIECES), st.just(text[other : other + 20]), st.just("")))
        text = text[:start] + put + text[end:]
    return text


@QUICK
@given(spoilt_texts())
def test_a_spoilt_text_is_a_ruleset_or_problems(text: str) -> None:
    lines = text.split("\n")
    for problem in check_text(text, "spoilt.yaml"):
        assert problem.code in CODES
        json.dumps(problem.to_json())
        if problem.file == "spoilt.yaml":
            assert 1 <= (problem.line or 0) <= len(lines) + 1
            assert (problem.column or 0) >= 1
    ruleset, problems = outcome(lambda: load_text(text, "spoilt.yaml"))
    assert problems if ruleset is None else load(ruleset.data).digest == ruleset.digest


@st.composite
def spoilt_data(draw: st.DrawFn) -> Any:
    """A resolved ruleset with a value somewhere in it replaced by another of its own, or by nonsense."""
    data = json.loads(json.dumps(load(draw(st.sampled_from(["schnapsen", "bauernschnapsen", "tute-habanero"]))).data))
    for _ in range(draw(st.integers(1, 3))):
        ways = list(_ways(data))
        way, source = draw(st.sampled_from(ways)), draw(st.sampled_from(ways))
        value = draw(
            st.one_of(
                st.just(_get(data, source)),
                st.none(),
                st.booleans(),
                st.integers(-10, 100),
                st.text(max_size=8),
                st.sampled_from(PIECES),
            )
        )
        holder = _get(data, way[:-1])
        if draw(st.booleans()) or isinstance(holder, list):
            holder[way[-1]] = json.loads(json.dumps(value))
        else:
            del holder[way[-1]]
        if len(json.dumps(data)) > 100_000:
            break
    return data


def _ways(value: Any, way: tuple[Any, ...] = ()) -> Any:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in inner:
        yield (*way, key)
        yield from _ways(found, (*way, key))


def _get(data: Any, way: tuple[Any, ...]) -> Any:
    for step in way:
        data = data[step]
    return data


@QUICK
@given(spoilt_data())
def test_spoilt_data_is_a_ruleset_or_problems(data: Any) -> None:
    ruleset, problems = outcome(lambda: load(data))
    assert all(problem.code in CODES for problem in problems)
    if ruleset is not None:
        assert load(ruleset.data).digest == ruleset.digest
        assert list(ruleset.warnings) == list(load(data).warnings)
