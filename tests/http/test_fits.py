"""The quick look at a record never accepts what the schema refuses, and answers are the same with and without it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from bummerl.service.http.fits import plainly_fits
from bummerl.service.http.schema import validator
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

HAND: dict[str, Any] = {
    "ruleset": "schnapsen",
    "options": {"last_trick_bonus": 10, "retour": True, "settle": "at_once"},
    "players": {"A": "Anna", "B": "Bert"},
    "dealer": "B",
    "deal": {
        "hands": {"A": ["SA", "SK", "HT", "DJ", "CQ"], "B": ["HK", "HQ", "DA", "CJ", "ST"]},
        "turn_up": "HJ",
        "talon": ["CA", "DT", "DK", "SQ", "CK", "DQ", "CT", "SJ", "HA"],
    },
    "moves": ["SA", "ST", "HT", "HK"],
    "result": {"winner": "A", "game_points": 2},
}
ODD = st.sampled_from(
    [
        *(None, True, False, 0, -1, 7, 1_000_001, 10**30, 1.5, "", "A", "x" * 201, "?"),
        *([], ["A"], [1], [None], ["SA"] * 101, ["SA"] * 201, ["x" * 201]),
        *({}, {"A": 1}, {"A": ["SA"]}, {"x" * 201: 1}, {str(i): 1 for i in range(41)}, {"winner": ["A", "C"]}),
    ]
)
KEYS = st.sampled_from(
    [*HAND, "position", "brought", "headers", "comments", "trick_numbers", "id", "hands", "talon", "A", "winner", "C"]
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value in a value."""
    found = [path]
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        found += places(inner, (*path, key))
    return found


@st.composite
def spoilt(draw: st.DrawFn) -> Any:
    """The hand with up to three of its parts replaced, removed or added."""
    value: Any = {"hand": copy.deepcopy(HAND)}
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(places(value)[1:]))
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        what = draw(st.sampled_from(["replace", "remove", "add"]))
        if what == "add" and isinstance(holder, dict) and len(path) > 1:
            holder[draw(KEYS)] = copy.deepcopy(draw(ODD))
        elif what == "remove" and len(path) > 1:
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(draw(ODD))
        if not isinstance(value["hand"], dict):
            break
    return value["hand"]


@settings(max_examples=400, deadline=None)
@given(spoilt())
def test_what_plainly_fits_fits(record: Any) -> None:
    if plainly_fits(record):
        validator("Record").validate(record)


@pytest.mark.parametrize("left_out", [(), ("options",), ("players", "result"), ("deal",), ("ruleset", "dealer")])
def test_ordinary_records_plainly_fit(left_out: tuple[str, ...]) -> None:
    assert plainly_fits({key: value for key, value in HAND.items() if key not in left_out})


@pytest.mark.parametrize("key", ["deal", "moves", "options", "players", "result", "ruleset", "dealer"])
def test_what_does_not_fit_is_declined(key: str) -> None:
    assert not plainly_fits({**HAND, key: 7})


@settings(max_examples=40, deadline=None)
@given(spoilt())
def test_answers_are_the_same_when_every_record_is_validated(record: Any) -> None:
    from bummerl.service.http import create_app, schema

    client = _client(create_app)
    sent: Any = {"data": json.dumps(record), "content_type": "application/json"}
    quick = client.post("/v1/adjudicate", **sent)
    original, schema.plainly_fits = schema.plainly_fits, lambda _: False
    try:
        careful = client.post("/v1/adjudicate", **sent)
    finally:
        schema.plainly_fits = original
    assert quick.status_code == careful.status_code
    left, right = quick.json, careful.json
    left.pop("request_id", None)
    right.pop("request_id", None)
    assert left == right
    assert quick.status_code in (200, 404, 422)


_clients: list[FlaskClient] = []


def _client(create_app: Any) -> FlaskClient:
    if not _clients:
        _clients.append(create_app().test_client())
    return _clients[0]
