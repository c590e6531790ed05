"""YAML text to plain data: types of YAML 1.2 and no others, and the place of everything."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.rulesets.plain import plain
from bummerl.rulesets.source import read
from hypothesis import given
from hypothesis import strategies as st


def data(text: str) -> Any:
    source, problems = read(text)
    assert problems == []
    assert source is not None
    return source.data


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("true", True), ("False", False), ("null", None),
        ("~", None),
        ("7", 7), ("-7", -7), ("+7", 7), ("010", 10), ("0o10", 8), ("0x1F", 31), ("1:30", "1:30"), ("2026-11-30",
        "2026-11-30"),
        ("'7'", "7"), ('"true"', "true"), ("1_000", "1_000"), ("=", "="),
    ],
)  # fmt: skip
def test_scalars_are_those_of_yaml_1_2(text: str, value: Any) -> None:
    found = data(f"x: {text}")["x"]
    assert (found, type(found)) == (value, type(value))


def test_keys_are_text_as_written() -> None:
    assert data("{9: 0, A: 1, no: 2, 010: 3, true: 4}") == {"9": 0, "A": 1, "no": 2, "010": 3, "true": 4}


def test_every_key_and_value_has_its_place() -> None:
    source, _ = read("a: 1\nb:\n  - {c: dé, e: [f, 'g h']}\n")
    assert source is not None
    assert source.values["b", 0, "c"] == (3, 9, 3, 11)
    assert source.keys["b", 0, "e"] == (3, 13, 3, 14)
    assert source.values["b", 0, "e", 1] == (3, 20, 3, 25)
    assert source.place(("b", 0, "nothing", "here")) == source.values["b", 0]


@pytest.mark.parametrize(
    ("text", "piece", "place"),
    [
        ("a: one two", (5, 8), (1, 8, 1, 11)),
        ("a: 'one two'", (5, 8), (1, 9, 1, 12)),
        ('a: "one two"', (5, 8), (1, 9, 1, 12)),
        ("a: one\n   two", (5, 8), (2, 4, 2, 7)),
        ("a: one\n\n   two", (5, 8), (3, 4, 3, 7)),
        ("a: |\n   one two", (5, 8), (1, 4, 2, 11)),
        ("a: zwölf 𝄞 two", (9, 10), (1, 12, 1, 13)),
        ('a: "\\x6fne two"', (5, 8), (1, 4, 1, 16)),
    ],
)
def test_a_piece_of_a_scalar_has_its_place(text: str, piece: tuple[int, int], place: tuple[int, ...]) -> None:
    source, _ = read(text)
    assert source is not None
    assert source.within(("a",), *piece) == place


JSON = st.recursive(
    st.one_of(
        st.integers(-1000, 1000),
        st.booleans(),
        st.none(),
        st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), JSON, max_size=4))
def test_plain_data_comes_back_as_it_was(value: dict[str, Any]) -> None:
    source, problems = plain(value)
    assert source is not None
    if not problems:
        assert source.data == value
        assert source.data is not value


@given(st.text(max_size=60))
def test_no_text_makes_reading_fail(text: str) -> None:
    source, problems = read(text)
    assert source is not None or problems
    for problem in problems:
        assert (problem.line or 0) >= 1
        assert (problem.column or 0) >= 1
