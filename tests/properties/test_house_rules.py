"""Odd house rules: whatever a ruleset says, if it is accepted at all, every hand under it can be judged, and stops."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, legal, replay
from bummerl.rulesets import load
from hypothesis import given, note

from ..naive import Game
from ..strategies import choose, deal, examples, seeds, vocabulary
from .test_conservation import check_cards

LONGEST = 200

ODD: dict[str, dict[str, Any]] = {
    "nobody can follow": {"play": {"follow": [{"id": "follow.never", "play": "card.points is 99", "firm": True}]}},
    "nothing is ever drawn": {"play": {"draw": {"when": "no"}}},
    "drawn even when closed": {"play": {"draw": {"when": "yes"}}},
    "a queen must be led, or nothing": {
        "play": {"lead": [{"id": "lead.queen", "when": "trick.number > 3", "firm": True, "play": "card.rank is Q"}]},
    },
    "no trumps at all": {"play": {"trump": "none"}},
    "nobody leads": {"play": {"leader": "nobody"}},
    "everybody leads": {"play": {"leader": "everyone"}},
    "only one plays": {"play": {"players": "dealer"}},
    "nobody plays": {"play": {"players": "nobody"}},
    "everything wins": {"play": {"wins": [{"cards": "yes"}]}},
    "nothing wins": {"play": {"wins": [{"cards": "no"}]}},
    "the hand never ends": {"ends": [{"id": end, "off": True} for end in ("end.out", "end.conceded", "end.cards")]},
    "it ends at once": {"ends": [{"id": "end.now", "when": "yes", "then_may": ["claim", "concede"], "text": "Now."}]},
    "nobody ever wins": {"score": [{"id": "score.nobody", "winner": "nobody", "text": "Nobody."}]},
    "everybody wins": {"score": [{"id": "score.all", "winner": "everyone", "worth": "999 * 999", "text": "A lot."}]},
    "a stage that lasts": {
        "stages": [
            {"id": "talk", "turn": "everyone", "moves": ["claim"], "until": "claimer is dealer"},
            {"id": "play", "moves": ["close", "exchange", "marriage", "claim", "concede"]},
        ],
    },
    "nobody is in the stage": {
        "stages": [
            {"id": "talk", "turn": "nobody", "moves": ["claim"], "until": "no"},
            {"id": "play", "moves": ["close", "marriage"]},
        ],
    },
    "melds without end": {
        "moves": {
            "marriage": {
                "require": [
                    {"id": f"marriage.{what}", "that": "yes", "text": "-"}
                    for what in ("on-lead", "pair", "once", "worth")
                ]
            }
        },
    },
    "numbers that grow": {
        "memory": {"heap": 1},
        "moves": {"close": {"set": {"heap": "heap * heap + 1000"}}, "exchange": {"set": {"heap": "-heap * 1000"}}},
    },
    "the turn-up is thrown away": {"moves": {"close": {"discards": "turn_up"}}},
    "the talon is taken": {"moves": {"close": {"picks_up": "talon"}}},
    "the turn-up is taken": {"moves": {"close": {"picks_up": "turn_up"}}},
    "trumps change with every close": {"moves": {"close": {"set": {"trump": "S if trump is H else H"}}}},
}


def house(name: str) -> dict[str, Any]:
    return {"ruleset": "odd", "version": "1.0.0", "extends": "schnapsen", "title": {"en": name}, **ODD[name]}


@pytest.mark.parametrize("name", ODD)
@examples(4)
@given(rng=seeds())
def test_a_hand_stops_and_is_judged(name: str, rng: Random) -> None:
    rules = load(house(name))
    table = Game(rules.data)
    record, words = deal(table, rng), vocabulary(table)
    while len(record["moves"]) < LONGEST:
        tokens = legal(record, ruleset=rules)
        if not tokens:
            break
        record["moves"].append(choose(tokens, rng))
        if rng.random() < 0.1:
            wrong = {**record, "moves": [*record["moves"], rng.choice(words)]}
            assert adjudicate(wrong, ruleset=rules)["status"] in ("ongoing", "complete", "illegal")
    note(f"record: {record}")
    verdict = adjudicate(record, ruleset=rules)
    assert verdict["status"] in ("ongoing", "complete")
    if verdict["status"] == "ongoing" and len(record["moves"]) < LONGEST:
        assert verdict["legal"] == []
    check_cards(table, replay(record, ruleset=rules)["positions"])
