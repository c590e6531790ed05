"""A pack with two of each card: of two equal cards either will do."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import core as C

from .house import MACHINES, SMALL, Table, house

PACK: dict[str, Any] = {**SMALL, "copies": 2}
PLAIN: dict[str, Any] = {"leader": "forehand", "trump": "turn_up.suit"}
SA, SK, SQ, SJ, HA, HK, HQ, HJ = range(0, 16, 2)
"""The first of each two; the second is one more."""
REST = [HQ, HQ + 1, HJ, HJ + 1, SQ, SQ + 1]


def dealt(mine: list[int], theirs: list[int], up: int, rest: list[int]) -> list[int]:
    return [1, *mine, *theirs, up, *rest]


SECONDS = dealt([SK + 1, SQ + 1, SJ + 1], [SA, SA + 1, HA], HK, [SK, SQ, SJ, HA + 1, HK + 1, HQ, HQ + 1, HJ, HJ + 1])
"""Seat 0 holds second copies only."""


@pytest.mark.parametrize("core", MACHINES)
def test_swaps_take_either(core: ModuleType) -> None:
    image = house(
        deck=PACK,
        play={"leader": "forehand", "trump": "none"},
        moves={"swap": {"require": [{"id": "swap.held", "that": "SJ in actor.hand"}], "swaps": "SJ"}},
    )
    table = Table(image, SECONDS, core)
    assert table.say("swap") == ""
    assert table.S[C.TURN_UP] == SJ + 1
    assert table.S[C.HAND] == 1 << SK + 1 | 1 << SQ + 1 | 1 << HK


@pytest.mark.parametrize("core", MACHINES)
def test_discards_take_either(core: ModuleType) -> None:
    image = house(deck=PACK, play=PLAIN, moves={"drop": {"names": "card", "discards": "card"}})
    table = Table(image, SECONDS, core)
    assert table.say("drop:SJ") == ""
    assert table.S[C.HAND] == 1 << SK + 1 | 1 << SQ + 1
    assert table.S[C.GONE] == 1 << SJ + 1


@pytest.mark.parametrize("core", MACHINES)
def test_a_pair_of_second_copies_is_a_pair(core: ModuleType) -> None:
    lead = [{"id": "lead.shown", "when": "leader.declared is not none", "play": "card in leader.declared"}]
    moves = {
        "pair": {
            "names": "meld",
            "require": [{"id": "pair.held", "that": "(K Q) of suit in actor.hand"}],
            "shows": "(K Q) of suit",
            "scores": 20,
        }
    }
    table = Table(house(deck=PACK, play={**PLAIN, "lead": lead}, moves=moves), SECONDS, core)
    assert table.words() == {"SK", "SQ", "SJ", "S+20", "SK+20", "SQ+20"}
    assert table.say("S+", 20) == ""
    assert table.S[C.DECLARED] == 1 << SK + 1 | 1 << SQ + 1
    assert table.say("SJ") == "lead.shown"
    assert table.say("SK") == ""


@pytest.mark.parametrize("core", MACHINES)
def test_two_equal_cards_are_two_cards_to_play(core: ModuleType) -> None:
    table = Table(
        house(deck=PACK, play=PLAIN),
        dealt([SA, SA + 1, SK], [SK + 1, SJ, SJ + 1], HA, [HA + 1, HK, HK + 1, *REST]),
        core,
    )
    for word in ("SA", "SK", "SA", "SJ"):
        assert table.say(word) == ""
    assert table.say("SA") == "table.holds"


@pytest.mark.parametrize("core", MACHINES)
def test_the_first_of_equal_cards_wins(core: ModuleType) -> None:
    table = Table(
        house(deck=PACK, play=PLAIN),
        dealt([SA + 1, SJ, SK], [SA, SJ + 1, SK + 1], HA, [HA + 1, HK, HK + 1, *REST]),
        core,
    )
    assert table.say("SA") == table.say("SA") == ""
    assert table.S[C.LAST_WINNER] == 0b01


@pytest.mark.parametrize("core", MACHINES)
def test_a_hidden_hand_may_have_the_other_copy(core: ModuleType) -> None:
    table = Table(house(deck=PACK, play=PLAIN), dealt([SA, SK, SQ], [-1, -1, -1], HA, [-1] * 9), core)
    assert table.say("SA") == table.say("SA") == ""
    assert table.say("SA") == "table.holds"
