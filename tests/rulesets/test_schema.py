"""The schema is one that editors can use, and says the same limits as the code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bummerl.rulesets import limits, schema_text
from bummerl.rulesets.inherit import RULES
from bummerl.rulesets.overlay import OVERLAY
from bummerl.rulesets.schema import schema
from jsonschema import Draft202012Validator

SCHEMA = schema()


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every schema inside the schema."""
    if isinstance(value, dict):
        yield value
        for found in value.values():
            yield from nodes(found)
    elif isinstance(value, list):
        for found in value:
            yield from nodes(found)


def test_it_is_a_schema() -> None:
    assert json.loads(schema_text()) == SCHEMA
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_reference_leads_somewhere() -> None:
    for node in nodes(SCHEMA):
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/$defs/") in SCHEMA["$defs"]


def test_no_alternatives_whose_messages_nobody_understands() -> None:
    assert not any("anyOf" in node or "oneOf" in node for node in nodes(SCHEMA))


def test_every_map_says_which_keys_it_has() -> None:
    for node in nodes(SCHEMA):
        if node.get("type") == "object":
            assert "additionalProperties" in node


def test_its_limits_are_those_of_the_code() -> None:
    top, deck = SCHEMA["properties"], SCHEMA["$defs"]["deck"]["properties"]
    assert top["seats"]["maximum"] == limits.SEATS
    assert (deck["suits"]["maxItems"], deck["ranks"]["maxProperties"]) == (limits.SUITS, limits.RANKS)
    for key, most in (
        ("options", limits.OPTIONS),
        ("memory", limits.MEMORY),
        ("terms", limits.TERMS),
        ("moves", limits.MOVES),
    ):
        assert top[key]["maxProperties"] == most
    assert (top["contracts"]["maxItems"], top["stages"]["maxItems"], top["ends"]["maxItems"]) == (
        limits.CONTRACTS,
        limits.STAGES,
        limits.LINES,
    )
    assert SCHEMA["$defs"]["move"]["properties"]["set"]["maxProperties"] == limits.SETS
    assert SCHEMA["$defs"]["number"]["maximum"] == -SCHEMA["$defs"]["number"]["minimum"] == limits.NUMBER


def test_contracts_may_change_what_the_merge_lays_over() -> None:
    assert set(OVERLAY) <= set(SCHEMA["$defs"]["contract"]["properties"])


def test_lists_of_rules_have_ids() -> None:
    for definition in ("duty", "requirement", "end", "bonus", "scoreRow", "tier", "irregularity", "stage", "contract"):
        assert "id" in SCHEMA["$defs"][definition]["properties"]
        assert {"off", "before", "after"} <= set(SCHEMA["$defs"][definition]["properties"])
    assert {"score", "tiers", "ends"} <= RULES


def test_words_that_a_key_may_have_are_told_of_it() -> None:
    """An editor and the reference show them."""
    for node in nodes(SCHEMA):
        for key, about in node.get("properties", {}).items():
            for word in about.get("enum", []) if isinstance(about, dict) else []:
                assert word in (True, False) or f"{word}" in about["description"], key
