"""A record survives being written down and read again, as text and as JSON."""

from __future__ import annotations

import json
from random import Random

import pytest
from bummerl.grammar import read_log, write_log
from bummerl.interpreter import adjudicate, canonical
from hypothesis import given, note

from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import SHIPPED, game


@pytest.mark.parametrize("name", SHIPPED)
@examples(10)
@given(rng=seeds())
def test_text_and_json(name: str, rng: Random) -> None:
    record = recorded(name, rng)
    note(f"record: {record}")
    written = write_log(record)
    (read,) = read_log(written)
    assert read.problems == ()
    again = write_log(read.record)
    assert again == written
    assert canonical(read.record) == canonical(json.loads(json.dumps(record)))
    assert adjudicate(read.record) == adjudicate(record)


@pytest.mark.parametrize("name", SHIPPED)
@examples(5)
@given(rng=seeds())
def test_canonical_changes_nothing_that_is_canonical(name: str, rng: Random) -> None:
    record = recorded(name, rng)
    assert canonical(canonical(record)) == canonical(record)
    assert canonical(record)["moves"] == record["moves"]


def recorded(name: str, rng: Random) -> Record:
    """A hand as people write it down: with names, a result, or a move that should not have been made."""
    record = hand(name, rng)
    if rng.random() < 0.3:
        record = spoil(record, vocabulary(game(name)), rng)
    if rng.random() < 0.5:
        record["players"] = {seat: f"Anna {seat}" for seat in record["deal"]["hands"]}
    if rng.random() < 0.5:
        record["result"] = {"winner": rng.choice(sorted(record["deal"]["hands"])), "game_points": rng.randrange(1, 4)}
    return record
