"""Whole hands told step by step, one file a ruleset: what lies where, what may come next, what was done.

    python -m tests.playthroughs.play           writes the files again, from the same seeds
    python -m tests.playthroughs.play NAME …    only those

A file is only written if the naive reading of the language agrees with every legal token and with the ruling; so what
the files hold is never just what the interpreter happens to say. When a change of the rules changes a file, the
difference in the commit shows which hands are ruled differently, and is to be read by somebody who knows the game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from bummerl.interpreter import adjudicate, legal, replay

from .. import naive
from ..strategies import RARELY, Record, bare, deal, seated, vocabulary
from ..tables import SHIPPED, game, ruleset

HERE = Path(__file__).parent
HANDS = 3
DECIDED = ("winner", "game_points", "rule")
POINTS = ("points", "trick_points", "meld_points", "bonus_points", "tricks")


def play(name: str, seed: int) -> Record:
    """A hand of this ruleset, to its end; what is seldom legal is preferred, so that it is seen."""
    rng = Random(f"{name} {seed}")
    record = deal(game(name), rng)
    while tokens := legal(record, ruleset=ruleset(name)):
        words = [token for token in tokens if bare(token) not in (*RARELY, "card")]
        calm = [token for token in tokens if bare(token) not in RARELY]
        ending = [token for token in tokens if bare(token) == "claim"]
        if ending and rng.random() < 0.5 and points(name, record) >= 66:
            record["moves"].append(ending[0])
        elif not calm:
            break
        else:
            record["moves"].append(rng.choice(words if words and rng.random() < 0.3 else calm))
    return record


def points(name: str, record: Record) -> int:
    position = replay(record, ruleset=ruleset(name))["positions"][-1]
    return int(position["points"][position["leader"]]["points"])


def transcript(name: str, record: Record) -> dict[str, Any]:
    """The hand as it is kept: one line of text a step, then the ruling."""
    steps = []
    for count in range(len(record["moves"]) + 1):
        so_far = {**record, "moves": record["moves"][:count]}
        position = replay(so_far, ruleset=ruleset(name))["positions"][-1]
        taken = record["moves"][count] if count < len(record["moves"]) else None
        tokens = " ".join(legal(so_far, ruleset=ruleset(name)))
        steps.append({"state": state(position), "legal": tokens, "taken": taken})
    verdict = adjudicate(record, ruleset=ruleset(name))
    outcome = verdict["outcome"] and {key: verdict["outcome"][key] for key in (*DECIDED, "because")}
    score = {seat: " ".join(f"{of[key]}" for key in POINTS) for seat, of in verdict["score"].items()}
    return {
        **written(record),
        "steps": steps,
        "ruling": {"status": verdict["status"], "outcome": outcome, "/".join(POINTS): score},
    }


def written(record: Record) -> dict[str, Any]:
    """A record with its cards on one line each."""
    dealt = record["deal"]
    hands = {seat: " ".join(cards) for seat, cards in dealt["hands"].items()}
    up = {"turn_up": dealt["turn_up"]} if "turn_up" in dealt else {}
    talon = {"talon": " ".join(dealt["talon"])} if "talon" in dealt else {}
    return {"dealer": record["dealer"], "hands": hands, **up, **talon, "moves": " ".join(record["moves"])}


def read(name: str, kept: dict[str, Any]) -> Record:
    """The record of a kept hand."""
    deal: dict[str, Any] = {"hands": {seat: cards.split() for seat, cards in kept["hands"].items()}}
    if "turn_up" in kept:
        deal["turn_up"] = kept["turn_up"]
    if "talon" in kept:
        deal["talon"] = kept["talon"].split()
    return {"ruleset": name, "dealer": kept["dealer"], "deal": deal, "moves": kept["moves"].split()}


def state(position: dict[str, Any]) -> str:
    """A position on one line."""
    hands = " ".join(f"{seat}({' '.join(cards)})" for seat, cards in position["hands"].items() if cards)
    table = " ".join(f"{played['seat']}:{played['card']}" for played in position["table"])
    scores = " ".join(f"{seat}={of['points']}/{of['tricks']}" for seat, of in position["points"].items())
    facts = [
        f"trick {position['trick']}",
        f"turn {position['to_move']}",
        f"trump {position['trump']}",
        f"up {position['turn_up']}",
        f"talon {position['talon']['size']}",
        hands,
        f"table [{table}]",
        scores,
    ]
    if position["contract"]:
        facts.append(f"contract {position['contract']}")
    return "; ".join(facts)


def agreed(name: str, kept: dict[str, Any]) -> None:
    """The naive reading must agree with each list of legal tokens and with the ruling."""
    words, record = seated(game(name), vocabulary(game(name))), read(name, kept)
    table = naive.begin(game(name), record)
    for step in kept["steps"]:
        assert sorted(step["legal"].split()) == sorted(naive.legal_tokens(table, words)), (name, step)
        if step["taken"] is not None:
            assert naive.step(table, step["taken"]) is None, (name, step)
    ruling, said = naive.adjudicate(game(name), record), kept["ruling"]
    assert ruling["status"] == said["status"]
    assert ruling["outcome"] == (said["outcome"] and {key: said["outcome"][key] for key in DECIDED})
    for seat, score in ruling["score"].items():
        assert said["/".join(POINTS)][seat] == " ".join(str(score[key]) for key in POINTS)


def main(names: list[str]) -> None:
    for name in names or SHIPPED:
        hands = [transcript(name, play(name, seed)) for seed in range(HANDS)]
        for kept in hands:
            agreed(name, kept)
        (HERE / f"{name}.json").write_text(json.dumps(hands, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
