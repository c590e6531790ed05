"""A ruleset may be valid and still too much: it is refused with a problem, quickly, and not with an exception of
another kind."""

from __future__ import annotations

import time
from itertools import islice, permutations
from typing import Any

import pytest
from bummerl.interpreter.image import limits
from bummerl.rulesets import RulesetError

from .house import house

LARGE: dict[str, Any] = {
    "seats": 6, "deck": {"suits": list("SHDCABEF"), "ranks": dict.fromkeys("AKQJT98", 1)},
    "deal": [{"hands": 5}, {"turn_up": 1}, {"talon": "rest"}],
}  # fmt: skip
CARD_MOVES = {f"m{i}": {"names": "card"} for i in range(20)}
RANKS = list("AKQJT98765")


def refused(**parts: Any) -> RulesetError:
    """Why it cannot be an image; within a second, reading and checking included."""
    start = time.process_time()
    with pytest.raises(RulesetError) as caught:
        house(**parts)
    assert time.process_time() - start < 3
    assert {problem.code for problem in caught.value.problems} == {"ruleset.too-many"}
    return caught.value


def test_too_many_words() -> None:
    """Fifty-six cards in twenty moves: the row of a token has ten bits."""
    error = refused(**LARGE, moves=CARD_MOVES)
    assert "words" in str(error)
    assert error.problems[0].path == "/moves"


def test_too_large_tables() -> None:
    """Forty contracts, each with its own order of ranks and a ladder by trump, suit led and best card."""
    follow = [{"id": f"follow.l{i}", "play": f"card beats best and card.points > {i}"} for i in range(4)]
    contracts = [
        {"id": f"c{i}", "value": i, "play": {"order": order}} for i, order in enumerate(islice(permutations(RANKS), 40))
    ]
    deck = {"suits": list("SHDC"), "ranks": dict.fromkeys(RANKS, 1)}
    play = {"leader": "forehand", "trump": "turn_up.suit", "follow": follow}
    assert "too large" in str(refused(deck=deck, play=play, contracts=contracts))


def test_a_predicate_of_too_many_cases_is_worked_out_in_play() -> None:
    """By trump, suit led, best card and card: it would take seconds to fill the table, so the machine asks card by
    card."""
    dear = (
        "card.points + " * 18
        + "card.points > best.points + "
        + " + ".join(["best.points"] * 4)
        + " and (card beats best or led is none)"
    )
    start = time.process_time()
    image = house(
        **LARGE, play={"leader": "forehand", "trump": "turn_up.suit", "follow": [{"id": "follow.dear", "play": dear}]}
    )
    assert time.process_time() - start < 2
    assert len(image.R) < 20_000


def test_listing_moves_that_ask_too_much() -> None:
    """Each is affordable, but not forty of them for six players and every card."""
    loop = "count(everyone.won where count(everyone where player.points > card.points) > 1) > 1"
    names = {
        f"m{i}": {
            "names": "card",
            "require": [{"id": f"m{i}.a", "that": loop}, {"id": f"m{i}.b", "that": f"not ({loop})"}],
        }
        for i in range(15)
    }
    error = refused(**LARGE, moves=names)
    assert "too long" in str(error)


def test_whether_a_meld_counts_cannot_hang_on_points() -> None:
    with pytest.raises(RulesetError, match="points"):
        house(moves={"shout": {"scores": 20, "counts": "player.points > 3"}})


def test_the_figures_are_above_any_real_need() -> None:
    assert limits.IMAGE_SIZE > 3 * 18_000, "the largest ruleset of the family has 18,000 integers"
