"""The interpreter against the naive reading of the language: random hands, legal and spoilt, random house rules."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate
from hypothesis import given, note

from .. import naive
from ..strategies import Record, examples, hand, seated, seeds, spoil, vocabulary
from ..tables import EVERY, duties, game, ruleset

POINTS = ("points", "trick_points", "meld_points", "bonus_points", "tricks")


@pytest.mark.parametrize("name", EVERY)
@examples(12)
@given(rng=seeds())
def test_legal_hands(name: str, rng: Random) -> None:
    assert_same_ruling(name, hand(name, rng))


@pytest.mark.parametrize("name", EVERY)
@examples(25)
@given(rng=seeds())
def test_spoilt_hands(name: str, rng: Random) -> None:
    record = hand(name, rng)
    words = vocabulary(game(name))
    assert_same_ruling(name, spoil(record, rng.choice([words, seated(game(name), words)]), rng))


def assert_same_ruling(name: str, record: Record) -> None:
    """Both must see the same: status, move, rule, seat, what is legal, who wins how much, points and tricks."""
    table = game(name, tuple(sorted(record.get("options", {}).items())))
    expected = naive.adjudicate(table, record, seated(table, vocabulary(table)))
    if expected["status"] == "illegal":
        refused = record["moves"][expected["moves_checked"]]
        expected["legal"] = instead(name, expected["rule"], refused, expected["legal"])
    verdict = adjudicate(record, ruleset=ruleset(name))
    note(f"record: {record}")
    assert compared(verdict, table) == expected


def instead(name: str, rule: str, token: str, legal: list[str]) -> list[str]:
    """What a violation lists: where only the choice of the card was wrong, the moves that play a card."""
    if card_in(token) and rule in {*duties(name), ruleset(name).data["basics"]["holds"]["id"]}:
        return [other for other in legal if card_in(other)] or legal
    return legal


def card_in(token: str) -> bool:
    """Does this token play a card, with or without a meld?"""
    return re.fullmatch(r"([A-F]:)?[A-Z][A-Z0-9](\+\d+)?", token) is not None


def compared(verdict: dict[str, Any], table: naive.Game) -> dict[str, Any]:
    """The part of a verdict that the naive reading gives too."""
    assert verdict["status"] in ("complete", "ongoing", "illegal"), verdict
    ruling = {key: verdict[key] for key in ("status", "moves_checked", "to_move")}
    outcome = verdict["outcome"]
    ruling["outcome"] = outcome and {key: outcome[key] for key in ("winner", "game_points", "rule")}
    ruling["score"] = {seat: {key: score[key] for key in POINTS} for seat, score in verdict["score"].items()}
    if verdict["status"] == "illegal":
        violation = verdict["violations"][0]
        ruling |= {"rule": violation["rule"], "seat": violation["seat"], "legal": sorted(violation["legal"])}
    else:
        ruling["legal"] = sorted(verdict["legal"])
    return ruling
