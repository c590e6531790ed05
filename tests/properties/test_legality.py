"""What is listed as legal is accepted, everything else is refused, and a hand played legally comes to an end."""

from __future__ import annotations

from random import Random

import pytest
from bummerl.interpreter import adjudicate, legal
from hypothesis import given, note

from ..strategies import RARELY, bare, deal, examples, hand, seated, seeds, vocabulary
from ..tables import EVERY, FOREIGN, draw_options, game, ruleset

LONGEST = 200
"""More moves than any hand of these games can have."""


@pytest.mark.parametrize("name", EVERY)
@examples(5)
@given(rng=seeds())
def test_legal_tokens_and_no_others_are_accepted(name: str, rng: Random) -> None:
    record = hand(name, rng)
    rules = ruleset(name)
    listed = legal(record, ruleset=rules)
    accepted = []
    for token in vocabulary(game(name)):
        longer = {**record, "moves": [*record["moves"], token]}
        verdict = adjudicate(longer, ruleset=rules, outcome=False)
        assert verdict["status"] in ("ongoing", "complete", "illegal"), (token, verdict)
        if verdict["status"] != "illegal":
            accepted.append(token)
        else:
            assert verdict["violations"][0]["move"] == len(record["moves"]), (token, record)
    note(f"record: {record}")
    alone = [token for token in listed if token[1:2] != ":"]
    assert set(alone) <= set(accepted)
    turn = adjudicate(record, ruleset=rules)["to_move"]
    for token in set(accepted) - set(alone):  # somebody else's than the player's on turn, or that player's if named
        assert any(f"{seat}:{token}" in listed for seat in game(name).seats), token
    for token in alone:  # with the seat of the player on turn it is the same move
        named = {**record, "moves": [*record["moves"], f"{turn}:{token}"]}
        assert turn is None or adjudicate(named, ruleset=rules, outcome=False)["status"] != "illegal", token


@pytest.mark.parametrize("name", EVERY)
@examples(5)
@given(rng=seeds())
def test_tokens_listed_with_a_seat_are_accepted_only_with_it(name: str, rng: Random) -> None:
    record = hand(name, rng)
    rules = ruleset(name)
    with_seat = [token for token in legal(record, ruleset=rules) if token[1:2] == ":"]
    for token in with_seat:
        longer = {**record, "moves": [*record["moves"], token]}
        assert adjudicate(longer, ruleset=rules)["status"] != "illegal", (token, record)
    for token in rng.sample(seated(game(name), vocabulary(game(name))), 15):
        longer = {**record, "moves": [*record["moves"], token]}
        verdict = adjudicate(longer, ruleset=rules)
        if verdict["status"] == "illegal":
            assert token not in with_seat, (token, record)
            assert token not in verdict["violations"][0]["legal"], (token, record)


@pytest.mark.parametrize("name", EVERY)
@examples(8)
@given(rng=seeds())
def test_a_hand_played_legally_ends(name: str, rng: Random) -> None:
    """Even if nobody ever claims or gives up. Only a duty that is `firm` may leave a player without a move."""
    options = dict(draw_options(name, rng))
    record = {**deal(game(name), rng), "options": options}
    rules = ruleset(name)
    for _ in range(LONGEST):
        tokens = legal(record, ruleset=rules)
        patient = [token for token in tokens if bare(token) not in RARELY]
        if not patient:
            break
        record["moves"].append(rng.choice(patient))
    note(f"record: {record}")
    verdict = adjudicate(record, ruleset=rules)
    assert len(record["moves"]) < LONGEST
    assert verdict["status"] == "complete" or (name in FOREIGN and not tokens)
