"""Numbers stay within a million either way, and are the same on both machines."""

from __future__ import annotations

from types import ModuleType

import pytest
from bummerl.interpreter import core as C

from .house import MACHINES, SMALL, Table, house, verdict

DEAL = [1, *range(8)]
"""Seat 1 deals, seat 0 leads and holds the first three spades; S is trump nowhere, the turn-up is a heart."""


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(
    ("step", "limit"), [("n * 1000", C.LIMIT), ("n * (0 - 1000)", C.LIMIT), ("n + 700000", C.LIMIT)]
)
def test_memory_is_held_within_a_million(core: ModuleType, step: str, limit: int) -> None:
    table = Table(house(memory={"n": 1}, moves={"grow": {"set": {"n": step}}}), DEAL, core)
    seen = set()
    for _ in range(40):
        assert table.say("grow") == ""
        seen.add(abs(table.memory("n")))
    assert max(seen) == limit


@pytest.mark.parametrize("core", MACHINES)
def test_a_product_of_unbounded_numbers_fits(core: ModuleType) -> None:
    """A million times a million, twice added: far beyond 32 bits, well within 64."""
    memory = {"n": 1_000_000, "m": -1_000_000}
    image = house(
        memory=memory,
        moves={"go": {"require": [{"id": "go.less", "that": "n * m + n * m < m * 1000"}], "set": {"n": "n * m"}}},
    )
    table = Table(image, DEAL, core)
    assert table.say("go") == ""
    assert table.memory("n") == -C.LIMIT


@pytest.mark.parametrize("core", MACHINES)
def test_each_players_own_number_is_held_too(core: ModuleType) -> None:
    table = Table(
        house(memory={"bid": "each number"}, moves={"bid": {"names": "number", "set": {"bid": "number * 3"}}}),
        DEAL,
        core,
    )
    assert table.say("bid#", 999_999) == ""
    row = table.image.memory["bid"].at
    assert list(table.S[row : row + 2]) == [C.LIMIT, 0]


@pytest.mark.parametrize("core", MACHINES)
def test_a_number_in_a_token_is_held(core: ModuleType) -> None:
    table = Table(
        house(moves={"bid": {"names": "number", "require": [{"id": "bid.most", "that": "number is 1000000"}]}}),
        DEAL,
        core,
    )
    assert table.say("bid#", 2**45) == ""
    assert table.S[C.NUMBER] == C.LIMIT


@pytest.mark.parametrize("core", MACHINES)
def test_melds_and_bonuses_and_the_result_are_held(core: ModuleType) -> None:
    image = house(
        moves={"shout": {"scores": 900_000}},
        memory={"n": 1_000_000},
        bonuses=[{"id": "bonus.huge", "when": "yes", "to": "forehand", "points": "n * n"}],
        score=[{"id": "score.huge", "winner": "forehand", "worth": "n * n"}],
        multiply="n * n",
        play={"leader": "forehand", "trump": "none"},
    )
    moves = [image.words[word] for word in ("shout", "shout", "SA", "SJ", "SK", "HA", "SQ", "HK")]
    row = verdict(image, [*DEAL, *moves], core)
    assert row[C.V_STATUS] == C.COMPLETE
    assert row[C.V_POINTS] == C.LIMIT
    assert row[C.V_SEATS + C.V_MELD_POINTS] == row[C.V_SEATS + C.V_BONUS] == C.LIMIT


@pytest.mark.parametrize("core", MACHINES)
def test_negative_results_are_held(core: ModuleType) -> None:
    image = house(
        deck=SMALL,
        score=[{"id": "score.low", "winner": "forehand", "worth": "0 - n"}],
        multiply="n",
        memory={"n": 1_000_000},
        ends=[{"id": "end.at-once", "when": "trick.number > 1"}],
        play={"leader": "forehand", "trump": "none"},
    )
    row = verdict(image, [*DEAL, image.words["SA"], image.words["SJ"]], core)
    assert (row[C.V_STATUS], row[C.V_POINTS]) == (C.COMPLETE, -C.LIMIT)
