"""What one request asks never changes what another is told: tables are shared by threads and built once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from bummerl.interpreter.asking import memory, score
from bummerl.interpreter.asking.answers import prepared
from bummerl.interpreter.asking.evaluation import TooMuch, Work
from bummerl.interpreter.asking.question import Enquiry
from bummerl.interpreter.asking.table import Table
from bummerl.interpreter.kept import Kept
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import catalogue

THREADS, LAPS = 4, 25


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["schnapsen", "snapszer-four"])
def test_threads_that_share_a_cold_table_learn_the_same(name: str) -> None:
    rules = rules_for(name)
    alone = Table(rules)
    facts = [*alone.facts, *(f"{seat}.{one}" for seat in rules.seats for one in ("tricks", "points", "own_tricks"))]
    expected = {fact: alone.domain(fact) for fact in facts}
    wrong: list[tuple[str, Any]] = []

    def ask(table: Table, start: threading.Barrier, mine: list[str]) -> None:
        start.wait()
        wrong.extend((fact, found) for fact in mine if (found := table.domain(fact)) != expected[fact])

    for _ in range(LAPS):
        table, start = Table(rules), threading.Barrier(THREADS)
        orders = [facts[i * len(facts) // THREADS :] + facts[: i * len(facts) // THREADS] for i in range(THREADS)]
        threads = [threading.Thread(target=ask, args=(table, start, mine)) for mine in orders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


@pytest.mark.parametrize("name", [summary.id for summary in catalogue()])
def test_answering_leaves_the_table_as_it_was(name: str) -> None:
    table = prepared(rules_for(name)).table
    before = dict(table.domains), dict(table.hidden)
    for facts in ({}, {"dealer": "A"}, {"A.tricks": 1, "last_trick.winner": "B", "cards_left": 0}, {"A.points": 66}):
        assert score(facts, [name], lang="de")["problems"] == []
    assert (dict(table.domains), dict(table.hidden)) == before
    with pytest.raises(TypeError):
        table.domains["dealer"] = frozenset()  # type: ignore[index]


@pytest.mark.parametrize("name", ["schnapsen", "bauernschnapsen", "tute-habanero"])
def test_an_answer_costs_the_same_whatever_was_asked_before(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = prepared(rules_for(name))
    assert found.certainty is not None

    def steps() -> int:
        work = Work(10**7)
        enquiry = Enquiry(found.table, found.certainty, work)
        known, _ = enquiry.resolve({"dealer": frozenset((1,))})
        enquiry.question(known)
        return 10**7 - work.left

    monkeypatch.setattr(memory, "_kept", Kept(memory.MOST, lambda worked: worked.size, memory.ROOM))
    cold = steps()
    assert steps() == cold > 0


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Kept[Any] = Kept(memory.MOST, lambda worked: worked.size, 50)
    monkeypatch.setattr(memory, "_kept", kept)
    for i in range(30):
        assert memory.worked_out(("it", i), 5, Work(9), lambda work: work.spend(4) or "found", lambda _: 15) == "found"
    assert kept.held <= 50
    with pytest.raises(TooMuch):
        memory.worked_out(("it", 29), 5, Work(3), lambda _: "never made again", lambda _: 15)
