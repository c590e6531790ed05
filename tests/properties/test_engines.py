"""The pure and the compiled core, side by side, give equal rows, states and lists of legal tokens on everything."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import core, machine, rules
from bummerl.interpreter.adjudication import judged
from hypothesis import given, note

from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import EVERY, game, ruleset
from .test_dropping_facts import forget

compiled: Any = None
try:
    from bummerl.interpreter import _core as compiled
except ImportError:
    missing = "the compiled core is not built here (`make compile`); CI builds it"
else:
    current = machine.is_current(compiled)
    missing = "" if current else "the compiled core was built from another core.py (`make compile`)"

pytestmark = pytest.mark.skipif(bool(missing), reason=missing)


@pytest.mark.parametrize("name", EVERY)
@examples(20)
@given(rng=seeds())
def test_equal_rows(name: str, rng: Random) -> None:
    record = hand(name, rng)
    if rng.random() < 0.5:
        record = spoil(record, vocabulary(game(name)), rng)
    if rng.random() < 0.3:
        record = forget(record, rng)
    note(f"record: {record}")
    compare(name, record)


def compare(name: str, record: Record) -> None:
    """Everything that the core tells about a record: its verdict row, the whole state, what may come next."""
    done = judged(record, ruleset(name))
    given_rules, T = done.rules, list(done.T)
    room = len(done.row)
    R, init = list(given_rules.R), list(given_rules.init)
    answers = []
    for engine, sequence in ((core, list), (compiled, lambda numbers: array("q", numbers))):
        S, out = sequence(init), sequence([0] * room)
        for seat, points in done.sheet.brought.items():
            S[core.BROUGHT + seat] = points
        image, moves = sequence(R), sequence(T)
        engine.replay_one(S, image, moves, done.at, len(T) - 1, out)
        tokens = sequence([0] * given_rules.image.room)
        count = engine.next_tokens(sequence(S), image, moves, tokens)
        kept = list(S)[: R[core.KEEP]]
        answers.append((list(out), kept, list(tokens)[:count]))
    assert answers[0] == answers[1]


def test_batches_are_equal() -> None:
    """The door for columns of hands gives what one hand at a time gives."""
    rng = Random(7)
    hands = [hand("sixty-six", rng) for _ in range(20)]
    hands = [record for record in hands if "options" not in record]
    rows = []
    for engine, sequence in ((core, list), (compiled, lambda numbers: array("q", numbers))):
        given_rules = rules.rules_for("sixty-six")
        tokens, starts = [], [0]
        for record in hands:
            done = judged(record)
            tokens += list(done.T)[:-1]
            starts.append(len(tokens))
        width = len(done.row)
        out = sequence([0] * (width * len(hands)))
        state, image = sequence(given_rules.init), sequence(given_rules.R)
        columns = sequence([*tokens, 0]), sequence(starts)
        engine.batch(state, image, sequence(given_rules.init), *columns, done.at, 0, len(hands), out, width)
        rows.append(list(out))
    assert rows[0] == rows[1]
    assert [rows[0][i * width] for i in range(len(hands))] == [judged(record).row[0] for record in hands]
