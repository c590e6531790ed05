"""Hands of a match that are played under rules of their own, and whose options win."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate, adjudicate_match
from bummerl.rulesets import catalogue, load

from ..strategies import hand as random_hand
from .hands import hand
from .test_replay_compare_match import WON_BY_A

FOR_TWO = [summary.id for summary in catalogue() if load(summary.id).data["seats"] == 2]
FRENCH = [name for name in FOR_TWO if adjudicate(hand("SA", ruleset=name))["status"] != "unreadable"]
"""Games for two in which the deal of these tests can be played."""


def plain(moves: str, **more: Any) -> dict[str, Any]:
    """A hand that leaves its ruleset to the match."""
    return {key: v for key, v in hand(moves).items() if key != "ruleset"} | more


def test_a_hand_may_have_options_of_its_own() -> None:
    """The bonus for the last trick is worth a rule more: the hand's image is larger than the match's, or smaller."""
    for of_match, of_hand in ((10, 0), (0, 10)):
        match = {"ruleset": "schnapsen", "options": {"last_trick_bonus": of_match},
                 "hands": [plain(WON_BY_A, options={"last_trick_bonus": of_hand}), plain(WON_BY_A)]}  # fmt: skip
        found = adjudicate_match(match)
        assert [verdict.get("options", {}) for verdict in found["hands"]] == [
            {"last_trick_bonus": bonus} if bonus else {} for bonus in (of_hand, of_match)
        ]
        assert [line["paid"] for line in found["running"]] == [3, 3]
        assert [line["carried"] for line in found["running"]] == [0, 0]
        assert found["running"][0]["next_dealer"] == "A"


@pytest.mark.parametrize(("of_match", "of_hand"), list(permutations(FRENCH, 2)))
def test_a_hand_may_have_a_ruleset_of_its_own(of_match: str, of_hand: str) -> None:
    """B gives up at once: nothing is carried over, the deal goes round, and nobody brings points along."""
    match = {"ruleset": of_match, "hands": [hand("B:concede", ruleset=of_hand), hand("B:concede", ruleset=of_match)]}
    found = adjudicate_match(match)
    assert [verdict["ruleset"]["id"] for verdict in found["hands"]] == [of_hand, of_match]
    for line, verdict in zip(found["running"], found["hands"], strict=False):
        assert line["carried"] == 0
        assert line["next_dealer"] == "A"
        assert line["paid"] in (0, verdict["outcome"]["game_points"])
        assert all(abs(points) < 200 for points in line.get("brought", {}).values())


def test_a_hand_for_other_players_stops_the_score() -> None:
    rng = Random(4)
    four = next(record for record in (random_hand("bauernschnapsen", rng, 90) for _ in range(50))
                if adjudicate(record)["status"] == "complete")  # fmt: skip
    for lang, word in (("en", "number of players"), ("de", "Zahl von Spielern")):
        found = adjudicate_match({"ruleset": "schnapsen", "hands": [plain(WON_BY_A), four]}, lang=lang)
        assert found["status"] == "stopped"
        assert found["stopped"]["hand"] == 1
        assert word in found["stopped"]["message"]
        assert len(found["running"]) == 1


def test_options_given_by_the_caller_win_over_all_others() -> None:
    hands = [plain(WON_BY_A, options={"last_trick_bonus": 10}),
             hand(WON_BY_A, options={"last_trick_bonus": 10}),
             plain(WON_BY_A)]  # fmt: skip
    for match in ({"ruleset": "schnapsen", "hands": hands}, {"ruleset": "schnapsen", "options": {}, "hands": hands}):
        found = adjudicate_match(match, options={"last_trick_bonus": 0})
        assert [verdict.get("options", {}) for verdict in found["hands"]] == [{}, {}, {}]


def test_options_of_a_hand_are_laid_over_those_of_the_match() -> None:
    match = {"ruleset": "schnapsen", "options": {"last_trick_bonus": 10, "retour": True},
             "hands": [plain(WON_BY_A, options={"last_trick_bonus": 0})]}  # fmt: skip
    assert adjudicate_match(match)["hands"][0]["options"] == {"retour": True}


def test_options_of_a_hand_that_are_no_options_are_told() -> None:
    found = adjudicate_match({"ruleset": "schnapsen", "hands": [plain(WON_BY_A, options=7)]})
    assert found["hands"][0]["problems"][0]["path"] == "/options"


def test_a_hand_of_a_text_with_its_own_option() -> None:
    log = "\n".join(f'[{name} "{value}"]' for name, value in (
        ("Ruleset", "schnapsen"), ("Option", "last_trick_bonus=10"), ("Dealer", "B"), ("A", "HJ SA ST CA CT"),
        ("B", "SK SQ DK DQ HK"), ("TurnUp", "HQ"), ("Talon", "DA DT CK CQ HA HT SJ DJ CJ"),
    )) + f"\n\n{WON_BY_A}\n"  # fmt: skip
    hands = read_log(log) + read_log(log.replace("=10", "=0"))
    found = adjudicate_match({"ruleset": "schnapsen", "hands": hands})
    assert [verdict.get("options") for verdict in found["hands"]] == [{"last_trick_bonus": 10}, None]
    assert [line["carried"] for line in found["running"]] == [0, 0]


# ---- which rules the match as a whole is played under
TRICKLESS = "B:concede"
BROKEN = '[Dealer "B"]\n[Dealer "A"]\n\nSA ??\n\n'
"""A log that cannot be read, and names no ruleset."""


def text_of(*headers: str) -> str:
    return "".join(f"[{header}]\n" for header in headers) + f'[Dealer "B"]\n\n{TRICKLESS}\n\n'


def test_a_hand_that_cannot_be_read_leaves_the_rules_to_the_next() -> None:
    log = BROKEN + text_of('Ruleset "schnapsen"', 'Option "retour=true"') + text_of()
    found = adjudicate_match({"hands": read_log(log)})
    assert [verdict["status"] for verdict in found["hands"]] == ["unreadable", "complete", "complete"]
    assert found["ruleset"]["id"] == "schnapsen"
    assert found["options"] == {"retour": True}


def test_a_hand_that_names_no_ruleset_leaves_the_rules_to_the_next() -> None:
    found = adjudicate_match({"hands": [{"dealer": "B", "moves": [TRICKLESS]}, hand("SA")]})
    assert [verdict["status"] for verdict in found["hands"]] == ["complete", "ongoing"]


def test_options_of_the_first_hand_count_under_a_ruleset_of_the_caller() -> None:
    found = adjudicate_match({"hands": read_log(text_of('Option "series=2"'))}, ruleset="schnapsen")
    assert found["series"]["first_to"] == 2


@pytest.mark.parametrize(
    ("headers", "code", "path", "place"),
    [
        (['Ruleset "schnapsn"'], "ruleset.unknown", "/hands/1/ruleset", (6, 11)),
        (['Ruleset "schnapsen"', 'Option "foo=3"'], "record.option", "/hands/1/options/foo", (7, 10)),
        ([], "record.ruleset", "/ruleset", (6, 1)),
    ],
)
def test_what_is_wrong_with_the_rules_is_told_where_it_stands(
    headers: list[str], code: str, path: str, place: tuple[int, int]
) -> None:
    found = adjudicate_match({"hands": read_log(BROKEN + text_of(*headers))}, lang="de")
    assert found["status"] == "unreadable"
    (problem,) = found["problems"]
    assert (problem["code"], problem["path"]) == (code, path)
    assert (problem["line"], problem["column"]) == place
    assert any(word in problem["message"] for word in ("Regelwerk", "Option"))


def test_a_refused_match_has_the_keys_of_one_that_is_played() -> None:
    played = adjudicate_match({"ruleset": "schnapsen", "hands": []})
    assert adjudicate_match(None).keys() == played.keys() | {"problems"}


def house(ruleset: str, **changes: Any) -> dict[str, Any]:
    return {"ruleset": "house", "extends": ruleset, "title": "House", **changes}


SMALL: dict[str, Any] = house("schnapsen", deal=[{"hands": 2}, {"turn_up": 1}, {"hands": 2}, {"talon": "rest"}])
OF_A_MATCH = ["schnapsen", "tute-habanero", "bauernschnapsen", "snapszer-three", SMALL]
OF_A_HAND = [*(summary.id for summary in catalogue()), SMALL]


@pytest.mark.parametrize("of_match", OF_A_MATCH, ids=str)
def test_a_hand_of_any_game_in_a_match_of_any_other_gets_an_answer(of_match: Any) -> None:
    """Other seats, packs, sides and deals; beside each hand stands all that can be written there, and it comes before a
    hand of the match's own ruleset as well as after one.
    """
    beside: dict[str, Any] = {"number": 1, "score": {"A": 1, "B": 2, "C": 3, "D": 4}, "players": {"A": "x", "D": "y"}}
    plain = {"dealer": "B", "moves": ["A:concede"], **beside}
    for of_hand in OF_A_HAND:
        for result in ({"winner": "A", "game_points": 2}, {"winner": ["B", "D"], "game_points": 1}, {"winner": None}):
            other = {**plain, "ruleset": of_hand, "result": result}
            found = adjudicate_match(
                {"ruleset": of_match, "hands": [other, plain, other, plain], "players": {"C": "z"}}
            )
            assert len(found["hands"]) == 4
            assert found["status"] in ("complete", "stopped")
            assert all(line["score"].keys() == found["score"].keys() for line in found["running"])
