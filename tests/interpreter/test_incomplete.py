"""What an incomplete record decides, and what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.interpreter import adjudicate
from bummerl.interpreter.rules import rules_for

from .hands import E20, G20, hand, without

FAILED_CLOSE = "close SA SQ ST SK CA HK DK HJ CT DQ"
CLAIMED = "SA SQ exchange CA SK DA DQ HA DK ST DJ claim"


def decided(verdict: dict[str, Any]) -> list[Any]:
    outcome = verdict["outcome"] or {}
    return [verdict["status"], outcome.get("winner"), outcome.get("game_points"), outcome.get("rule")]


@pytest.mark.parametrize("moves", [FAILED_CLOSE, CLAIMED, "close SA DK", "SA SQ CA"])
@pytest.mark.parametrize("facts", [("A",), ("B",), ("talon",), ("dealer",)])
def test_one_thing_missing_changes_nothing_here(moves: str, facts: tuple[str, ...]) -> None:
    """A single missing hand is the rest of the pack; the dealer follows from who holds the card that was led."""
    record = hand(moves)
    assert decided(adjudicate(without(record, *facts))) == decided(adjudicate(record))


def test_a_single_missing_card_is_the_one_left_over() -> None:
    record = hand("close SA DK")
    record["deal"]["hands"]["B"][0] = "?"
    (found,) = adjudicate(record)["violations"]
    assert [token for token in found["legal"] if len(token) == 2] == ["SK", "SQ"]


def test_a_revoke_that_shows_later_is_reported_at_the_earlier_move() -> None:
    """B throws a diamond on the led spade and plays a spade in the next trick: he had it all along."""
    record = without(hand("close SA DK ST SK"), "A", "B", "talon")
    (found,) = adjudicate(record)["violations"]
    assert (found["move"], found["rule"], found["seat"]) == (2, "follow.suit", "B")


def test_a_card_that_may_have_been_drawn_since_is_no_revoke() -> None:
    """The talon is open: nobody had to follow, and B may have drawn the spade after the first trick."""
    record = without(hand("SA DK CA SK"), "A", "B", "talon")
    assert adjudicate(record)["status"] == "ongoing"


def test_a_duty_that_hidden_cards_decide_is_undetermined() -> None:
    record = without(hand("close SA DK"), "A", "B", "talon")
    verdict = adjudicate(record)
    assert verdict["status"] == "undetermined"
    assert verdict["facts"] == {"needed": ["hand of B"]}
    assert "hand of B" in verdict["message"]
    assert "Blatt von B" in adjudicate(record, lang="de")["message"]


def test_drawn_cards_are_named_by_their_place_in_the_talon() -> None:
    """A wins the first trick and draws talon card 1, B card 2; then A closes, and B trumps a club: is card 2 a club?"""
    record = without(hand("SA SQ close CA HK"), "talon")
    verdict = adjudicate(record)
    assert verdict["status"] == "undetermined"
    assert verdict["facts"]["needed"] == ["talon card 2"]
    assert verdict["message"].startswith("What was recorded does not decide this;")


def test_a_move_that_breaks_one_rule_or_another_is_undetermined_with_the_violation() -> None:
    """B throws a diamond: if talon card 2 is a club he had to follow, otherwise he had to trump. Legal it is not."""
    verdict = adjudicate(without(hand("SA SQ close CA DK"), "talon"))
    assert verdict["status"] == "undetermined"
    assert [(found["move"], found["rule"]) for found in verdict["violations"]] == [(4, "follow.trump")]
    assert verdict["facts"]["needed"] == ["talon card 2"]
    assert verdict["message"].startswith("This card is illegal in any case;")
    assert verdict["outcome"] is None


def test_what_is_shown_was_held_unless_it_lies_elsewhere() -> None:
    """B declares twenty in spades with the queen; the king is not seen again, or it is in A's hand."""
    said = "ST HK SQ+20 SA"
    verdict = adjudicate(without(hand(said), "A", "B", "talon"))
    assert (verdict["status"], verdict["score"]["B"]["meld_points"]) == ("ongoing", 20)
    deal = {**E20, "hands": {"A": ["HJ", "SA", "ST", "CA", "SK"]}}
    (found,) = adjudicate(hand(said, deal=without(hand("", deal=deal), "talon")["deal"]))["violations"]
    assert found["rule"] == "marriage.pair"
    # B has shown it, so A cannot play it
    (found,) = adjudicate(without(hand(said + " SK"), "A", "B", "talon"))["violations"]
    assert (found["move"], found["seat"], found["rule"]) == (4, "A", "table.holds")


def test_what_nobody_sees_is_open() -> None:
    """All five cards of one suit, says B; C and D are recorded, A and B are not."""
    record = without(hand("trump:H pass bid:farbenringerl", deal=G20, dealer="D", ruleset="bauernschnapsen"), "B", "C")
    verdict = adjudicate(record)
    assert verdict["status"] == "undetermined"
    assert verdict["facts"]["needed"] in (["hand of B"], ["hand of C"])


def test_nothing_but_moves() -> None:
    """Who has won the trick, if a heart was played on the ace of spades? Without the turn-up nobody can say."""
    record = {"ruleset": "schnapsen", "moves": ["A:SA", "B:HQ"]}
    verdict = adjudicate(record)
    assert verdict["status"] == "undetermined"
    assert verdict["facts"]["needed"] == ["turn-up"]
    named = adjudicate(record | {"deal": {"turn_up": "SJ"}})
    assert (named["status"], named["to_move"]) == ("ongoing", "A")
    followed = adjudicate(record | {"moves": ["A:SA", "B:SQ"]})
    assert (followed["status"], followed["to_move"]) == ("ongoing", "A")  # whatever was trump


def test_a_missing_turn_up_decides_nothing_while_all_trumps_give_the_same_answer() -> None:
    """Ace and queen of spades go to A whatever is trump; then B is asked to follow a club that only trumps could
    take.
    """
    assert adjudicate(without(hand("close SA DK"), "turn_up"))["violations"][0]["rule"] == "follow.suit"


TUTE = {
    "A": "C5 C6 C7 CS CC CR C3 B2 B4 B5", "B": "O7 OC E2 E4 E5 E6 E7 B6 B7 BS",
    "C": "O5 OS ES EC ER E3 EA BC BR B3", "D": "C2 C4 CA O2 O6 O3 OR OA BA O4",
}  # fmt: skip
"""Dealt by D, whose last card makes coins trumps: B has no cups to follow with, but trumps. Dealt by A trumps
are clubs.
"""


@pytest.mark.parametrize(
    ("dealer", "hand_of_d", "moves", "rule"),
    [
        ("D", TUTE["D"], "C5 E2", "follow.trump"),
        ("D", TUTE["D"], "C5 B6", "follow.trump"),
        ("D", TUTE["D"], "C5 O7", None),
        ("D", "? ? ? ? ? ? ? ? ? O4", "C5 B6", "follow.trump"),  # the last card is enough
        ("D", "C2 C4 CA O2 O6 O3 OR OA BA ?", "C5 B6", "follow.trump"),  # and it is what the pack leaves over
        ("A", TUTE["D"], "E2 EA O2", "follow.trump"),  # B leads swords; D has none, but BA
    ],
)
def test_the_dealers_last_card_is_the_one_that_is_shown(
    dealer: str, hand_of_d: str, moves: str, rule: str | None
) -> None:
    hands = {seat: cards.split() for seat, cards in (TUTE | {"D": hand_of_d}).items()}
    record = hand(moves, deal={"hands": hands}, dealer=dealer, ruleset="tute-partners")
    verdict = adjudicate(record)
    assert verdict["status"] == ("ongoing" if rule is None else "illegal")
    assert [violation["rule"] for violation in verdict["violations"]] == ([] if rule is None else [rule])


def test_without_the_dealers_last_card_it_is_open_what_he_showed() -> None:
    hands = {seat: cards.split() for seat, cards in TUTE.items()}
    hands["C"] = [*hands["C"][:-2], "?", "?"]
    hands["D"] = [*hands["D"][:-1], "?"]
    verdict = adjudicate(hand("C5 B6", deal={"hands": hands}, dealer="D", ruleset="tute-partners"))
    assert verdict["status"] == "undetermined"  # BR, B3 or O4
    assert verdict["facts"]["needed"] == ["turn-up"]


def test_a_turn_up_that_is_written_down_counts_in_whatever_order_the_hand_stands() -> None:
    hands = {seat: cards.split() for seat, cards in TUTE.items()}
    deal = {"hands": hands, "turn_up": "BA"}
    assert adjudicate(hand("C5 B6", deal=deal, dealer="D", ruleset="tute-partners"))["status"] == "ongoing"


def test_the_order_of_a_hand_is_open_when_the_hand_is_only_the_rest_of_the_pack() -> None:
    """Forehand names trumps from his first three cards. A holds hearts and spades and one club: clubs may have come
    first.
    """
    record = without(hand("trump:C", deal=G20, dealer="D", ruleset="bauernschnapsen"), "A")
    verdict = adjudicate(record)
    assert verdict["status"] == "undetermined"
    assert verdict["facts"]["needed"] == ["order of the hand of A"]
    (found,) = adjudicate(record | {"moves": ["trump:D"]})["violations"]
    assert found["rule"].startswith("trump.")


def test_a_player_is_taken_to_hold_what_he_plays_unless_it_lies_elsewhere() -> None:
    record = without(hand("SA SQ"), "A", "talon")
    assert adjudicate(record)["status"] == "ongoing"
    (found,) = adjudicate(record | {"moves": ["SK"]})["violations"]  # B holds it
    assert found["rule"] == "table.holds"


def test_unknown_draws_may_be_named_later() -> None:
    record = without(hand(""), "talon")
    verdict = adjudicate(record | {"moves": ["SA", "SQ", "(DA DT)", "close", "DA", "CT"]})
    assert (verdict["status"], verdict["violations"][0]["move"]) == ("illegal", 5)
    assert verdict["violations"][0]["rule"].startswith(("follow.", "table."))


def test_only_rules_that_look_at_the_first_packet_make_the_order_of_a_hand_matter() -> None:
    """Not a title or a text that speaks of it, nor a term that no rule uses."""
    rules: dict[str, Any] = {
        "ruleset": "house", "version": "1.0.0", "title": "No first_packet here", "extends": "schnapsen",
        "terms": {"early": "actor.first_packet"},
        "basics": {"holds": {"id": "table.holds", "text": "Of the first packet {actor} has {early}."}},
    }  # fmt: skip
    assert not rules_for(rules).first_packets
    assert rules_for("bauernschnapsen").first_packets
    record = without(hand("SA SQ ST SK CA HK"), "B")
    known = adjudicate(record)
    assert known["status"] == adjudicate(record | {"ruleset": rules})["status"] == "ongoing"
    looking = rules | {"ends": [{"id": "end.early", "when": "count(forehand.first_packet) > 9"}]}
    assert rules_for(looking).first_packets
