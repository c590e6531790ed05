"""Where rulesets part, and why some cannot be applied at all. Expected answers are those of the worked dispute F2: a
close that fails costs 3 where the opponent's tricks at closing count, and 2 where the closer's own do.
"""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import compare, languages

E20 = {
    "ruleset": "schnapsen", "dealer": "B",
    "deal": {"hands": {"A": ["HJ", "SA", "ST", "CA", "CT"], "B": ["SK", "SQ", "DK", "DQ", "HK"]}, "turn_up": "HQ",
             "talon": ["DA", "DT", "CK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"]},
    # A has 14 + 14 + 6 + 13 = 47 and took a trick; B had none when it was closed.
    "moves": ["close", "SA", "SQ", "ST", "SK", "CA", "HK", "DK", "HJ", "CT", "DQ"],
}  # fmt: skip


def found(*rulesets: Any, **changed: Any) -> dict[str, Any]:
    return compare({**E20, **changed}, list(rulesets))


def test_results_that_differ_name_the_terms_that_are_defined_differently() -> None:
    comparison = found("schnapsen", "snapszli")
    assert [(group["rulesets"], group["game_points"]) for group in comparison["groups"]] == [
        (["schnapsen"], 3),
        (["snapszli"], 2),
    ]
    (part,) = comparison["parts"]
    terms = {term["name"]: [one["says"] for one in term["definitions"]] for term in part["terms"]}
    assert terms == {"failed_close": ["3 if tricks_at_close is 0 else 2", "3 if closer.tricks is 0 else 2"]}
    assert all(one["message"] and one["cite"] for one in part["results"])


def test_a_move_that_one_refuses_is_shown_with_the_rule_by_which_the_other_allows_it() -> None:
    comparison = found("schnapsen", "schnapsen-no-close")
    (part,) = comparison["parts"]
    assert (part["move"], part["token"]) == (0, "close")
    assert [one["rule"] for one in part["illegal"]] == ["table.stage"]
    allowing = part["legal"][0]
    assert allowing["rule"].startswith("close.")
    assert allowing["message"].startswith(f"`{allowing['rule']}` does not refuse this move.")
    assert allowing["cite"]


def test_who_allows_a_card_tells_the_duty_in_force_and_of_the_player_who_played_it() -> None:
    """B holds SK and SQ, and throws DK on A's ace: in sharp play suit is followed at once, elsewhere later."""
    (part,) = found("schnapsen-sharp", "schnapsen", moves=["SA", "DK"])["parts"]
    assert [(one["rule"], one["message"][:8]) for one in part["illegal"]] == [("follow.suit", "B holds ")]
    assert [(one["rule"], one["message"]) for one in part["legal"]] == [
        ("follow.open", "While the talon is open any card may be played.")
    ]


@pytest.mark.parametrize("lang", languages())
def test_what_a_rule_would_say_of_a_move_is_told_in_every_language(lang: str) -> None:
    """In tournaments nothing is exchanged before the first trick; elsewhere it is, by who is on lead, as A is."""
    comparison = compare({**E20, "moves": ["exchange"]}, ["schnapsen-tournament", "schnapsen-no-close"], lang=lang)
    (part,) = comparison["parts"]
    assert [one["rule"] for one in part["illegal"]] == ["exchange.first-lead"]
    (allowing,) = part["legal"]
    assert allowing["message"].startswith(("`exchange.on-lead` ", "A `exchange.on-lead` "))
    assert "{" not in allowing["message"]


@pytest.mark.parametrize(
    ("ruleset", "why"),
    [
        ("bauernschnapsen", ("record.seat", "This is a game for 4 players, and the record is one for 2.")),
        (
            "sixty-six",
            ("record.card", "This game is played with 24 cards, and the record with other ones (20 in all)."),
        ),
    ],
)
def test_a_ruleset_that_cannot_be_applied_says_why(ruleset: str, why: tuple[str, str]) -> None:
    comparison = found("schnapsen", ruleset)
    assert [group["rulesets"] for group in comparison["groups"]] == [["schnapsen"]]
    (one,) = comparison["inapplicable"]
    assert one["ruleset"] == ruleset
    assert [(problem["code"], problem["message"]) for problem in one["problems"]] == [why]


def test_hands_of_another_size_are_no_hands_of_the_game() -> None:
    house = {
        "ruleset": "four-in-hand",
        "extends": "schnapsen",
        "title": "Schnapsen with four cards in hand",
        "deal": [{"hands": 2}, {"turn_up": 1}, {"hands": 2}, {"talon": "rest"}],
    }
    (one,) = found("schnapsen", house, deal={})["inapplicable"]
    assert [problem["code"] for problem in one["problems"]] == ["record.hand-size"]


def test_a_record_that_names_no_ruleset_is_read_by_each_as_it_can() -> None:
    comparison = found("schnapsen", "sixty-six", ruleset=None)
    assert [one["ruleset"] for one in comparison["inapplicable"]] == ["sixty-six"]
