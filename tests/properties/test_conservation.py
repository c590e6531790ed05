"""No card is lost or made, and no point."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, replay
from hypothesis import given, note

from ..naive import Game
from ..strategies import examples, hand, seeds
from ..tables import EVERY, game, ruleset

DISCARDING = {"euchre": 6, "called-king": 5, "talonschnapsen": 2}
"""Cards that a game may put away or leave in the talon for good, so that nobody wins them."""


@pytest.mark.parametrize("name", EVERY)
@examples(8)
@given(rng=seeds())
def test_every_card_is_somewhere_once(name: str, rng: Random) -> None:
    record = hand(name, rng)
    note(f"record: {record}")
    check_cards(game(name), replay(record, ruleset=ruleset(name))["positions"])


def check_cards(table: Game, positions: list[dict[str, Any]]) -> None:
    """In a hand, on the table, in the talon, or gone for good; and what is gone never comes back."""
    pack = Counter(card.code for card in table.deck)
    gone: Counter[str] = Counter()
    for position in positions:
        held = Counter(card for cards in position["hands"].values() for card in cards)
        lying = held + Counter(position["talon"]["cards"])
        if table.turns_up and position["talon"]["size"] > len(position["talon"]["cards"]):
            lying[position["turn_up"]] += 1
        assert lying <= pack
        assert gone <= pack - lying, "a card that was played is back"
        gone = pack - lying
        assert Counter(played["card"] for played in position["table"]) <= gone
        assert sum(position["hidden"].values()) == 0


@pytest.mark.parametrize("name", EVERY)
@examples(8)
@given(rng=seeds())
def test_points_add_up(name: str, rng: Random) -> None:
    """What everybody has taken in tricks is what the cards that are gone are worth; at the end, the whole pack."""
    record = hand(name, rng, moves=200)
    note(f"record: {record}")
    table = game(name)
    if table.data["deck"].get("points") or name in DISCARDING:
        pytest.skip("the value of a card depends on trumps, or cards may be put away")
    positions = replay(record, ruleset=ruleset(name))["positions"]
    verdict = adjudicate(record, ruleset=ruleset(name))
    for position in positions:
        taken = sum(seat["trick_points"] for seat in position["points"].values())
        lying = [card for cards in position["hands"].values() for card in cards]
        lying += position["talon"]["cards"] + [played["card"] for played in position["table"]]
        if table.turns_up and position["talon"]["size"] > len(position["talon"]["cards"]):
            lying.append(position["turn_up"])
        total = sum(table.points_of_rank(card.code) for card in table.deck)
        assert taken + sum(map(table.points_of_rank, lying)) == total
    for seat in verdict["score"].values():
        assert seat["points"] == seat["trick_points"] + seat["meld_points"] + seat["bonus_points"]
