"""The sample hands, with the rulings that follow from the rules; each was worked out by hand, as the comments show."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .conftest import EXAMPLES, Run


def verdicts(run: Run, *arguments: object) -> list[dict[str, Any]]:
    """The verdicts that `check --json` prints."""
    return [json.loads(line) for line in run("check", "--json", *arguments).stdout.splitlines()]


def ended(verdict: dict[str, Any]) -> tuple[Any, ...]:
    """Who won how much, and everybody's points and tricks."""
    outcome = verdict["outcome"]
    figures = {seat: (s["points"], s["tricks"]) for seat, s in verdict["score"].items()}
    return verdict["status"], outcome["winner"], outcome["game_points"], outcome["rule"], figures


def test_anna_goes_out_with_a_marriage(run: Run) -> None:
    # SA+ST 21, HT+HK 14, CJ+CA 13 are 48; Bert has DJ+DT, 12.  DK and DQ make 20: 68, and Bert is below 33.
    (verdict,) = verdicts(run, EXAMPLES / "marriage.txt")
    assert ended(verdict) == ("complete", "A", 2, "score.schneider", {"A": (68, 3), "B": (12, 1)})
    assert verdict["score"]["A"]["meld_points"] == 20
    assert verdict["outcome"]["because"] == ["score.out", "score.schneider"]
    assert verdict["result_check"] == {"stated": {"winner": "A", "game_points": 2}, "agrees": True}


def test_bert_revokes(run: Run) -> None:
    # The talon is used up after the fifth trick.  In the eighth Bert still has SA and ST (drawn), and both beat SQ.
    (verdict,) = verdicts(run, EXAMPLES / "revoke.txt")
    assert verdict["status"] == "illegal"
    assert verdict["moves_checked"] == 16
    (violation,) = verdict["violations"]
    expected = {"move": 16, "trick": 8, "seat": "B", "seat_move": 9, "token": "HQ", "line": 20, "column": 7}
    assert violation | expected == violation
    assert violation["rule"] == "follow.head"
    assert [token for token in violation["legal"] if token[0] == "S"] == ["SA", "ST"]
    assert not {"HQ", "HT", "DK"} & set(violation["legal"])
    assert (verdict["outcome"]["winner"], verdict["outcome"]["game_points"]) == ("A", 3)
    assert verdict["result_check"]["agrees"] is False
    # 6 + 14 + 21 + 14, and 13 + 20 + 13 + 6
    assert {seat: s["points"] for seat, s in verdict["score"].items()} == {"A": 55, "B": 52}


def test_whether_bert_had_a_spade_nobody_knows(run: Run) -> None:
    (verdict,) = verdicts(run, EXAMPLES / "half-remembered.txt")
    assert verdict["status"] == "undetermined"


def test_anna_closes_and_fails(run: Run) -> None:
    # 14 + 14 + 6 + 13 are 47; Bert had no trick when it was closed, which makes it three.
    (verdict,) = verdicts(run, EXAMPLES / "closed.json")
    assert ended(verdict) == ("complete", "B", 3, "score.close-failed", {"A": (47, 4), "B": (15, 1)})
    assert verdict["result_check"]["agrees"] is True


def test_sixty_six_with_an_exchange_and_a_marriage_of_the_other_side(run: Run) -> None:
    # Anna: 14 + 21 + 15 + 14 + 7 = 71.  Bert: 3 + 12 + 11 = 26 and 20 for DK DQ, 46: no Schneider.
    (verdict,) = verdicts(run, EXAMPLES / "sixty-six.txt")
    assert ended(verdict) == ("complete", "A", 1, "score.plain", {"A": (71, 5), "B": (46, 3)})


def test_four_players_and_a_call(run: Run) -> None:
    # Without trumps every card Anna leads is the highest of its suit that is left; Clara sits out.
    (verdict,) = verdicts(run, EXAMPLES / "four-players.txt")
    assert verdict["status"] == "complete"
    outcome = verdict["outcome"]
    assert (outcome["winner"], outcome["game_points"], outcome["rule"]) == (["A", "C"], 9, "score.made")


def test_at_the_red_ox_68_points_are_not_enough(run: Run) -> None:
    # The claim is false: two points for Bert, who has a trick.
    (verdict,) = verdicts(run, EXAMPLES / "marriage.txt", "--ruleset", EXAMPLES / "red-ox.yaml")
    assert ended(verdict)[:4] == ("complete", "B", 2, "score.false-claim")
    assert verdict["ruleset"]["id"] == "red-ox"
    assert verdict["result_check"]["agrees"] is False


def test_slips_of_the_pen_are_found_and_mended(run: Run) -> None:
    (verdict,) = verdicts(run, EXAMPLES / "slips.txt")
    assert verdict["status"] == "unreadable"
    found = {(p["line"], p["column"]): (p["token"], p.get("suggestion")) for p in verdict["problems"]}
    assert found[(10, 4)] == ("exchnage", "exchange")


@pytest.mark.parametrize(
    ("number", "winner", "points"), [(1, "A", 2), (2, "B", 3), (3, "B", 3), (4, "A", 3), (5, "A", 3)]
)
def test_the_hands_of_an_evening(run: Run, number: int, winner: str, points: int) -> None:
    found = verdicts(run, EXAMPLES / "evening.txt")
    assert [v["hand"] for v in found] == [1, 2, 3, 4, 5]
    outcome = found[number - 1]["outcome"]
    assert (outcome["winner"], outcome["game_points"]) == (winner, points)


def test_the_records_of_the_batch(run: Run) -> None:
    result = run("batch", EXAMPLES / "hands.ndjson")
    assert result.exit_code == 2
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == [
        "complete", "complete", "unreadable", "illegal",
    ]  # fmt: skip


def test_the_same_hand_elsewhere(run: Run) -> None:
    ids = "schnapsen,schnapsen-source-0,schnapsen-sharp,schnapsen-tournament,snapszli"
    found = json.loads(run("compare", "--json", EXAMPLES / "marriage.txt", "--rulesets", ids).stdout)
    status = dict(zip(found["rulesets"], (v["status"] for v in found["verdicts"]), strict=True))
    assert status == {
        "schnapsen": "complete",
        "schnapsen-source-0": "complete",
        "schnapsen-sharp": "complete",
        "schnapsen-tournament": "illegal",  # the king must be led after a marriage
        "snapszli": "illegal",  # one may claim after a trick, not between the marriage and the answer
    }
    refused = {v["ruleset"]["id"]: v["violations"][0]["move"] for v in found["verdicts"] if v["violations"]}
    assert refused == {"schnapsen-tournament": 8, "snapszli": 9}
