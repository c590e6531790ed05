"""Nothing in a ruleset or a record can make the machine run on: every hand here is played to its end, or to a
standstill."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import core as C
from bummerl.interpreter.image import Image
from bummerl.rulesets import RulesetError
from hypothesis import given, settings
from hypothesis import strategies as st

from .house import MACHINES, Table, deals, house, verdict

WORD: dict[str, Any] = {"go": {"require": []}}
PLAYERS = (
    "nobody",
    "everyone",
    "forehand",
    "dealer",
    "everyone except turn",
    "passed",
    "everyone except passed",
    "last_trick.winner",
    "everyone where player is player.next",
    "everyone where most player.points",
    "leader with dealer",
)
TRUTHS = (
    "yes",
    "no",
    "passed is nobody",
    "trick.number > 1",
    "n > 3",
    "talon.size is 0",
    "count(passed) is 2",
    "trump is none",
)


def play_out(image: Image, core: ModuleType = C, moves: int = 40) -> Table:
    """Random legal moves as far as they go."""
    rng = Random(3)
    table = Table(image, next(deals(image, rng)), core)
    for _ in range(moves):
        legal = table.legal()
        if not legal:
            break
        assert core.play_on(table.S, table.R, table.T, rng.choice(legal)) == 0
    return table


@pytest.mark.parametrize("core", MACHINES)
def test_a_stage_that_is_never_over_takes_a_token_at_a_time(core: ModuleType) -> None:
    image = house(
        moves=WORD,
        stages=[{"id": "talk", "turn": "everyone", "moves": ["go"], "until": "no"}, {"id": "play", "moves": []}],
    )
    table = play_out(image, core)
    assert table.words() == {"go"}
    assert table.say("SA") == "table.stage"


@pytest.mark.parametrize("core", MACHINES)
def test_when_every_stage_is_passed_over_nothing_can_be_done(core: ModuleType) -> None:
    image = house(
        moves=WORD,
        stages=[
            {"id": "talk", "when": "no", "moves": ["go"]},
            {"id": "play", "when": "trump is none and n > 1", "moves": []},
        ],
        memory={"n": "number"},
    )
    table = Table(image, next(deals(image, Random(1))), core)
    assert table.S[C.TURN] == 0
    assert table.legal() == []
    assert table.say("go") == table.say("SA") == table.say("go", seat=1) == "table.stage"
    assert verdict(image, [*table.T[:-1], image.words["SA"]], core)[:3] == [C.ILLEGAL, 0, C.TABLE_STAGE]


@pytest.mark.parametrize("core", MACHINES)
def test_play_without_players_is_for_everyone(core: ModuleType) -> None:
    table = play_out(house(play={"players": "nobody", "leader": "nobody", "trump": "none"}), core)
    assert table.S[C.OVER]
    assert table.S[C.CARDS_LEFT] == 0


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(
    ("leader", "first"),
    [("nobody", 1), ("everyone", 1), ("everyone except forehand", 2), ("dealer with dealer.next", 1), ("dealer", 0)],
)
def test_the_leader_is_one_player(core: ModuleType, leader: str, first: int) -> None:
    """Of nobody and of several it is the first from forehand on; three play, the dealer is seat 0, forehand seat 1."""
    deck = {"suits": ["S", "H", "D"], "ranks": {"A": 11, "K": 4, "Q": 3, "J": 2}}
    image = house(
        seats=3,
        deck=deck,
        deal=[{"hands": 3}, {"turn_up": 1}, {"talon": "rest"}],
        play={"leader": leader, "trump": "none"},
    )
    table = Table(image, [0, *range(9), 9, 10, 11], core)
    assert table.S[C.LEADER] == table.S[C.TURN] == 1 << first


@pytest.mark.parametrize("core", MACHINES)
def test_a_stage_for_nobody_is_forehands(core: ModuleType) -> None:
    image = house(moves=WORD, stages=[{"id": "talk", "turn": "nobody", "moves": ["go"]}, {"id": "play", "moves": []}])
    table = Table(image, [0, *range(8)], core)
    assert table.S[C.TURN] == 0b10
    assert table.say("go") == ""
    assert table.image.stages[(table.S[C.STAGE] - image.R[C.STAGES]) // C.G_WIDTH] == "play"  # nobody was left in it


@pytest.mark.parametrize("core", MACHINES)
def test_whoever_sits_out_is_as_many_as_the_deal_says(core: ModuleType) -> None:
    """`sits_out` that names nobody, or everyone, is no deal, and nothing is read beyond it."""
    for out in ("nobody", "everyone"):
        image = house(seats=3, sits_out=out, deal=[{"hands": 2}, {"turn_up": 1}, {"talon": "rest"}])
        assert verdict(image, [0, *range(image.deal_size - 1)], core)[0] == C.UNREADABLE


players, truths = st.sampled_from(PLAYERS), st.sampled_from(TRUTHS)
stage = st.fixed_dictionaries({"when": truths, "until": truths, "turn": players, "first": players})


@given(
    st.lists(stage, max_size=3),
    st.booleans(),
    players,
    players,
    players,
    players,
    truths,
    truths,
    truths,
    st.integers(0, 99),
)
@settings(max_examples=80, deadline=None)
def test_any_stages_and_turns_come_to_a_stop(
    stages: list[dict[str, str]],
    plays: bool,
    leader: str,
    who: str,
    by: str,
    also: str,
    end: str,
    draw: str,
    lead: str,
    seed: int,
) -> None:
    table = [{"id": f"talk-{i}", "moves": ["go", "out"], **stage} for i, stage in enumerate(stages)]
    try:
        image = house(
            memory={"n": "number", "passed": "players"},
            moves={
                "go": {"by": by, "also": also, "set": {"n": "n + 1"}},
                "out": {"before_draw": "yes", "set": {"passed": "passed with actor"}},
            },
            stages=[*table, {"id": "play", "when": lead if not plays else "yes", "moves": ["go"]}],
            play={
                "leader": leader,
                "players": who,
                "trump": "turn_up.suit",
                "draw": {"when": draw},
                "lead": [{"id": "lead.any", "when": lead, "play": "card.suit is trump", "firm": "yes"}],
            },
            ends=[{"id": "end.one", "when": end, "then_may": ["go"]}],
        )
    except RulesetError:
        return
    rng, words = Random(seed), ["go", "out", *image.first]
    hand = Table(image, next(deals(image, rng)))
    for _ in range(40):
        legal = hand.legal()
        if rng.random() < 0.2:
            hand.say(rng.choice(words), seat=rng.randrange(3))
            break
        if not legal:
            break
        assert hand.core.play_on(hand.S, hand.R, hand.T, rng.choice(legal)) == 0


def test_hostile_loops_are_refused() -> None:
    """A loop over cards with one over players inside, often enough, would take a second at every move."""
    loop = "(everyone.won where count(everyone where player.points + card.points > 1) > 1) is none"
    assert play_out(house(moves={"go": {"require": [{"id": "go.loop", "that": loop}]}})).S[C.TRICK_NUMBER] > 1
    deck = {"suits": list("SHDCABEF"), "ranks": dict.fromkeys("AKQJT98", 1)}
    dear = {
        f"t{i}": " + ".join([f"count(everyone where player.points + card.points > {i}{j})" for j in range(7)])
        for i in range(8)
    }
    with pytest.raises(RulesetError, match="too long to work out"):
        house(
            seats=6,
            deck=deck,
            deal=[{"hands": 5}, {"turn_up": 1}, {"talon": "rest"}],
            terms=dear,
            moves={
                "go": {"require": [{"id": "go.loop", "that": f"(everyone.won where {' + '.join(dear)} > 1) is none"}]}
            },
        )


def test_too_many_questions_about_hidden_cards_are_left_open() -> None:
    """Sixty-four questions in a row, each leading to the next whatever the answer, and the last answer is the value."""
    image = house()
    S, at, questions = list(image.init), len(image.R), C.QUESTIONS + 2
    S[C.DIM] = 1
    chain = list(image.R)
    for number in range(1, questions):
        chain += [C.OP_COIN, C.NO, 0, *[at + C.O_WIDTH * number] * 2]
    chain += [C.OP_COIN, C.NO, 0, ~C.YES, ~C.NO]
    unknown = -9
    assert C.ask(list(S), chain, at, unknown) == unknown
    assert C.ask(list(S), chain, at + C.O_WIDTH * (questions - 1), unknown) == unknown
    assert C.ask(list(S), [*image.R, C.OP_COIN, C.NO, 0, ~C.YES, ~C.YES], at, unknown) == 1
    assert C.ask(list(S), chain, at, C.REFUSES) == 0  # if one way does not refuse, it is no refusal
