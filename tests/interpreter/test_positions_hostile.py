"""Positions with huge numbers under house rules with huge numbers: a verdict comes soon, and takes little memory."""

from __future__ import annotations

import time
import tracemalloc
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, replay
from bummerl.interpreter.position import reads
from bummerl.interpreter.position.reads import instructions
from bummerl.interpreter.position.sums import MOST_SUM, Sums

Ruleset = dict[str, Any]
LONG = 5
"""Seconds for a verdict and a replay in Python, on a slow machine that does other things too."""
MUCH = 60_000_000
"""Bytes, with everything that Python makes of a ruleset."""
MOST = 1_000_000
SUITS, RANKS = "SHDCAB", "AKQJT98765"


def house(counts: list[int], seats: int = 2, hand: int = 8, turned: bool = True, ends: tuple[str, ...] = ()) -> Ruleset:
    """A game with sixty cards, which count this much by turns; as many ends more as are given."""
    return {
        "ruleset": "huge", "version": "1.0.0", "title": "Huge", "extends": "trick-taking", "seats": seats,
        "deck": {"suits": list(SUITS), "ranks": {r: counts[i % len(counts)] for i, r in enumerate(RANKS)}},
        "deal": [{"hands": hand}, *([{"turn_up": 1}] if turned else []), {"talon": "rest"}],
        "memory": {"sayer": "player", "heap": 1, "tricks_then": "number", "loud": False},
        "play": {"leader": "forehand", "trump": "turn_up.suit" if turned else "none",
                 "draw": {"when": "sayer is nobody"}},
        "moves": {"say": {"require": [], "set": {"sayer": "actor", "heap": "heap * heap + 1000", "loud": "yes",
                                                 "tricks_then": "actor.opponents.tricks"}},
                  "pair": {"names": "meld", "says": [20, MOST], "require": [], "scores": "said"}},
        "ends": [{"id": "end.cards", "when": "cards_left is 0"},
                 *({"id": f"end.x{i}", "when": when} for i, when in enumerate(ends))],
        "score": [{"id": "score.last", "winner": "last_trick.winner",
                   "worth": "5 if last_trick.winner.points > 3 else 4"}],
    }  # fmt: skip


def measured(record: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The verdict, which may take neither long nor much. The ruleset is made ready before."""
    record = {**record, "ruleset": ruleset}
    assert "ruleset" in adjudicate(record | {"position": {"trick": 1}, "moves": []})
    began = time.process_time()
    verdict = adjudicate(record)
    assert replay(record)["status"] == verdict["status"]
    assert time.process_time() - began < LONG
    return verdict


def memory(record: dict[str, Any], ruleset: Ruleset) -> int:
    """How many bytes a verdict takes at most while it is worked out, the ruleset included."""
    tracemalloc.start()
    try:
        adjudicate({**record, "ruleset": ruleset})
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_sums_are_exact_as_long_as_they_are_small() -> None:
    """Of 11, 10 and 4, two count 21, 15 or 14, and nothing else; with 4 turned to -4 they count 21, 7 or 6."""
    assert [n for n in range(40) if Sums([11, 10, 4]).possible(2, n)] == [14, 15, 21]
    assert [n for n in range(-40, 40) if Sums([11, 10, -4]).possible(2, n)] == [6, 7, 21]
    assert not Sums([1]).possible(2, 1)


def test_large_sums_are_only_bounded() -> None:
    """Two of these count 2,000,000 at most and 40,000 at least; one may, for all we know, count 50,000."""
    large = Sums([MOST, MOST, 20_000, 20_000])
    assert not large.exact
    assert Sums([MOST_SUM]).exact
    assert [large.possible(2, n) for n in (39_999, 40_000, 2 * MOST, 2 * MOST + 1)] == [False, True, True, False]
    assert large.possible(1, 50_000)


def test_cards_that_count_a_million() -> None:
    """A has six tricks and a million points. Twelve cards of about a million count more, twelve of 83,333 or less count
    fewer: 999,996 at most.
    """
    seats = {"A": {"tricks": 6, "trick_points": MOST}, "B": {"tricks": 0, "trick_points": 0}}
    rules = house([MOST - i for i in range(10)])
    verdict = measured({"position": {"trick": 7, "leader": "A", "seats": seats}, "moves": []}, rules)
    assert [problem["code"] for problem in verdict["problems"]] == ["record.points"]
    counts = [MOST // 12 - i for i in range(10)]
    verdict = measured({"position": {"trick": 7, "leader": "A", "seats": seats}, "moves": []}, house(counts))
    assert [problem["code"] for problem in verdict["problems"]] == ["record.points"]
    seats["A"]["trick_points"] = sum(counts[:2]) * 6  # six of each of the two ranks that count most
    verdict = measured({"position": {"trick": 7, "leader": "A", "seats": seats}, "moves": []}, house(counts))
    assert verdict["status"] == "ongoing"
    assert verdict["score"]["A"]["trick_points"] == seats["A"]["trick_points"]


def test_large_sums_take_little_memory() -> None:
    seats = {"A": {"trick_points": 5 * MOST // 7}, "B": {"trick_points": 11}}
    record = {"position": {"trick": 4, "leader": "A", "turn_up": "S5", "seats": seats}, "moves": ["SA"]}
    for counts in ([MOST - i for i in range(10)], [60_000], [11]):
        assert memory(record, house(counts)) < MUCH
        assert memory(record | {"position": {"trick": 4, "leader": "A"}}, house(counts)) < MUCH


def test_points_that_could_be_millions_are_not_tried() -> None:
    """With a trick to come, an end hangs on what A has by now, and nobody has written that down."""
    rules = house([MOST - i for i in range(10)], ends=("(everyone where player.points > 3) is somebody",))
    verdict = measured({"position": {"trick": 4, "leader": "A", "turn_up": "S5"}, "moves": []}, rules)
    assert verdict["status"] == "undetermined"
    assert any("points" in need for need in verdict["facts"]["needed"])


POINTS_OPEN = {"position": {"trick": 4, "leader": "A", "turn_up": "S5"}, "moves": ["SA"]}
"""With `RARE`, each seat has up to 24 points: 577 ways."""
RARE = [3, *[0] * 8, 1]


def test_what_all_ways_look_at_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(R: Any, programs: list[int]) -> Any:
        asked.extend(programs)
        return instructions(R, programs)

    monkeypatch.setattr(reads, "instructions", counted)
    assert measured(POINTS_OPEN, house(RARE, ends=("(everyone where player.points > 99) is somebody",)))["score"]
    assert 0 < len(asked) < 100


def test_to_begin_is_counted_as_work() -> None:
    """What ends a hand is asked for before the first move too, in each of hundreds of ways."""
    long = [
        " or ".join(f"count(everyone where player.points>{50 * i + k + 99})>5" for k in range(8)) for i in range(45)
    ]
    assert measured(POINTS_OPEN, house(RARE, ends=tuple(long)))["facts"]["given_up"] is True


@pytest.mark.parametrize("seed", range(60))
def test_random_positions_under_random_house_rules(seed: int) -> None:
    rng = Random(seed)
    rules = house(
        [some(rng, 0) for _ in range(rng.choice((1, 3, 10)))],
        rng.choice((2, 3, 4, 6)),
        rng.choice((5, 8)),
        rng.random() < 0.6,
        ("(everyone where player.points > 1000) is somebody", "heap > 10 and loud")[: rng.randrange(3)],
    )
    for _ in range(3):
        record = at_random(rules, rng)
        assert measured(record, rules)["status"] in {"complete", "ongoing", "illegal", "undetermined", "unreadable"}
    assert memory(record, rules) < MUCH


def some(rng: Random, least: int) -> int:
    """A number as it may stand in a position: small, or as large as it may be."""
    return rng.choice((0, 1, 2, 11, 1_000, 60_000, MOST, max(-MOST, least), rng.randrange(least, MOST)))


def at_random(rules: Ruleset, rng: Random) -> dict[str, Any]:
    """A position in which anything may be missing, and a few moves from there."""
    cards = [suit + rank for suit in SUITS for rank in RANKS]
    rng.shuffle(cards)
    seats = "ABCDEF"[: rules["seats"]]
    figures = {
        seat: {"tricks": rng.randrange(4), "trick_points": some(rng, -MOST), "melds": {rng.choice(SUITS): MOST}}
        for seat in seats
    }
    memory = {
        "sayer": rng.choice([*seats, "?"]), "heap": some(rng, -MOST), "tricks_then": rng.choice((0, MOST, "?")),
        "loud": rng.choice((True, "?")),
    }  # fmt: skip
    whole = {
        "trick": rng.randrange(1, 12),
        "leader": rng.choice(seats),
        **({"turn_up": cards.pop()} if len(rules["deal"]) > 2 else {}),
        "trump": rng.choice((*SUITS, *"?" * 12)),
        "hands": {seat: [cards.pop() for _ in range(rules["deal"][0]["hands"])] for seat in seats[: rng.randrange(3)]},
        "seats": {seat: part(facts, rng, 0.3) for seat, facts in figures.items()},
        "memory": part(memory, rng, 0.5),
    }
    position = {"trick": whole["trick"], "leader": whole["leader"]} if rng.random() < 0.8 else {}
    moves = [rng.choice(["say", *cards]) for _ in range(rng.choice((0, 1, 3, 8)))]
    return {"position": position | part(whole, rng, 0.4), "moves": moves}


def part(whole: dict[str, Any], rng: Random, share: float) -> dict[str, Any]:
    """About so much of it."""
    return {key: value for key, value in whole.items() if rng.random() < share}
