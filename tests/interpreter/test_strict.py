"""JSON that could be read in two ways, or in none, is refused at its place; all else is read as it always was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bummerl.interpreter import Judge, NotJson, decode_json
from bummerl.interpreter.strict import DEEPEST, look_through, plain
from hypothesis import given
from hypothesis import strategies as st

from ..strategies import examples
from .hands import hand

RECORD = json.dumps(hand("close SA DK", players={"A": "Anna", "B": "Bert"}))
TOWER = "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)


@pytest.mark.parametrize(
    ("text", "reason", "line", "column", "path"),
    [
        ('{"ruleset":"schnapsen","ruleset":"snapszli","moves":[]}', "json.twice", 1, 24, "/ruleset"),
        ('{"a":{"b":1,\n "c":2, "b" :3}}', "json.twice", 2, 9, "/a/b"),
        ('{"a":[{"x":1},{"x":1, "x":2}]}', "json.twice", 1, 23, "/a/1/x"),
        ('{"a":1, "\\u0061":2}', "json.twice", 1, 9, "/a"),
        ('{"a~/b":1,"a~/b":2}', "json.twice", 1, 11, "/a~0~1b"),
        ('{"a": "x:y", "b": 1, "b" : "z"}', "json.twice", 1, 22, "/b"),
        ('{"x": 1e999}', "json.number", 1, 7, ""),
        ('{"x": NaN}', "json.number", 1, 7, ""),
        ('{"x":\n -Infinity}', "json.number", 2, 2, ""),
        ('{"x": ' + "9" * 5000 + "}", "json.number", 1, 7, ""),
        ('{"x": "a\\ud800"}', "json.half", 1, 9, ""),
        ('{"x": "\\udc00\\ud800"}', "json.half", 1, 8, ""),
        (TOWER, "json.deep", 1, DEEPEST + 1, "/0" * DEEPEST),
        ("[" * 5000, "json.syntax", 1, 5001, ""),
        ("[" * 100_000 + "]" * 100_000, "json.deep", 1, DEEPEST + 1, ""),
        ('{"x": 1', "json.syntax", 1, 8, ""),
    ],
)
def test_what_is_wrong_has_a_place(text: str, reason: str, line: int, column: int, path: str) -> None:
    with pytest.raises(NotJson) as caught:
        decode_json(text)
    error = caught.value
    if reason == "json.syntax" and text[0] == "[" and error.reason == "json.deep":
        return  # where Python stops first depends on its version
    assert (error.reason, error.line, error.column, error.path) == (reason, line, column, path)


def test_bytes_that_are_no_utf_8_have_a_place() -> None:
    with pytest.raises(NotJson) as caught:
        decode_json(b'{"a": "\xc3\xa4\n\xff"}')
    assert (caught.value.reason, caught.value.line, caught.value.column) == ("json.utf-8", 2, 1)


@pytest.mark.parametrize(
    "text",
    [
        RECORD, '{"a": "\\ud83d\\ude00"}', '{"a": "\\\\ud800"}', '{"a": {"a": {"a": {"a": 1}}}}', '[{"a":1},{"a":1}]',
        '{"a": "\\"a\\": 1"}', '{"a":"{","b":"[","c":"}"}', "1e99", '"\\""', "[" * DEEPEST + "]" * DEEPEST,
        '{"a" : 1, "b"\n:2}',
    ],
)  # fmt: skip
def test_what_is_right_is_read_as_the_standard_library_does(text: str) -> None:
    assert decode_json(text) == json.loads(text)


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(st.characters(codec="utf-8"), max_size=4)
    | st.sampled_from(['":', 'a":1', ": ", "\\", '"']),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", '":']), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip

WRITTEN = [(",", ":"), (", ", ": "), (" , ", " : "), ("\n,", "\t:")]


@examples(200)
@given(value=JSON, separators=st.sampled_from(WRITTEN), ascii=st.booleans())
def test_any_value_comes_back_and_a_doubled_key_never(value: Any, separators: tuple[str, str], ascii: bool) -> None:
    text = json.dumps(value, separators=separators, ensure_ascii=ascii)
    assert decode_json(text) == value
    look_through(text)
    if isinstance(value, dict) and value:
        key = json.dumps(next(iter(value)), ensure_ascii=ascii)
        doubled = f"{text[:-1]}{separators[0]}{key}{separators[1]}0}}"
        assert not plain(doubled, json.loads(doubled))
        with pytest.raises(NotJson):
            decode_json(doubled)


def test_an_ordinary_record_is_not_looked_through_and_a_bid_neither() -> None:
    for text in (RECORD, json.dumps(hand("trump:H bid:gang B:pass")), RECORD.replace(": ", ":")):
        assert plain(text, json.loads(text))


def test_a_line_that_could_be_read_in_two_ways_is_unreadable() -> None:
    verdict = json.loads(Judge().line(b'{"ruleset":"schnapsen","ruleset":"snapszli","moves":[]}'))
    assert verdict["status"] == "unreadable"
    (problem,) = verdict["problems"]
    assert (problem["code"], problem["path"], problem["column"]) == ("record.json", "/ruleset", 24)
    assert "ruleset" in problem["message"]
    german = json.loads(Judge(lang="de").line(b'{"a":1,"a":2}'))
    assert "zweimal" in german["problems"][0]["message"]
