"""The verdict, key by key, on hands judged by hand."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import adjudicate, adjudicate_text, canonical, legal
from bummerl.interpreter.rules import Unusable

from .hands import G20, hand

FAILED_CLOSE = "close SA SQ ST SK CA HK DK HJ CT DQ"
"""A closes before the first trick, takes 11+3, 10+4, then CA falls to HK, DK to HJ and CT wins DQ: 47 points, no
claim.

Tricks: SA SQ (14, A), ST SK (14, A), CA HK (15, B), DK HJ (6, A), CT DQ (13, A).  A 47, B 15; B had no trick when
the talon was closed, so B gets 3.
"""
KEYS = ["status", "ruleset", "moves_checked", "violations", "outcome", "score", "to_move", "legal"]


def test_a_complete_hand() -> None:
    verdict = adjudicate(hand(FAILED_CLOSE, result={"winner": "B", "game_points": 3}))
    assert list(verdict) == [*KEYS, "result_check"]
    assert (verdict["status"], verdict["moves_checked"], verdict["violations"]) == ("complete", 11, [])
    assert set(verdict["ruleset"]) == {"id", "version", "digest"}
    assert verdict["ruleset"]["id"] == "schnapsen"
    outcome = verdict["outcome"]
    assert list(outcome) == ["winner", "game_points", "rule", "because", "message", "cite"]
    assert (outcome["winner"], outcome["game_points"]) == ("B", 3)
    assert outcome["rule"] == "score.close-failed"
    assert outcome["because"] == ["score.close-failed"]
    assert outcome["message"].startswith("B wins 3 game points.")
    assert outcome["cite"][0]["title"] == "Schnapsen (pagat.com)"
    assert verdict["score"] == {
        "A": {"points": 47, "trick_points": 47, "meld_points": 0, "bonus_points": 0, "tricks": 4},
        "B": {"points": 15, "trick_points": 15, "meld_points": 0, "bonus_points": 0, "tricks": 1},
    }
    assert verdict["to_move"] is None
    assert verdict["legal"] == ["claim"]  # the last trick has just been won: one last word
    assert verdict["result_check"] == {"stated": {"winner": "B", "game_points": 3}, "agrees": True}


def test_tiers_are_named_behind_the_row_that_names_the_winner() -> None:
    # A: SA SQ 14, CA SK 15, DA DQ 14, HA DK 15, ST DJ 12 = 70, and B has no trick
    verdict = adjudicate(hand("SA SQ exchange CA SK DA DQ HA DK ST DJ claim"))
    assert verdict["outcome"]["because"] == ["score.out", "score.schwarz"]
    assert (verdict["outcome"]["rule"], verdict["outcome"]["game_points"]) == ("score.schwarz", 3)
    assert verdict["legal"] == []


def test_a_revoke() -> None:
    verdict = adjudicate(hand("close SA DK"))
    assert verdict["status"] == "illegal"
    assert verdict["moves_checked"] == 2
    (found,) = verdict["violations"]
    assert list(found) == [
        *(
            "move",
            "trick",
            "seat",
            "token",
            "seat_move",
            "rule",
            "message",
            "legal",
            "facts",
            "also",
            "also_messages",
            "cite",
        )
    ]
    assert (found["move"], found["trick"], found["seat"], found["token"]) == (2, 1, "B", "DK")
    assert found["seat_move"] == 1
    assert found["rule"] == "follow.suit"
    assert [token for token in found["legal"] if len(token) == 2] == ["SK", "SQ"]
    assert found["facts"] == {"led": "SA"}
    assert "SK" in found["message"] or "king" in found["message"]
    assert verdict["to_move"] is None
    assert verdict["legal"] == []


def test_an_illegal_move_for_which_nothing_is_awarded() -> None:
    verdict = adjudicate(hand("SA SQ SA"))
    assert verdict["violations"][0]["rule"] == "table.holds"
    assert verdict["outcome"] is None
    assert "result_check" not in verdict
    stated = adjudicate(hand("SA SQ SA", result={"winner": "A", "game_points": 1}))
    assert stated["result_check"]["agrees"] is None


def test_an_unfinished_hand() -> None:
    verdict = adjudicate(hand("ST HK SQ+20"))
    assert (verdict["status"], verdict["to_move"], verdict["outcome"]) == ("ongoing", "A", None)
    assert verdict["legal"][:5] == ["SA", "HJ", "DT", "CA", "CT"]
    assert verdict["score"]["B"]["meld_points"] == 20
    assert verdict["score"]["B"]["points"] == 34


def test_seat_moves_count_the_players_own_moves() -> None:
    # A: close, SA, ST, CA; B: SQ, SK, and then a diamond on the led club although he holds a trump
    verdict = adjudicate(hand("close SA SQ ST SK CA DK"))
    (found,) = verdict["violations"]
    assert (found["rule"], found["seat"], found["seat_move"], found["trick"]) == ("follow.trump", "B", 3, 3)


def test_also_lists_the_further_requirements_that_fail() -> None:
    # on A's lead B wants to exchange: not on lead, and he does not hold the jack
    verdict = adjudicate(hand("SA B:exchange"))
    (found,) = verdict["violations"]
    assert found["seat"] == "B"
    assert found["rule"].startswith("exchange.") or found["rule"] == "table.turn"


@pytest.mark.parametrize(("move", "rule"), [("B:SA", "table.turn"), ("pass", "table.stage"), ("SQ", "table.holds")])
def test_what_every_table_refuses(move: str, rule: str) -> None:
    (found,) = adjudicate(hand(move))["violations"]
    assert (found["move"], found["rule"]) == (0, rule)


def test_options_that_are_not_the_default_are_named() -> None:
    assert "options" not in adjudicate(hand("SA"))
    assert "options" not in adjudicate(hand("SA", options={"last_trick_bonus": 0}))
    verdict = adjudicate(hand(FAILED_CLOSE, options={"last_trick_bonus": 10}))
    assert list(verdict)[:3] == ["status", "ruleset", "options"]
    assert verdict["options"] == {"last_trick_bonus": 10}


def test_without_outcome() -> None:
    assert adjudicate(hand(FAILED_CLOSE), outcome=False)["outcome"] is None


def test_the_ruleset_given_wins() -> None:
    verdict = adjudicate(hand("SA DK"), ruleset="schnapsen-sharp")
    assert verdict["ruleset"]["id"] == "schnapsen-sharp"
    assert verdict["violations"][0]["rule"] == "follow.suit"


def test_partners_share_winner_and_totals() -> None:
    # A names hearts and leads the ace of trumps; he then gives up
    verdict = adjudicate(
        hand("trump:H pass pass pass pass HA HJ ST DJ concede", deal=G20, dealer="D", ruleset="bauernschnapsen")
    )
    if verdict["status"] == "complete":
        assert verdict["outcome"]["winner"] == ["B", "D"]
        assert verdict["score"]["A"] == verdict["score"]["C"]
        assert verdict["score"]["A"]["trick_points"] == 11 + 2 + 10 + 2
    else:  # pragma: no cover - the auction of the ruleset was changed
        pytest.fail(str(verdict["violations"]))


def test_result_check_says_when_they_disagree() -> None:
    for stated, agrees in [
        ({"winner": "B", "game_points": 2}, False),
        ({"winner": "A", "game_points": 3}, False),
        ({"winner": None, "game_points": 3}, False),
        ({"game_points": 3}, True),
        ({"winner": "B"}, True),
        ({"winner": ["B"], "game_points": 3}, True),
    ]:
        check = adjudicate(hand(FAILED_CLOSE, result=stated))["result_check"]
        assert check == {"stated": stated, "agrees": agrees}


def test_a_wrong_trick_number_makes_the_log_unreadable_at_its_place() -> None:
    verdict = adjudicate(hand("SA SQ CA SK", trick_numbers={"0": 1, "2": 3}))
    assert verdict["status"] == "unreadable"
    (problem,) = verdict["problems"]
    assert (problem["code"], problem["path"], problem["token"]) == ("record.trick-number", "/moves/2", "3")
    assert adjudicate(hand("SA SQ CA SK", trick_numbers={"0": 1, "2": 2}))["status"] == "ongoing"
    # what stands behind an illegal move is not looked at
    assert adjudicate(hand("SA SA CA SK", trick_numbers={"2": 9}))["status"] == "illegal"


def test_drawn_cards_are_checked() -> None:
    record = hand("SA SQ")
    assert adjudicate(record | {"moves": ["SA", "SQ", "(DA DT)", "CA"]})["status"] == "ongoing"
    assert adjudicate(record | {"moves": ["SA", "SQ", "(DA ?)", "CA"]})["status"] == "ongoing"
    (found,) = adjudicate(record | {"moves": ["SA", "SQ", "(DA HA)", "CA"]})["violations"]
    assert (found["rule"], found["move"], found["facts"]) == ("table.draw", 2, {"drawn": ["DA", "DT"]})


def test_text_gives_line_and_column() -> None:
    text = """[Ruleset "schnapsen"]
[Dealer "B"]
[A "HJ SA ST CA CT"]
[B "SK SQ DK DQ HK"]
[TurnUp "HQ"]
[Talon "DA DT CK CQ HA HT SJ DJ CJ"]

1. close SA {he thinks} DK
"""
    (verdict,) = adjudicate_text(text)
    (found,) = verdict["violations"]
    assert (found["line"], found["column"]) == (8, 25)
    assert list(found)[3:6] == ["token", "line", "column"]
    (wrong,) = adjudicate_text(text.replace("SK SQ", "SK XX"))
    (problem,) = wrong["problems"]
    assert (problem["code"], problem["line"], problem["column"], problem["token"]) == ("record.card", 4, 8, "XX")


def test_names_are_used_and_languages_spoken() -> None:
    record = hand("close SA DK", players={"A": "Anna", "B": "Bert"})
    english, german = adjudicate(record), adjudicate(record, lang="de-AT")
    assert "Bert" in english["violations"][0]["message"]
    assert "Allowed: " in english["violations"][0]["message"]
    assert "Erlaubt: " in german["violations"][0]["message"]
    assert german["outcome"]["message"].startswith("Anna erhält dafür")
    assert adjudicate(record, lang="xx")["outcome"]["message"] == english["outcome"]["message"]


def test_explaining_a_refusal_and_a_result() -> None:
    trace = adjudicate(hand("close SA DK"), explain=True)["trace"]
    assert [step["rule"] for step in trace][-1] == "follow.suit"
    assert trace[-1]["held"] is True
    assert trace[-1]["fits"] == ["SK", "SQ"]
    head = next(step for step in trace if step["rule"] == "follow.head")
    assert (head["held"], head["fits"]) == (False, [])
    trace = adjudicate(hand("SA SQ exchange CA SK DA DQ HA DK ST DJ claim"), explain=True)["trace"]
    assert [step["rule"] for step in trace if step["held"]] == ["score.out", "score.schwarz"]
    assert [step["text"] for step in trace if "text" in step] == [
        "A goes out with 70 points.",
        "B had no trick: Schwarz.",
    ]
    trace = adjudicate(hand("ST HK SQ+40"), explain=True)["trace"]
    assert trace[-1] | {"condition": ""} == {
        "part": "require:marriage",
        "rule": "marriage.worth",
        "condition": "",
        "values": {"said": 40, "suit": "S", "trump": "H"},
        "held": False,
        "text": "The marriage of spades counts 20, not 40: trumps are hearts.",
    }
    assert "said" in trace[-1]["condition"]
    assert all(step["held"] for step in trace[:-1])


def test_cards_may_be_written_in_other_ways() -> None:
    record = hand("sa SQ ♣A s♠ ".replace("s♠", "♠k"))
    assert adjudicate(record)["status"] == "ongoing"
    assert canonical(record)["moves"] == ["SA", "SQ", "CA", "SK"]
    record["deal"]["hands"]["A"] = ["hj", "AS", "10S", "C10", "♣A"]
    assert canonical(record)["deal"]["hands"]["A"] == ["HJ", "SA", "ST", "CT", "CA"]


def test_legal_raises_for_what_cannot_be_read() -> None:
    assert "SA" in legal(hand(""))
    with pytest.raises(Unusable):
        legal({"ruleset": "schnapsen", "moves": 3})


def test_unknown_rulesets_and_options(tmp_path: Any) -> None:
    verdict = adjudicate(hand("", ruleset="schnapsn"))
    assert (verdict["status"], verdict["ruleset"]) == ("unreadable", None)
    assert verdict["problems"][0]["suggestion"] == "schnapsen"
    assert verdict["problems"][0]["path"] == "/ruleset"
    (problem,) = adjudicate(hand("", options={"last_trick_bonus": 7}))["problems"]
    assert (problem["code"], problem["path"]) == ("record.option", "/options/last_trick_bonus")


def test_a_house_ruleset_may_be_sent_along() -> None:
    house = {
        "ruleset": "mine",
        "version": "1.0.0",
        "extends": "schnapsen",
        "title": {"en": "Mine"},
        "terms": {"enough": 14},
    }
    verdict = adjudicate(hand("SA SQ claim", ruleset=house))
    assert verdict["ruleset"]["id"] == "mine"
    assert verdict["outcome"]["winner"] == "A"
    broken = adjudicate(hand("", ruleset=house | {"terms": {"enough": "nonsense"}}))
    assert broken["status"] == "unreadable"
    assert broken["problems"][0]["path"].startswith("/ruleset/terms")


@pytest.mark.parametrize(
    ("log", "code", "line", "column"),
    [
        ("SA SQ", "record.ruleset", 1, 1),
        ('[Ruleset "schnapsn"]\n\nSA', "ruleset.unknown", 1, 11),
        ('[Ruleset "schnapsen"]\n[Option "last_trick_bonus=7"]\n\nSA', "record.option", 2, 10),
        ('[Ruleset "schnapsen"]\n[TurnUp "SA"]\n[A "SA SK HT DJ CQ"]\n\nHT', "record.card-twice", 2, 10),
        ('[Ruleset "schnapsen"]\n\n1. SA SQ\n3. CA', "record.trick-number", 4, None),
        ('[Ruleset "schnapsen"]\n\n1. SA\n  exchnage', "record.move", 4, 3),
        ('[Ruleset "schnapsen"]\n[Dealer "C"]\n\nSA', "record.dealer", 2, 10),
        ('[Ruleset "schnapsen"]\n[Talon "SA SK"]\n\nSA', "record.talon-size", 2, None),
    ],
)
def test_problems_stand_at_their_place_in_the_text(log: str, code: str, line: int, column: int | None) -> None:
    (verdict,) = adjudicate_text(log)
    assert verdict["status"] == "unreadable"
    found = [problem for problem in verdict["problems"] if problem["code"] == code]
    assert [problem["line"] for problem in found] == [line]
    if column is not None:
        assert found[0]["column"] == column


def test_a_word_that_would_be_taken_for_another_seat_is_listed_with_it() -> None:
    """A leads and cannot double; the word alone would be the first opponent's."""
    record = hand("trump:H pass pass pass pass", deal=G20, dealer="D", ruleset="bauernschnapsen")
    offered = legal(record)
    assert [token for token in offered if token.endswith("kontra")] == ["B:kontra", "D:kontra"]
    after = legal({**record, "moves": [*record["moves"], "kontra"]})
    assert [token for token in after if token.endswith("kontra")] == ["rekontra", "C:rekontra"]
