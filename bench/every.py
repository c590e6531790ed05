"""Every shipped ruleset: random legal hands of each through the core, in turn with the others.

As a process it obeys like `worker.py`: `RULESET SECONDS` a line in, hands judged and seconds taken out. Hands are dealt
and played at random by the ruleset itself, once, and kept in a file that is named by the ruleset's digest.
"""

from __future__ import annotations

import json
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bummerl.interpreter import engine
from bummerl.rulesets import Ruleset, catalogue, load

from .records import RULESET as MODEL
from .records import Record, play
from .worker import Columns, measure

HANDS = 400
SLICE = 0.05
LIMIT = 4.0
"""A move of no ruleset takes more than so many times as long as one of the model."""


@dataclass(frozen=True)
class Row:
    """What was measured of one ruleset: hands a second, moves a hand, and how many times as long a move takes as in
    the model: the median of the rounds, the least and the greatest."""

    ruleset: str
    rates: list[float]
    moves: float
    times: float
    least: float
    greatest: float

    @property
    def met(self) -> bool:
        """Is a move short enough?"""
        return self.times <= LIMIT


def hands(ruleset: Ruleset, folder: Path) -> list[Record]:
    """Random hands to their end, the same ones in every run."""
    kept = folder / f"every-{ruleset.id}-{ruleset.digest[-12:]}-{HANDS}.json"
    if not kept.exists():
        rng = Random(f"{ruleset.id} 66")
        kept.write_text(json.dumps([play(deal(ruleset, rng), rng) for _ in range(HANDS)]))
    found: list[Record] = json.loads(kept.read_text())
    return found


def deal(ruleset: Ruleset, rng: Random) -> Record:
    """A record without moves: every packet dealt, to everyone who does not sit out."""
    data = ruleset.data
    deck = data["deck"]
    pack = [f"{suit}{rank}" for suit in deck["suits"] for rank in deck["ranks"]] * int(deck.get("copies", 1))
    rng.shuffle(pack)
    dealer = rng.choice("ABCDEF"[: data["seats"]])
    record: Record = {"ruleset": ruleset.id, "dealer": dealer, "deal": {}, "moves": []}
    playing = [seat for seat in "ABCDEF"[: data["seats"]] if not data.get("sits_out") or seat != dealer]
    dealt: dict[str, Any] = {"hands": {seat: [] for seat in playing}}
    for packet in data["deal"]:
        for what, number in packet.items():
            if what == "hands":
                for seat in playing:
                    dealt["hands"][seat] += [pack.pop() for _ in range(number)]
            elif what == "turn_up":
                dealt["turn_up"] = pack.pop()
            elif what == "talon":
                count = len(pack) if number == "rest" else number
                dealt.setdefault("talon", []).extend(pack.pop() for _ in range(count))
            else:                                               # a card of the dealer's own is shown
                dealt["turn_up"] = rng.choice(dealt["hands"][dealer])
    return {**record, "deal": dealt}


def rows(rates: dict[str, list[float]], moves: dict[str, float]) -> list[Row]:
    """From hands a second to times as long a move, round by round."""
    found = []
    for name, own in rates.items():
        pairs = zip(rates[MODEL], own, strict=True)
        times = [model * moves[MODEL] / (rate * moves[name]) for model, rate in pairs]
        found.append(Row(name, own, moves[name], statistics.median(times), min(times), max(times)))
    return found


def obey() -> None:
    """Measure what each line asks for."""
    folder = Path(sys.argv[1])
    columns, moves = {}, {}
    for summary in catalogue():
        played = hands(load(summary.id), folder)
        columns[summary.id] = Columns(played, summary.id)
        moves[summary.id] = statistics.fmean(len(hand["moves"]) for hand in played)
    print("ready", engine(), flush=True)
    for line in sys.stdin:
        name, _, seconds = line.strip().partition(" ")
        if name == "moves":
            print(json.dumps(moves), flush=True)
            continue
        given = columns[name]
        done, took, _ = measure(lambda _at: given.run(0, HANDS), float(seconds), HANDS, HANDS, 0)  # noqa: B023
        print(done, took, flush=True)


if __name__ == "__main__":
    obey()
