"""Records that begin in the middle of a hand: what is checked, what may be missing, and what stays open."""

from __future__ import annotations

import time
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, compare, legal, replay

from ..positions import beginnings, taken_up
from .hands import hand
from .hands import without as forgotten

TWO_LEFT: dict[str, Any] = {
    "leader": "A",
    "trick": 5,
    "trump": "C",
    "turn_up": "CA",
    "talon": ["DJ"],
    "hands": {"A": ["HQ", "HK", "HT", "ST", "SA"], "B": ["DQ", "CK", "CJ", "SJ", "CQ"]},
    "seats": {
        "A": {"won": [["SK", "SQ"], ["DA", "DK"]]},
        "B": {"won": [["HJ", "HA"], ["DT", "CT"]], "melds": {"D": 20}},
    },
}
CLOSED: dict[str, Any] = {
    "leader": "A",
    "trick": 6,
    "trump": "H",
    "talon": [],
    "hands": {"A": ["SA", "CK"], "B": ["HQ", "DT"]},
    "seats": {"A": {"tricks": 3, "trick_points": 41, "melds": {"D": 20}}, "B": {"won": [["SK", "SQ"], ["HJ", "HA"]]}},
}


def at(position: dict[str, Any], moves: str, /, without: str = "", **more: Any) -> dict[str, Any]:
    """The verdict of Schnapsen on these moves from a position."""
    position = {key: value for key, value in (position | more).items() if key not in without.split()}
    return adjudicate({"ruleset": "schnapsen", "position": position, "moves": moves.split()})


def test_what_is_said_need_not_be_said_twice() -> None:
    whole = at(TWO_LEFT, "HQ+20 CJ")
    assert whole["status"] == "ongoing"
    for without in ("trick", "trump", "talon", "trick trump talon"):
        verdict = at(TWO_LEFT, "HQ+20 CJ", without)
        assert (verdict["status"], verdict["score"], verdict["to_move"]) == ("ongoing", whole["score"], "B")


def test_the_leader_is_found_by_who_holds_the_first_card() -> None:
    assert at(TWO_LEFT, "HQ DQ", "leader")["to_move"] == "A"


def test_the_number_of_the_trick_goes_on_from_the_position() -> None:
    record = {"ruleset": "schnapsen", "position": TWO_LEFT, "moves": ["HQ", "DQ"]}
    assert adjudicate(record | {"trick_numbers": {"0": 5}})["status"] == "ongoing"
    (problem,) = adjudicate(record | {"trick_numbers": {"0": 1}})["problems"]
    assert problem["code"] == "record.trick-number"
    assert at(TWO_LEFT, "close HQ SJ")["violations"][0]["trick"] == 5


def test_a_closed_talon_may_be_left_out() -> None:
    memory = {"closer": "B", "tricks_at_close": 1, "points_at_close": 20, "closed_in": 3}
    for position in (CLOSED, {key: value for key, value in CLOSED.items() if key != "talon"}):
        assert at(position, "SA HQ", memory=memory)["status"] == "ongoing"


def test_what_closing_sets_is_open_unless_it_is_said() -> None:
    """B closed, and A goes out with 61 and 7 more: that costs 3 or 2 by A's tricks when the talon was closed."""
    end = at(CLOSED, "CK CQ claim", memory={"closer": "B"}, hands={"A": ["SA", "CK"], "B": ["DT", "CQ"]})
    assert (end["status"], end["facts"]["needed"]) == ("undetermined", ["`tricks_at_close` in `memory`"])
    said = at(CLOSED, "CK CQ claim", hands={"A": ["SA", "CK"], "B": ["DT", "CQ"]},
              memory={"closer": "B", "tricks_at_close": 0})  # fmt: skip
    assert said["outcome"]["game_points"] == 3


def test_a_talon_that_was_not_closed_has_been_drawn_from() -> None:
    (problem,) = at(CLOSED, "SA HQ")["problems"]
    assert (problem["code"], problem["path"]) == ("record.hand-size", "/position/hands/A")
    assert "memory" in problem["message"]


def test_open_figures_are_null_and_decide_nothing() -> None:
    seats = {"A": {"trick_points": 22}, "B": {"trick_points": 33, "melds": {"D": 20}}}
    verdict = at(TWO_LEFT, "SA CJ", seats=seats)
    assert verdict["status"] == "ongoing"
    assert (verdict["score"]["A"]["trick_points"], verdict["score"]["A"]["tricks"]) == (22, None)
    shown = replay({"ruleset": "schnapsen", "position": TWO_LEFT | {"seats": seats}, "moves": []})
    assert shown["positions"][0]["points"]["A"]["tricks"] is None


def test_a_hand_may_be_over_already() -> None:
    position = {"leader": "A", "trick": 11, "trump": "H", "hands": {"A": [], "B": []},
                "seats": {"A": {"trick_points": 62}, "B": {"trick_points": 58}}}  # fmt: skip
    verdict = at(position, "")
    assert (verdict["status"], verdict["outcome"]["winner"]) == ("complete", "A")
    assert at(position, "SA")["violations"][0]["rule"] == "table.over"


def test_legal_and_compare_know_positions() -> None:
    record = {"ruleset": "schnapsen", "position": TWO_LEFT, "moves": ["close", "HQ"]}
    assert [token for token in legal(record) if token.isupper()] == ["CK", "CQ", "CJ"]
    found = compare(record, ["schnapsen", "schnapsen-tournament"])
    assert [group["rulesets"] for group in found["groups"]] == [["schnapsen"], ["schnapsen-tournament"]]


def test_a_record_begins_in_one_way_only() -> None:
    record = {"ruleset": "schnapsen", "position": TWO_LEFT, "deal": {}, "moves": []}
    assert [problem["path"] for problem in adjudicate(record)["problems"]] == ["/deal"]


@pytest.mark.parametrize("name", ["bauernschnapsen", "tute-habanero", "schnapsen", "sixty-six"])
def test_knowing_nothing_takes_no_time(name: str) -> None:
    """Everything open at once: it ends soon, and decides nothing that it should not."""
    began = time.perf_counter()
    for moves in ([], ["SA", "SK", "SQ"], ["concede"]):
        for position in ({"trick": 4}, {"trick": 4, "memory": {"closer": "?"}}, {}):
            verdict = adjudicate({"ruleset": name, "position": position, "moves": moves})
            assert verdict["status"] in ("unreadable", "undetermined", "ongoing", "illegal")
    assert time.perf_counter() - began < 20


MOVES = "close SA SQ ST SK CA HK DK HJ CT DQ"
"""B dealt; A closes and leads, five tricks are played."""


def test_replay_gives_a_position_wherever_a_trick_begins() -> None:
    """Behind moves 0, 3, 5, 7 and 9: `close` was said already behind the first, and behind the last all is over."""
    assert beginnings(hand(MOVES)) == [0, 3, 5, 7, 9]
    for k in (0, 3, 5, 7, 9):
        assert adjudicate(taken_up(hand(MOVES), k))["outcome"] == adjudicate(hand(MOVES))["outcome"]


def test_a_position_is_taken_up_where_a_position_began() -> None:
    """What the first position says of tricks, melds and cards played stands in the second."""
    record = hand(MOVES)
    once = taken_up(record, 3)
    assert beginnings(once) == [0, 2, 4, 6]
    assert taken_up(once, 0) == once
    assert taken_up(once, 4) == taken_up(record, 7)


def test_a_position_is_given_back_as_it_was_written() -> None:
    """Tricks and card points are added where they follow: 7 and 15 for A, 13 and 20 for B."""
    (now,) = replay({"ruleset": "schnapsen", "position": TWO_LEFT, "moves": []})["positions"]
    assert now["position"]["seats"]["A"]["won"] == TWO_LEFT["seats"]["A"]["won"]
    assert now["position"]["seats"]["B"]["melds"] == {"D": 20}
    assert [now["position"]["seats"][seat]["trick_points"] for seat in "AB"] == [22, 33]
    seats = {"A": {"trick_points": 22}, "B": {"trick_points": 33, "melds": {"D": 20}}}
    (now,) = replay({"ruleset": "schnapsen", "position": TWO_LEFT | {"seats": seats}, "moves": []})["positions"]
    assert now["position"] is None  # how many tricks each has was tried every way


def test_hidden_cards_stay_hidden_in_a_position() -> None:
    record = forgotten(hand("SA SQ"), "talon")
    record["deal"]["hands"].pop("B")
    now = replay(record)["positions"][0]["position"]
    assert now["hands"]["B"].count("?") >= 4
    assert set(now["talon"]) == {"?"}


def test_where_ways_were_tried_no_position_is_given() -> None:
    """Without the turn-up nobody knows what is trumps; the states that are shown are those of one way."""
    record = forgotten(hand("SA SQ"), "turn_up", "talon")
    assert [now["position"] for now in replay(record)["positions"]] == [None] * len(replay(record)["positions"])
