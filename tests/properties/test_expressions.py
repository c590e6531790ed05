"""Random expressions of every type in random states of every ruleset: the core's programs against the naive reading."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.interpreter.adjudication import judged
from bummerl.interpreter.image import build
from bummerl.rulesets import RulesetError, Typist
from hypothesis import given, note

from .. import naive
from ..expressions import TYPES, Expressions
from ..naive.expressions import value
from ..naive.values import Card
from ..strategies import examples, hand, naive_table, seeds
from ..tables import EVERY, THOROUGH, ruleset

A_STATE = 400 if THOROUGH else 60
"""So many expressions are asked in each state."""


@pytest.mark.parametrize("name", EVERY)
@examples(8)
@given(rng=seeds())
def test_the_same_value(name: str, rng: Random) -> None:
    record = hand(name, rng)
    note(f"record: {record}")
    table = naive_table(name, record)
    state = judged(record, ruleset(name))
    write = Expressions(table.game, rng)
    image = build(ruleset(name), state.rules.options)  # its own: every expression stays in it
    typist = Typist(ruleset(name).data, state.rules.options)
    compared = 0
    for _ in range(A_STATE):
        kind = rng.choice(TYPES)
        text = write.write(kind, rng.randrange(1, 5))
        try:
            typed = typist.typed(text, kind, {}, "here")
        except RulesetError:  # too long, too deep, trumps where there may be none
            continue
        compared += 1
        found = from_number(image.evaluate(state.S, typed), kind, table.game)
        assert found == shown(value(text, table)), text
    assert compared > A_STATE / 4


def shown(x: Any) -> Any:
    """A value as it is compared: sets in order; the two copies of a card are alike."""
    if isinstance(x, frozenset):
        return sorted(map(shown, x))
    if isinstance(x, Card):
        return x.code
    return x if x is None else str(x) if isinstance(x, str) else int(x)


def from_number(x: int, kind: str, table: naive.Game) -> Any:
    """The same for a value of the core, which has cards, suits and seats by their place, and sets as bits."""
    if kind in ("number", "truth"):
        return x
    packs: dict[str, list[Any]] = {"card": table.deck, "cards": table.deck, "suit": table.suits, "players": table.seats}
    things = packs[kind]
    if kind in ("cards", "players"):
        return sorted(shown(thing) for place, thing in enumerate(things) if x >> place & 1)
    return None if x < 0 else shown(things[x])
