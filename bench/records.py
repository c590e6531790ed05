"""Random hands of Schnapsen, the same ones in every run.

The legal hands are played at random to their end, with marriages, exchanges, closes and claims; the mixed ones are cut
short, or spoilt by a token that is illegal as a rule. They are made by the engine itself and kept in a file, so that
making them is no part of any measurement; whether they are judged rightly is checked against the C floor.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from bummerl.interpreter import legal

Record = dict[str, Any]

RULESET = "schnapsen"
LEGAL, MIXED = 50_000, 5_000
"""So many, because a processor learns a few thousand hands by heart."""
IN_WORDS = 3_000
"""So many of them are also written out, as JSON and as text."""
SUITS, RANKS = "SHDC", "ATKQJ"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
WORDS = [*PACK, *(f"{suit}{rank}+{said}" for suit in SUITS for rank in "KQ" for said in (20, 40)),
         *(f"{suit}+{said}" for suit in SUITS for said in (20, 40)), "exchange", "close", "claim"]


def load(folder: Path) -> tuple[list[Record], list[Record]]:
    """Legal hands and mixed ones."""
    kept = folder / f"records-{RULESET}-{LEGAL}-{MIXED}.json"
    if not kept.exists():
        print(f"making {LEGAL:,} random hands, once ...", file=sys.stderr, flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(make()))
    legal_hands, mixed = json.loads(kept.read_text())
    return legal_hands, mixed


def make() -> tuple[list[Record], list[Record]]:
    """Both, from a fixed seed."""
    rng = Random(66)
    whole = [play(deal(rng), rng) for _ in range(LEGAL)]
    return whole, [spoilt(record, rng) for record in whole[:MIXED]]


def deal(rng: Random) -> Record:
    """A record without moves."""
    pack = rng.sample(PACK, len(PACK))
    hands = {"A": pack[:5], "B": pack[5:10]}
    return {"ruleset": RULESET, "dealer": rng.choice("AB"),
            "deal": {"hands": hands, "turn_up": pack[10], "talon": pack[11:]}, "moves": []}


def play(record: Record, rng: Random) -> Record:
    """To the end: a random legal token each time; claims seldom, and nobody gives up."""
    while tokens := legal(record):
        sensible = [token for token in tokens if not token.endswith("concede")]
        calm = [token for token in sensible if token != "claim" or rng.random() < 0.25]
        if not calm and tokens == sensible:
            break                                       # only the last claim is left, and nobody makes it
        record["moves"].append(rng.choice(calm or sensible))
    return record


def spoilt(record: Record, rng: Random) -> Record:
    """The hand, cut short, and often with a token behind it that should not be there."""
    cut = rng.randrange(len(record["moves"]) + 1)
    moves = record["moves"][:cut]
    return {**record, "moves": moves if rng.random() < 0.3 else [*moves, rng.choice(WORDS)]}
