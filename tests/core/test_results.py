"""Who wins and what it costs, what each pays, and what a move may say."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import core as C
from bummerl.interpreter.image import Image

from .house import MACHINES, Table, house, ints, verdict

DEAL = [1, *range(8)]
HAND = ("SA", "SJ", "SK", "HA", "SQ", "HK")
"""Seat 0 holds SA SK SQ, seat 1 SJ HA HK; without trumps seat 0 takes all three tricks."""
PLAIN: dict[str, Any] = {"leader": "forehand", "trump": "none"}


def played(image: Image, core: ModuleType = C, words: tuple[str, ...] = HAND) -> list[int]:
    return verdict(image, [*DEAL, *(image.words[word] for word in words)], core)


@pytest.mark.parametrize("core", MACHINES)
def test_a_bonus_to_several_comes_once(core: ModuleType) -> None:
    image = house(play=PLAIN, bonuses=[{"id": "bonus.all", "when": "yes", "to": "everyone", "points": 10}])
    row = played(image, core)
    assert [row[C.V_SEATS + seat * C.V_SEAT_WIDTH + C.V_BONUS] for seat in (0, 1)] == [10, 0]


@pytest.mark.parametrize("core", MACHINES)
def test_a_bonus_to_nobody_comes_not(core: ModuleType) -> None:
    row = played(house(play=PLAIN, bonuses=[{"id": "bonus.none", "when": "yes", "to": "nobody", "points": 10}]), core)
    assert row[C.V_SEATS + C.V_BONUS] == 0


@pytest.mark.parametrize("core", MACHINES)
def test_each_loser_pays(core: ModuleType) -> None:
    score = [{"id": "score.each", "winner": "forehand", "worth": 1, "pays": "player.own_tricks * 2 - 3"}]
    table = Table(house(play=PLAIN, score=score), DEAL, core)
    for word in HAND:
        assert table.say(word) == ""
    out = ints(core, [9, 9])
    assert core.outcome(table.S, table.R) == 1
    assert core.paid(table.S, table.R, out) == 1
    assert list(out) == [0, -3]  # seat 0 has won


@pytest.mark.parametrize("core", MACHINES)
def test_nobody_pays_where_the_row_says_nothing(core: ModuleType) -> None:
    table = Table(house(play=PLAIN), DEAL, core)
    for word in HAND:
        table.say(word)
    assert core.outcome(table.S, table.R) == 1
    assert core.paid(table.S, table.R, ints(core, [0, 0])) == 0


@pytest.mark.parametrize("core", MACHINES)
def test_a_void_hand_has_no_loser(core: ModuleType) -> None:
    table = Table(house(play=PLAIN, score=[{"id": "score.void", "winner": "nobody", "worth": 0}]), DEAL, core)
    for word in HAND:
        table.say(word)
    assert core.outcome(table.S, table.R) == 0
    assert table.S[C.WINNER] == table.S[C.LOSER] == 0


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(
    ("words", "rule", "cost"),
    [(("go",), "go.never", 4), (("SJ",), "table.holds", 2), (("SA", "SJ", "go"), "go.never", 4)],
)
def test_an_irregularity_costs_in_every_state(core: ModuleType, words: tuple[str, ...], rule: str, cost: int) -> None:
    """Before play (the first word is said in a stage of its own) and in it."""
    image = house(
        play=PLAIN,
        moves={"go": {"require": [{"id": "go.never", "that": "no"}]}, "start": {}},
        stages=[
            {"id": "talk", "turn": "forehand", "moves": ["go", "start"], "until": "last_move is start"},
            {"id": "play", "moves": ["go"]},
        ],
        irregularities=[
            {"id": "wrong.go", "for": ["go.*"], "winner": "actor.opponents", "worth": 4},
            {"id": "wrong.holds", "for": ["table.holds"], "winner": "actor.opponents", "worth": 2},
        ],
    )
    before = () if words == ("go",) else ("start",)
    row = played(image, core, (*before, *words))
    assert (row[C.V_STATUS], image.rule_ids[row[C.V_RULE]], row[C.V_WINNER], row[C.V_POINTS]) == (
        C.ILLEGAL,
        rule,
        0b10,
        cost,
    )


@pytest.mark.parametrize("core", MACHINES)
def test_a_meld_may_say_what_it_scores(core: ModuleType) -> None:
    """Without a list of numbers, what `scores` gives; the card led with it is listed too."""
    moves = {
        "pair": {
            "names": "meld",
            "shows": "(K Q) of suit",
            "scores": "40 if suit is S else 20",
            "require": [
                {"id": "pair.held", "that": "(K Q) of suit in actor.hand"},
                {"id": "pair.worth", "that": "said is 40"},
            ],
        }
    }
    lead = [{"id": "lead.shown", "when": "leader.declared is not none", "play": "card in leader.declared"}]
    table = Table(house(play={**PLAIN, "lead": lead}, moves=moves), DEAL, core)
    assert table.words() == {"SA", "SK", "SQ", "S+40", "SK+40", "SQ+40"}
    assert table.say("S+", 20) == "pair.worth"
    assert table.say("S+", 40) == ""
    assert table.words() == {"SK", "SQ", "S+40", "SK+40", "SQ+40"}


@pytest.mark.parametrize("core", MACHINES)
def test_a_meld_may_say_what_the_ruleset_lists(core: ModuleType) -> None:
    moves = {"shout": {"names": "meld", "says": [20, 60, 40], "require": [{"id": "shout.most", "that": "said < 50"}]}}
    table = Table(house(play=PLAIN, moves=moves), DEAL, core)
    assert table.words() - {"SA", "SK", "SQ"} == {"S+20", "S+40", "H+20", "H+40"}


@pytest.mark.parametrize("core", MACHINES)
def test_a_number_may_be_one_that_the_ruleset_lists(core: ModuleType) -> None:
    table = Table(house(moves={"bid": {"names": "number", "says": [100, 150]}}), DEAL, core)
    assert table.words() - set(HAND) == {"bid#100", "bid#150"}


@pytest.mark.parametrize("core", MACHINES)
def test_a_number_goes_from_none_to_a_whole_hand(core: ModuleType) -> None:
    table = Table(
        house(moves={"bid": {"names": "number", "require": [{"id": "bid.odd", "that": "number is not 2"}]}}), DEAL, core
    )
    assert table.words() - set(HAND) == {"bid#0", "bid#1", "bid#3"}
    assert table.say("bid#", 77) == ""  # more may be said than is listed


@pytest.mark.parametrize("core", MACHINES)
def test_what_a_match_asks_is_asked_of_the_core(core: ModuleType) -> None:
    match = {
        "target": 7,
        "dealer": "winner",
        "carry": "2 if winner is nobody else 0",
        "continue": "winner is nobody",
        "units": [{"id": "match.nil", "when": "loser.score is 0", "worth": 2}, {"id": "match.plain", "worth": 1}],
    }
    image = house(play=PLAIN, match=match)
    table = Table(image, DEAL, core)
    S, R, asked = table.S, table.R, image.match
    S[C.WINNER], S[C.LOSER], S[C.SCORE_NOW], S[C.SCORE_NOW + 1] = 0b01, 0b10, 7, 0
    assert [core.value(S, R, pc) for pc in (asked.target, asked.dealer, asked.carry, asked.goes_on)] == [7, 0b01, 0, 0]
    assert [core.value(S, R, unit.when) for unit in asked.units] == [1, 1]
    S[C.SCORE_NOW + 1] = 3
    assert core.value(S, R, asked.units[0].when) == 0
    S[C.WINNER] = S[C.LOSER] = 0
    assert [core.value(S, R, pc) for pc in (asked.carry, asked.goes_on)] == [2, 1]


@pytest.mark.parametrize("core", MACHINES)
def test_the_points_of_a_card_are_its_own(core: ModuleType) -> None:
    """`points` of a card and of players are two things."""
    follow = [{"id": "follow.dearer", "play": "card.points > best.points"}]
    image = house(
        play={**PLAIN, "follow": follow},
        moves={"go": {"require": [{"id": "go.points", "that": "led.points is forehand.points"}]}},
    )
    table = Table(image, [1, 1, 2, 3, 0, 4, 5, 6, 7], core)
    assert table.say("SQ") == ""
    assert table.say("go", seat=2) == "go.points"
    assert table.words() - {"go"} == {"SA", "HA", "HK"}
    assert table.say("SA") == ""


@pytest.mark.parametrize("core", MACHINES)
def test_nothing_is_won_if_nobody_wins(core: ModuleType) -> None:
    """Whatever the row, or a tier, or the stake says."""
    tiers = [{"id": "tier.two", "worth": 2}]
    for score in ({"winner": "nobody", "worth": 3}, {"winner": "nobody"}):
        image = house(play=PLAIN, score=[{"id": "score.void", **score}], tiers=tiers, multiply=4)
        row = played(image, core)
        assert (row[C.V_STATUS], row[C.V_WINNER], row[C.V_POINTS]) == (C.COMPLETE, 0, 0)


@pytest.mark.parametrize("core", MACHINES)
def test_if_nobody_wins_everyone_pays(core: ModuleType) -> None:
    score = [{"id": "score.void", "winner": "nobody", "worth": 1, "pays": "player.own_tricks + 1"}]
    table = Table(house(play=PLAIN, score=score), DEAL, core)
    for word in HAND:
        table.say(word)
    out = ints(core, [9, 9])
    assert core.outcome(table.S, table.R) == 0
    assert core.paid(table.S, table.R, out) == 1
    assert list(out) == [4, 1]


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(("winner", "points"), [("actor.opponents", 6), ("nobody", 0)])
def test_an_award_is_multiplied_by_the_stake(core: ModuleType, winner: str, points: int) -> None:
    wrongs = [{"id": "wrong.card", "for": ["table.holds"], "winner": winner, "worth": 2}]
    row = played(house(play=PLAIN, irregularities=wrongs, multiply=3), core, ("HA",))
    assert (row[C.V_STATUS], row[C.V_POINTS]) == (C.ILLEGAL, points)


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(
    ("words", "points"),
    [
        (("S+", "SA"), 3),  # a card that was not shown
        (("S+", "SQ"), 0),  # one of the two, and the wrong one
        (("SQ+",), 0),
        (("go:HK", "S+", "SA"), 3),  # whatever an earlier move has named
        (("go:SK", "go:HK"), 2),  # a move that is no play: its card
        (("go:HK", "go:SK"), 0),
        (("go:HK", "stay"), 1),  # a move that names no card
    ],
)
def test_an_irregularity_may_look_at_the_card(core: ModuleType, words: tuple[str, ...], points: int) -> None:
    """What a refused card costs may depend on which it is; a move without a card has none."""
    king = {
        "id": "lead.king",
        "when": "leader.declared is not none",
        "play": "card in leader.declared and card.rank is K",
    }
    other = "card not in leader.declared"
    image = house(
        play={**PLAIN, "lead": [king]},
        moves={
            "pair": {"names": "meld", "shows": "(K Q) of suit", "scores": "40"},
            "go": {"names": "card", "require": [{"id": "go.once", "that": "last_move is not go"}]},
            "stay": {"require": [{"id": "stay.never", "that": "no"}]},
        },
        irregularities=[
            {"id": "wrong.lead", "for": ["lead.*"], "when": other, "winner": "actor.opponents", "worth": 3},
            {"id": "wrong.go", "for": ["go.*"], "when": "card is HK", "winner": "actor.opponents", "worth": 2},
            {"id": "wrong.stay", "for": ["stay.*"], "when": "card is none", "winner": "actor.opponents", "worth": 1},
        ],
    )
    row = played(image, core, words)
    assert (row[C.V_STATUS], row[C.V_POINTS]) == (C.ILLEGAL, points)


MELD: dict[str, Any] = {"names": "meld", "shows": "(K Q) of suit", "scores": "60 if suit is S else 30"}


@pytest.mark.parametrize("core", MACHINES)
def test_a_meld_may_be_announced_with_what_it_scores_or_what_it_says(core: ModuleType) -> None:
    """Seat 0 holds king and queen of spades; hearts are not asked for, so any number would do there too."""
    table = Table(house(play=PLAIN, moves={"pair": {**MELD, "says": [20, 40]}}), DEAL, core)
    assert {word for word in table.words() if word.startswith("S+")} == {"S+20", "S+40", "S+60"}
    exact = {"require": [{"id": "pair.worth", "that": "said is 60"}]}
    table = Table(house(play=PLAIN, moves={"pair": {**MELD, "says": [20, 40], **exact}}), DEAL, core)
    assert {word for word in table.words() if "+" in word} == {"S+60", "H+60", "SK+60", "SQ+60"} & table.words()
    assert "SK+60" in table.words()
    assert table.say("SK+", 60) == ""


@pytest.mark.parametrize("core", MACHINES)
def test_a_move_that_names_a_number_is_offered_with_those_it_says(core: ModuleType) -> None:
    need = [{"id": "ask.range", "that": "number >= 100 and number <= 103"}]
    ask = {"names": "number", "require": need}
    for says, offered in (([99, 100, 102], {100, 102}), (None, set())):
        table = Table(house(play=PLAIN, moves={"ask": ask | ({"says": says} if says else {})}), DEAL, core)
        assert {word for word in table.words() if word[:3] == "ask"} == {f"ask#{number}" for number in offered}
    free = Table(house(play=PLAIN, moves={"ask": {"names": "number"}}), DEAL, core)  # three cards in a hand
    assert {word for word in free.words() if word[:3] == "ask"} == {f"ask#{number}" for number in range(4)}
