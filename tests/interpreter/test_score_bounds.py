"""The quick question costs little, whatever ruleset is sent along: what takes too long is given up."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any

import pytest
from bummerl.interpreter.asking import answers, memory, score
from bummerl.interpreter.asking.answers import REQUEST_WORK, RULESET_WORK, prepared
from bummerl.interpreter.asking.evaluation import TooMuch, Work
from bummerl.interpreter.asking.standing import MOST_OUTCOMES, standing
from bummerl.interpreter.asking.table import PREPARING_WORK
from bummerl.interpreter.kept import Kept
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import catalogue

SECONDS = 6.0
"""Of the processor: what is meant is two, and tests may run on a slow machine. Unbounded, the worst here took 100."""
MEBIBYTES = 60
NAMES = 20


def costly(id: str = "costly", *, rows: int, tiers: int, seats: int = 6, contracts: int = 0) -> dict[str, Any]:
    """Every row may be won by any set of players, and every tier compares many figures of winners and losers."""
    names = [f"m{chr(97 + i)}" for i in range(NAMES)]

    def total(who: str, first: int) -> str:
        return " + ".join(f"{who}.{names[(first + i) % NAMES]}" for i in range(10))

    def move(noted: list[str], **more: Any) -> dict[str, Any]:
        must = [{"id": f"go.{noted[0]}", "that": "trick.size is 0", "text": "x"}]
        return {"names": "number", "require": must, "set": dict.fromkeys(noted, "number"), **more}

    moves: dict[str, Any] = {"go": move(names[:12]), "gone": move(names[12:])}
    found = {
        "ruleset": id, "version": "1.0.0", "extends": "trick-taking", "title": {"en": "Costly"},
        "cite": "x", "sources": {"x": {"title": "X"}}, "seats": seats,
        "deck": {"suits": ["S", "H", "D", "C"], "ranks": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}},
        "deal": [{"hands": 4}],
        "memory": dict.fromkeys(names, "each number"),
        "ends": [{"id": "end.all", "when": "cards_left is 0", "text": "x"}],
        "score": [
            {"id": f"score.r{i}", "when": f"everyone.{names[i % NAMES]} > {i}",
             "winner": f"everyone where player.{names[0]} > 3", "text": "x"}
            for i in range(rows)
        ],
        "tiers": [
            {"id": f"tier.t{i}", "when": f"{total('winner', i)} > {total('loser', i + 1)}", "worth": f"{i + 1}",
             "text": "x"}
            for i in range(tiers)
        ],
    }  # fmt: skip
    if contracts:
        found["contracts"] = [{"id": f"c{i}", "value": i + 1, "text": "x"} for i in range(contracts)]
        must = [{"id": "bid.must", "that": "trick.size is 0", "text": "x"}]
        moves["bid"] = {"names": "contract", "require": must, "set": {"contract": "call"}}
    return found | {"moves": moves}


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test profits from what another found."""
    monkeypatch.setattr(memory, "_kept", Kept(memory.MOST, lambda worked: worked.size, memory.ROOM))
    monkeypatch.setattr(answers, "_prepared", Kept(answers.KEPT, lambda prepared: prepared.table.rules.size))


@pytest.mark.parametrize(
    "rulesets",
    [
        [costly(rows=3, tiers=3)],
        [costly(rows=20, tiers=20)],
        [costly(rows=60, tiers=60)],
        [costly(rows=60, tiers=60, contracts=10)],
        [costly(f"costly-{i}", rows=8, tiers=8) for i in range(12)],
    ],
    ids=["3x3", "20x20", "60x60", "with contracts", "many"],
)
def test_a_costly_ruleset_is_given_up_in_time(rulesets: list[dict[str, Any]]) -> None:
    begin = time.process_time()
    found = score({}, rulesets)
    assert time.process_time() - begin < SECONDS
    assert found["problems"] == []
    assert len(found["answers"]) == len(rulesets)
    assert {answer["status"] for answer in found["answers"]} <= {"open", "given-up"}
    assert found["answers"][-1]["ruleset"]["id"] == rulesets[-1]["ruleset"]
    if len(rulesets) > 1 or len(rulesets[0]["score"]) > 3:
        assert found["answers"][-1]["status"] == "given-up"
        assert {"rulesets", "status"} == found["groups"][-1].keys()


def test_a_costly_ruleset_takes_little_memory() -> None:
    rules = rules_for(costly(rows=12, tiers=12))
    score({}, ["schnapsen"])
    tracemalloc.start()
    score({}, [rules.ruleset])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEBIBYTES * 2**20


def test_what_a_request_asks_for_is_counted_once_and_together() -> None:
    """What one ruleset took is gone for the next; that it was given up does not give it back."""
    rulesets = [costly(f"costly-{i}", rows=6, tiers=6) for i in range(12)]
    together = score({}, rulesets)
    assert [answer["status"] for answer in together["answers"]][-1] == "given-up"
    assert score({}, rulesets) == together  # whatever was kept of the first time
    assert together["answers"][-1]["facts"] == []  # nothing was even prepared: it was at an end before


def test_work_that_came_to_nothing_is_spent() -> None:
    work = Work(10)

    def make(mine: Work) -> None:
        mine.spend(11)

    with pytest.raises(TooMuch):
        memory.worked_out(("nothing",), 1, work, make, lambda _: 1)
    assert work.left < 0


def test_no_more_ways_are_told_apart_than_there_is_room_for() -> None:
    """Six players, any of whom may win by each of 20 rows and 4 tiers: 64 * 20 * 4 ways."""
    table = prepared(rules_for(costly(rows=20, tiers=4))).table
    work = Work(10**7)
    with pytest.raises(TooMuch):
        standing(table, {}, work)
    assert 3 * MOST_OUTCOMES <= 10**7 - work.left < 10**6


def test_all_shipped_rulesets_together_are_answered_with_room_to_spare() -> None:
    names = [summary.id for summary in catalogue()]
    found = score({}, names)
    assert {answer["status"] for answer in found["answers"]} == {"open"}
    assert sum(prepared(rules_for(name)).steps for name in names) < REQUEST_WORK / 5
    assert all(prepared(rules_for(name)).steps < PREPARING_WORK / 4 for name in names)
    assert len(names) * PREPARING_WORK > REQUEST_WORK > 2 * RULESET_WORK  # so that the figures mean something
