"""The other doors: positions, several rulesets side by side, hands in a row."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate, adjudicate_match, compare, legal, replay
from bummerl.interpreter.rules import Unusable
from bummerl.rulesets import catalogue

from ..strategies import hand as random_hand
from .hands import hand

NAMES = [summary.id for summary in catalogue()]


# ---- positions
def test_positions_after_every_move() -> None:
    found = replay(hand("ST HK SQ+20 SA close"))
    positions = found["positions"]
    assert [p["token"] for p in positions] == [None, "ST", "HK", "SQ+20", "SA", "close"]
    assert [p["seat"] for p in positions] == [None, "A", "B", "B", "A", "A"]
    assert [p["to_move"] for p in positions] == ["A", "B", "B", "A", "A", "A"]
    first, led, taken, melded, over_taken, closed = positions
    assert first["hands"]["A"] == ["SA", "ST", "HJ", "CA", "CT"]
    assert first["talon"]["size"] == 10
    assert first["talon"]["cards"][0] == "DA"
    assert (first["turn_up"], first["trump"]) == ("HQ", "H")
    assert led["table"] == [{"seat": "A", "card": "ST"}]
    assert taken["table"] == []
    assert taken["taken"] == {
        "trick": 1,
        "winner": "B",
        "cards": [{"seat": "A", "card": "ST"}, {"seat": "B", "card": "HK"}],
        "points": 14,
    }
    assert taken["gained"] == [{"seat": "B", "reason": "trick", "points": 14}]
    assert taken["talon"]["size"] == 8
    assert "DA" in taken["hands"]["B"]
    assert melded["gained"] == [{"seat": "B", "reason": "meld", "move": "marriage", "declared": 20, "points": 20}]
    assert melded["points"]["B"]["points"] == 34
    assert over_taken["points"]["A"]["trick_points"] == 14
    assert closed["memory"]["closer"] == "A"
    assert [p["talon"]["open"] for p in positions] == [True, True, True, True, True, False]
    assert all(p["sides"] == [["A"], ["B"]] for p in positions)
    assert found["verdict"]["status"] == found["status"] == "ongoing"


def test_who_sits_a_contract_out_is_on_no_side() -> None:
    hands = {"A": "HA HT HK SA CA", "B": "HQ HJ SK SQ DA", "C": "ST SJ DT DK CT", "D": "DQ DJ CK CQ CJ"}
    record = {
        "ruleset": "bauernschnapsen",
        "dealer": "D",
        "deal": {"hands": {seat: cards.split() for seat, cards in hands.items()}},
        "moves": ["trump:H", "pass", "pass", "pass", "bid:bettler", "CJ", "CA"],
    }
    sides = [position["sides"] for position in replay(record)["positions"]]
    assert sides[:5] == [[["A", "C"], ["B", "D"]]] * 5
    assert sides[5:] == [[["A", "C"], ["D"]]] * 3


def test_a_meld_that_does_not_count_yet_is_waiting() -> None:
    deal = {
        "hands": {"A": ["SK", "SQ", "DJ", "CJ", "HJ"], "B": ["SA", "ST", "DA", "CA", "HK"]},
        "turn_up": "HQ",
        "talon": ["DT", "DK", "DQ", "CT", "CK", "CQ", "HA", "HT", "SJ"],
    }
    positions = replay(hand("SK+20 SA DA DJ", deal=deal))["positions"]
    assert positions[1]["points"]["A"]["waiting"] == 20
    assert positions[1]["points"]["A"]["points"] == 0
    assert positions[1]["gained"] == [{"seat": "A", "reason": "meld", "move": "marriage", "declared": 20, "points": 0}]


def test_positions_stop_at_the_illegal_move() -> None:
    found = replay(hand("close SA DK ST"))
    assert found["status"] == "illegal"
    assert [p["move"] for p in found["positions"]] == [None, 0, 1]
    assert replay({"ruleset": "schnapsen", "moves": 7})["positions"] == []


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_conserved_and_the_last_position_agrees_with_the_verdict(name: str) -> None:
    for seed in range(6):
        record = random_hand(name, Random(f"{name} {seed}"), 90)
        found = replay(record)
        positions, verdict = found["positions"], found["verdict"]
        assert len(positions) == verdict["moves_checked"] + 1
        seen: set[str] = set()
        for position in positions:
            held = [card for cards in position["hands"].values() for card in cards]
            table = [entry["card"] for entry in position["table"]]
            if position["taken"]:
                seen |= {entry["card"] for entry in position["taken"]["cards"]}
            assert len(held) == len(set(held))
            assert not seen & set(held)
            assert not set(table) & set(held)
        own = {seat: p["trick_points"] for seat, p in positions[-1]["points"].items()}
        assert all(verdict["score"][seat]["trick_points"] >= own[seat] for seat in own)
        tricks = sum(p["tricks"] for p in positions[-1]["points"].values())
        assert tricks == sum(1 for p in positions if p["taken"])


# ---- several rulesets
def test_where_two_rulesets_part_by_a_move() -> None:
    found = compare(hand("SA DK"), ["schnapsen", "schnapsen-source-0", "schnapsen-sharp"])
    assert found["agree"] is False
    assert [group["rulesets"] for group in found["groups"]] == [
        ["schnapsen", "schnapsen-source-0"],
        ["schnapsen-sharp"],
    ]
    (part,) = found["parts"]
    assert (part["kind"], part["move"], part["token"]) == ("move", 1, "DK")
    (refusing,) = part["illegal"]
    assert (refusing["ruleset"], refusing["rule"]) == ("schnapsen-sharp", "follow.suit")
    assert refusing["message"]
    assert refusing["cite"]
    assert [one["ruleset"] for one in part["legal"]] == ["schnapsen", "schnapsen-source-0"]
    assert {(one["rule"], one["message"]) for one in part["legal"]} == {
        ("follow.open", "While the talon is open any card may be played.")
    }


def test_where_two_rulesets_part_by_the_result() -> None:
    """The closer had no trick himself: 3 by the reading of pagat because the opponent had none, by S0 because he had
    none.
    """
    record = hand("SA SQ close ST SK CA HK DT DA CT DQ HJ DK")
    found = compare(record, ["schnapsen", "schnapsen-source-0"])
    points = [verdict["outcome"]["game_points"] for verdict in found["verdicts"]]
    assert points == [3, 2]
    (part,) = found["parts"]
    assert part["kind"] == "result"
    assert [(one["ruleset"], one["game_points"]) for one in part["results"]] == [
        ("schnapsen", 3),
        ("schnapsen-source-0", 2),
    ]


def test_rulesets_that_cannot_apply_say_why() -> None:
    found = compare(hand("SA"), ["schnapsen", "tute-habanero", "no-such"])
    assert [one["ruleset"] for one in found["inapplicable"]] == ["tute-habanero", "no-such"]
    assert all(one["problems"][0]["message"] for one in found["inapplicable"])
    assert len(found["verdicts"]) == 3


def test_options_count_where_they_exist() -> None:
    found = compare(hand("SA", options={"retour": True, "last_trick_bonus": 10}), ["schnapsen", "tute-habanero"])
    assert "options_ignored" not in found["verdicts"][0]
    assert found["verdicts"][0]["options"] == {"retour": True, "last_trick_bonus": 10}


def test_every_door_refuses_a_wrong_trick_number() -> None:
    record = hand("SA SQ ST SK", trick_numbers={"0": 1, "2": 3})
    expected = adjudicate(record)
    assert [problem["code"] for problem in expected["problems"]] == ["record.trick-number"]
    replayed = replay(record)
    assert (replayed["status"], replayed["verdict"]) == ("unreadable", expected)
    assert replayed["positions"] == []
    assert compare(record, ["schnapsen"])["verdicts"] == [expected]
    assert adjudicate_match({"ruleset": "schnapsen", "hands": [record]})["hands"] == [expected]
    with pytest.raises(Unusable):
        legal(record)


# ---- hands in a row
WON_BY_A = "SA SQ exchange CA SK DA DQ HA DK ST DJ claim"
"""A wins three game points when B deals."""
LOST_BY_A = "close SA SQ ST SK CA HK DK HJ CT DQ"
"""B wins three game points when B deals."""


def match_of(*hands: str, **more: Any) -> dict[str, Any]:
    """A match; the deal is the same in every hand, and so is the dealer."""
    records = [{key: v for key, v in hand(moves).items() if key != "ruleset"} for moves in hands]
    return {"ruleset": "schnapsen", "hands": records, **more}


def test_the_running_score_is_written_as_the_ruleset_says() -> None:
    found = adjudicate_match(match_of(WON_BY_A, LOST_BY_A))
    assert found["status"] == "complete"
    assert [verdict["status"] for verdict in found["hands"]] == ["complete", "complete"]
    assert [line["score"] for line in found["running"]] == [{"A": 4, "B": 7}, {"A": 4, "B": 4}]
    assert found["score"] == {"A": 4, "B": 4}
    assert (found["target"], found["write"]) == (7, "down")
    assert found["next_dealer"] == "A"
    assert found["running"][1]["dealer_due"] == "A"  # B dealt twice running
    assert found["hands"][0] == adjudicate(hand(WON_BY_A))


def test_a_game_is_won_at_the_target_and_the_count_begins_anew() -> None:
    found = adjudicate_match(match_of(WON_BY_A, WON_BY_A, WON_BY_A, LOST_BY_A))
    game = found["running"][2]["game"]
    assert (game["winner"], game["units"], game["rule"]) == ("A", 1, "match.plain")
    assert found["running"][2]["score"] == {"A": -2, "B": 7}
    assert found["games"] == {"A": 1, "B": 0}
    assert found["score"] == {"A": 7, "B": 4}


def test_house_rules_of_the_match_count_for_every_hand() -> None:
    found = adjudicate_match(match_of(WON_BY_A, WON_BY_A, WON_BY_A, options={"double_bummerl": True}))
    assert found["running"][2]["game"]["units"] == 2
    assert found["options"] == {"double_bummerl": True}


def test_the_dealer_follows_from_the_hand_before() -> None:
    match = match_of(WON_BY_A, "SK")
    del match["hands"][1]["dealer"]
    found = adjudicate_match(match)
    assert found["hands"][1]["status"] == "ongoing"  # A deals, B leads the king of spades
    assert found["hands"][1]["to_move"] == "A"


@pytest.mark.parametrize(("moves", "status"), [("SA", "ongoing"), ("SA SA", "illegal"), ("SA ??", "unreadable")])
def test_the_score_stops_where_a_hand_has_no_result(moves: str, status: str) -> None:
    found = adjudicate_match(match_of(WON_BY_A, moves, LOST_BY_A))
    assert found["status"] == "stopped"
    assert (found["stopped"]["hand"], found["stopped"]["status"]) == (1, status)
    assert "2" in found["stopped"]["message"]
    assert len(found["running"]) == 1
    assert found["score"] == {"A": 4, "B": 7}
    assert [verdict["status"] for verdict in found["hands"]] == ["complete", status, "complete"]


def test_a_penalty_is_written_down() -> None:
    found = adjudicate_match(match_of("close SA DK"))
    assert found["status"] == "complete"
    assert found["running"][0]["winner"] == "A"
    assert found["running"][0]["paid"] == found["hands"][0]["outcome"]["game_points"]


def test_what_is_no_match() -> None:
    for match in (None, [], {}, {"hands": 3}, {"ruleset": "no-such", "hands": []}, {"hands": []}):
        found = adjudicate_match(match)
        assert found["status"] == "unreadable"
        assert found["problems"]


def test_a_match_in_text() -> None:
    text = """[Ruleset "schnapsen"]
[Dealer "B"]
[A "HJ SA ST CA CT"]
[B "SK SQ DK DQ HK"]
[TurnUp "HQ"]
[Talon "DA DT CK CQ HA HT SJ DJ CJ"]

SA SQ exchange CA SK DA DQ HA DK ST DJ claim

"""
    found = adjudicate_match({"hands": read_log(text + text.replace("claim", "clam"))})
    assert found["running"][0]["score"] == {"A": 4, "B": 7}
    assert found["hands"][1]["problems"][0]["line"]
