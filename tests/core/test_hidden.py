"""What is not recorded: the machine hears out every way it could be, and says what it does not know."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import core as C

from .house import MACHINES, Table, house, verdict

PLAIN: dict[str, Any] = {"leader": "forehand", "trump": "none"}
DIM = [1, -1, -1, -1, 3, 4, 5, 6, 7]
"""The hand of seat 0, who leads, is not recorded; seat 1 holds SJ HA HK, HQ is turned up, HJ lies in the talon."""
SUIT = [{"id": "follow.suit", "play": "card.suit is led.suit"}]


def requiring(that: str, **more: Any) -> Any:
    return house(
        play=PLAIN,
        moves={"go": {"require": [{"id": "go.so", "that": that}], **more}},
        memory={"n": "number", "p": "player"},
    )


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(
    ("that", "refused"),
    [
        ("SA in actor.hand", ""),  # it may be
        ("SJ in actor.hand", "go.so"),  # seat 1 has it
        ("HJ in actor.hand", "go.so"),  # it lies in the talon
        ("HQ in actor.hand", "go.so"),  # it is turned up
        ("SA in actor.hand or SA not in actor.hand", ""),  # either way
        ("SA in actor.hand and SA not in actor.hand", "go.so"),  # neither way, though each may be
        ("count(actor.hand) is 3", ""),  # how many there are is known
        ("suits(actor.hand) is 1", ""),  # it may be
        ("count(actor.hand where card.suit is H) > 1 and trick.number > 1", "go.so"),  # the rest decides
    ],
)
def test_a_requirement_refuses_if_every_way_refuses(core: ModuleType, that: str, refused: str) -> None:
    assert Table(requiring(that), DIM, core).say("go") == refused


@pytest.mark.parametrize("core", MACHINES)
def test_a_value_of_hidden_cards_leaves_a_doubt(core: ModuleType) -> None:
    for value in ("points(actor.hand)", "1 if SA in actor.hand else 2"):
        image = requiring("yes", set={"n": value})
        table = Table(image, DIM, core)
        assert table.say("go") == ""
        assert table.S[C.DOUBT] == C.DOUBT_VALUE
        table = Table(image, [1, 0, 1, 2, *DIM[4:]], core)
        assert table.say("go") == ""
        assert table.S[C.DOUBT] == 0


@pytest.mark.parametrize("core", MACHINES)
def test_a_value_that_is_the_same_either_way_does_not(core: ModuleType) -> None:
    table = Table(requiring("yes", set={"n": "count(actor.hand) + (1 if SA in actor.hand else 1)"}), DIM, core)
    assert table.say("go") == ""
    assert table.S[C.DOUBT] == 0
    assert table.memory("n") == 4


@pytest.mark.parametrize("core", MACHINES)
def test_a_doubtful_value_makes_the_verdict_undetermined(core: ModuleType) -> None:
    image = requiring("yes", set={"n": "points(actor.hand)"})
    moves = [image.words[word] for word in ("go", "SA", "SJ")]
    assert verdict(image, [*DIM, *moves], core)[C.V_STATUS] == C.UNDETERMINED
    assert verdict(image, [*DIM, *moves[1:]], core)[C.V_STATUS] == C.ONGOING


@pytest.mark.parametrize("core", MACHINES)
def test_a_duty_that_hidden_cards_could_have_met_leaves_a_doubt(core: ModuleType) -> None:
    """Seat 1 is not recorded and throws a heart on a spade: a spade may have been there."""
    image = house(play={**PLAIN, "follow": SUIT})
    hidden = [1, 0, 4, 5, -1, -1, -1, 6, 7]
    table = Table(image, hidden, core)
    assert table.say("SA") == ""
    assert table.S[C.DOUBT] == 0
    assert table.say("HQ") == "table.holds"  # it is turned up
    deck = {"suits": ["S", "H"], "ranks": {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}}
    table = Table(house(deck=deck, play={**PLAIN, "follow": SUIT}), [1, 0, 5, 6, -1, -1, -1, 9, -1, -1, -1], core)
    assert table.say("SA") == ""
    assert table.say("HQ") == ""
    assert table.S[C.DOUBT] == C.DOUBT_DUTY


@pytest.mark.parametrize("core", MACHINES)
def test_who_was_dealt_a_card(core: ModuleType) -> None:
    """A card that comes out of a hand into which nothing unknown was drawn was dealt to it."""
    image = requiring("yes", set={"p": "holder(SA)"})
    table = Table(image, DIM, core)
    assert table.say("SA") == ""
    assert table.say("SJ") == ""
    assert table.say("go") == ""
    assert table.memory("p") == 0b01
    assert table.S[C.DOUBT] == 0
    table = Table(image, DIM, core)
    assert table.say("SK") == ""
    assert table.say("SJ") == ""
    assert table.say("go") == ""
    assert table.S[C.DOUBT] == C.DOUBT_VALUE


@pytest.mark.parametrize("core", MACHINES)
def test_the_first_packet_stays_unknown(core: ModuleType) -> None:
    """That all cards of a hand came to be known does not say which were dealt first."""
    deal: list[Any] = [{"hands": 1}, {"hands": 2}, {"turn_up": 1}, {"talon": "rest"}]
    image = house(
        deal=deal, play=PLAIN, moves={"go": {"set": {"n": "points(actor.first_packet)"}}}, memory={"n": "number"}
    )
    table = Table(image, DIM, core)
    known = C.CARDS_COUNT & 3 | 0 << 3 | 1 << 9 | 2 << 15
    assert table.say("!", known, seat=1) == ""
    assert table.S[C.HIDDEN] == 0
    assert table.say("go") == ""
    assert table.S[C.DOUBT] == C.DOUBT_VALUE


@pytest.mark.parametrize("core", MACHINES)
def test_without_the_turn_up_nothing_is_sure(core: ModuleType) -> None:
    image = house()
    assert verdict(image, [1, *range(6), -1, 7, image.words["SA"]], core)[C.V_STATUS] == C.UNDETERMINED


@pytest.mark.parametrize("core", MACHINES)
def test_drawn_cards_that_are_named_are_known(core: ModuleType) -> None:
    """The talon is not recorded; the winner names his card, the turn-up goes to the other."""
    image = house(play={**PLAIN, "draw": {"when": "yes"}})
    deal = [1, *range(6), 6, -1]
    table = Table(image, deal, core)
    assert table.say("SA") == table.say("SJ") == ""
    assert table.S[C.HIDDEN] == 1
    assert table.S[C.HAND + 1] >> 6 & 1
    drawn = 2 | 7 << 3 | C.UNKNOWN_CARD << 9
    assert table.say("(", drawn) == ""
    assert table.S[C.HIDDEN] == 0
    assert table.S[C.HAND] >> 7 & 1
    assert table.say("(", drawn) == "table.draw"
    table = Table(image, deal, core)
    table.say("SA")
    table.say("SJ")
    assert table.say("(", 2 | 0 << 3 | 6 << 9) == "table.draw"  # the ace has been played


def test_ways_are_heard_out_within_bounds() -> None:
    """Twelve independent questions that all come to the same: after so many ways in a hand the machine says it does
    not know."""
    image = house()
    S, at, questions = list(image.init), len(image.R), 12
    S[C.DIM] = 1
    chain = list(image.R)
    for number in range(1, questions + 1):
        ways = [at + C.O_WIDTH * number] * 2 if number < questions else [~C.YES] * 2
        chain += [C.OP_COIN, C.NO, 0, *ways]
    few = at + C.O_WIDTH * (questions - 4)
    assert C.ask(S, chain, few, C.UNDECIDED) == 1
    assert S[C.HEARD] == 2**4 - 1
    assert C.ask(S, chain, at, C.UNDECIDED) == C.UNDECIDED
    assert S[C.HEARD] == C.WAYS
    assert C.ask(S, chain, few, C.UNDECIDED) == C.UNDECIDED
