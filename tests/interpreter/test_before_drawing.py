"""A move that may come before drawing and is legal neither before nor after: one refusal is told, in its own state."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import adjudicate, replay
from bummerl.interpreter import core as C
from bummerl.interpreter.record import Reader
from bummerl.interpreter.rules import rules_for
from hypothesis import given, note

from ..core.house import MACHINES, ints
from ..strategies import Record, bare, examples, hand, seeds, vocabulary
from ..tables import game, ruleset

NOT_EITHER = " So it stands before drawing; after drawing it is not allowed either."
SEVEN_AND_TWO = "the seven of trumps takes ace, three and court cards, the two takes the lower ones."

SPANISH = [suit + rank for suit in "OCEB" for rank in "A3RCS76542"]
H1: dict[str, Any] = {
    "hands": {"A": "O3 OC C5 CA EC E3 B6 B4", "B": "C6 O6 BR B3 EA BC E5 OA"},
    "up": "O4",
    "first": "O2",
}
"""`tute-habanero`, trumps are coins: A wins the first trick with CA and draws the two of trumps."""
H2: dict[str, Any] = {
    "hands": {"A": "CC OA CA C3 EA E3 BA B2", "B": "OR OC ER EC B3 BR C6 E6"},
    "up": "OS",
    "first": "CR",
}
"""The same; A holds the knight of cups and draws the king."""
S2: dict[str, Any] = {
    "hands": {"A": "E4 E5 E6 B2 EC B4", "B": "ER CS OR C4 E3 BR"},
    "up": "B7",
    "first": "CA CC OA B5 EA OC BC O4 C3 E2 C6 O5 B3 ES B6 BS C5 CR O3 OS O7 O2 BA E7 O6 C2 C7",
}
"""`tute-six`, trumps are clubs, A deals."""
S2_FOURTEEN = "BR B2 E3 E5 CS E6 CA B4 E4 EA C4 EC OA E2 B3 OC C6 B5 ES C3 C5 O4 BS CR BC OR O3 OS"
"""Fourteen tricks; A wins the last one with O3, the two of trumps fell in the first, C7 and B7 are left to draw."""
F24: dict[str, Any] = {
    "hands": {"A": "H9 SA ST CA CT C9", "B": "SK SQ DK DQ HJ S9"},
    "up": "HK",
    "first": "DA DT CK CQ HA HT SJ DJ CJ D9 HQ",
}
"""`sixty-six`, trumps are hearts: twelve cards in the talon with the turn-up."""
F24_SIX = "SA SQ CA SK DA DQ HA HJ CT DK C9 S9"
"""Six tricks; before the cards for the last one are drawn two are left, and none after it."""


def record(name: str, dealer: str, deal: dict[str, Any], moves: str, **more: Any) -> Record:
    hands = {seat: cards.split() for seat, cards in deal["hands"].items()}
    first = deal["first"].split()
    lying = {deal["up"], *first, *hands["A"], *hands["B"]}
    pack = SPANISH if name.startswith("tute") else []
    talon = [*first, *(card for card in pack if card not in lying)]
    return {
        "ruleset": name,
        "dealer": dealer,
        "deal": {"hands": hands, "turn_up": deal["up"], "talon": talon},
        "moves": moves.split(),
        **more,
    }


REFUSED = [
    # Before drawing the fourth requirement fails, after it already the second (`undrawn`).
    ("tute-habanero", "B", H1, "CA C6 exchange", "exchange.card",
     "The four of coins is exchanged for the two of coins, and A does not hold it: " + SEVEN_AND_TWO + NOT_EITHER,
     {"turn_up": "O4", "actor.hand": ["O3", "OC", "C5", "E3", "EC", "B6", "B4"]}),
    ("tute-six", "A", S2, S2_FOURTEEN + " exchange", "exchange.card",
     "The seven of clubs is exchanged for the two of clubs, and A does not hold it: " + SEVEN_AND_TWO + NOT_EITHER,
     {"turn_up": "B7"}),
    ("sixty-six", "B", F24, F24_SIX + " close-undrawn", "close-undrawn.talon",
     "Cards left in the talon: 2; for closing before drawing there must be 4, the turn-up included." + NOT_EITHER,
     {"talon.size": 2}),
    # Drawing makes the pair: before it that fails, after it only what was said.
    ("tute-habanero", "B", H2, "CA C6 C+40", "cante.worth",
     "King and knight of cups count 20, not 40: trumps are coins.", {"said": 40}),
    # The same requirement fails before and after: it is told as it stands after.
    ("tute-habanero", "B", H2, "CA C6 E+20", "cante.pair",
     "A does not hold both king and knight of swords.",
     {"actor.hand": ["OA", "C3", "CR", "CC", "EA", "E3", "BA", "B2"]}),
    # A card that comes with the meld is played after drawing.
    ("tute-habanero", "B", H2, "CA C6 CR+40", "cante.worth",
     "King and knight of cups count 20, not 40: trumps are coins.", {"said": 40}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "dealer", "deal", "moves", "rule", "message", "facts"), REFUSED)
def test_the_refusal_that_is_told(
    name: str, dealer: str, deal: dict[str, Any], moves: str, rule: str, message: str, facts: dict[str, Any]
) -> None:
    verdict = adjudicate(record(name, dealer, deal, moves), explain=True)
    (violation,) = verdict["violations"]
    assert (violation["move"], violation["seat"]) == (len(moves.split()) - 1, "A")
    assert (violation["rule"], violation["message"]) == (rule, message)
    assert {key: violation["facts"][key] for key in facts} == facts
    assert_one_state(verdict)


def test_what_may_come_instead_is_listed_before_and_after_drawing() -> None:
    legal = adjudicate(record("tute-habanero", "B", H2, "CA C6 C+40"))["violations"][0]["legal"]
    assert {"CR", "C+20", "CR+20", "CC+20"} <= set(legal)
    legal = adjudicate(record("tute-habanero", "B", H1, "CA C6 exchange"))["violations"][0]["legal"]
    assert "O2" in legal
    assert "exchange" not in legal


def test_cards_that_nobody_recorded_are_put_back_as_well() -> None:
    """What A draws is not known, but before drawing A has no two of trumps, whatever it is."""
    said = record("tute-habanero", "B", H1, "CA C6 exchange")
    del said["deal"]["talon"]
    (violation,) = adjudicate(said)["violations"]
    assert violation["rule"] == "exchange.card"
    assert violation["message"].endswith(NOT_EITHER)
    assert violation["facts"]["actor.hand"] == ["O3", "OC", "C5", "E3", "EC", "B6", "B4"]


def test_what_a_called_contract_requires_comes_last() -> None:
    """Before drawing A may call, but has no nine of spades; after drawing nobody may call."""
    house = {
        "ruleset": "club",
        "title": "Our club",
        "extends": "sixty-six",
        "moves": {
            "call": {
                "names": "contract",
                "before_draw": "yes",
                "require": [{"id": "call.now", "that": "undrawn"}],
                "set": {"contract": "call"},
            }
        },
        "contracts": [{"id": "low", "value": 1, "require": [{"id": "low.nine", "that": "S9 in actor.hand"}]}],
    }
    verdict = adjudicate(record("sixty-six", "B", F24, "SA SQ call:low") | {"ruleset": house}, explain=True)
    assert verdict["violations"][0]["rule"] == "low.nine"
    assert [(step["rule"], step["held"]) for step in verdict["trace"]] == [("call.now", True), ("low.nine", False)]


# ------------------------------------------------------------------------------------------------ any hand
LAZY = ("sixty-six", "sixty-six-us", "sixty-six-20", "tute-habanero", "tute-six")
"""Games in which some moves come before drawing."""


def words(so_far: Record) -> list[str]:
    """Whatever may be said, and melds with a few numbers; without cards."""
    found = vocabulary(game(so_far["ruleset"], tuple(sorted(so_far.get("options", {}).items()))))
    return [token for token in found if bare(token) != "card" and token.find("+") < 2]


@pytest.mark.parametrize("name", LAZY)
@examples(6)
@given(rng=seeds())
def test_rule_facts_and_trace_are_of_one_state(name: str, rng: Random) -> None:
    so_far = hand(name, rng, 2 * rng.randrange(1, 16))
    for word in words(so_far):
        verdict = adjudicate({**so_far, "moves": [*so_far["moves"], word]}, ruleset=ruleset(name), explain=True)
        if verdict["status"] == "illegal":
            note(f"record: {so_far}, then {word}")
            assert_one_state(verdict)


def assert_one_state(verdict: dict[str, Any]) -> None:
    """The last requirement of the trace is the one cited; it alone fails; and the facts are those that it saw."""
    (violation,) = verdict["violations"]
    *held, failed = verdict["trace"]
    assert all(step["held"] for step in held)
    assert not failed["held"]
    assert (failed["rule"], failed["values"]) == (violation["rule"], violation["facts"])


NAMED = {C.ACTOR, C.BLAME, C.CARD, C.SUIT, C.SAID, C.NUMBER, C.CALL, C.PLAYER}
"""What the refused move names."""
SPENT = {C.PATIENCE, C.HEARD, C.GUESS, C.ASKED, *range(C.DRAWN, C.DRAWN + C.SEATS)}
"""What asking leaves behind; `DRAWN` means nothing while no card may be named as drawn."""


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize("name", LAZY)
@examples(6)
@given(rng=seeds())
def test_cards_are_put_back_as_they_lay(core: ModuleType, name: str, rng: Random) -> None:
    """Every word at every point of a hand before drawing: where it is refused for then, the state is that of then."""
    played = hand(name, rng, 60)
    if rng.random() < 0.5:
        del played["deal"][rng.choice(["talon", "turn_up"])]
    rules = rules_for(name, played.get("options", {}))
    sheet = Reader(played, rules).read()
    assert sheet is not None
    R, T = ints(core, list(rules.R)), ints(core, [*sheet.deal(), *sheet.tokens, 0])
    S = ints(core, list(rules.fresh()))
    core.begin(S, R, T)
    said = [(word, rules.vocabulary.token(word)) for word in words(played)]
    for token in sheet.tokens:
        for word, spoken in said if S[C.UNDRAWN] else ():
            after = S[:]
            if core.play_on(after, R, T, spoken) and after[C.UNDRAWN]:
                changed = {slot for slot in range(R[C.KEEP]) if after[slot] != S[slot]}
                assert changed <= NAMED | SPENT, (played, word)
        if core.play_on(S, R, T, token):
            break


# ---- what the table looks like where cards are still to be drawn
def test_a_move_refused_after_drawing_is_shown_after_drawing() -> None:
    found = replay(record("sixty-six", "B", F24, F24_SIX + " exchange"))
    (refused,) = found["verdict"]["violations"]
    last = found["positions"][-1]
    assert refused["facts"]["talon.size"] == last["talon"]["size"] == 0
    assert last["turn_up"] == "none" or last["turn_up"] is None
    assert set(last["hands"]["A"]) == {card for card in refused["legal"] if card[0].isupper() and len(card) == 2}
    assert last["due"] == {}


def test_what_is_still_to_be_drawn_is_told() -> None:
    found = replay(record("sixty-six", "B", F24, "SA SQ"))
    assert found["positions"][0]["due"] == {}
    last = found["positions"][-1]
    assert (last["talon"]["size"], last["due"]) == (12, {"A": ["DA"], "B": ["DT"]})
    cards = {card for card in found["verdict"]["legal"] if card[0].isupper() and len(card) == 2}
    assert cards == {*last["hands"]["A"], "DA"}


def test_a_move_refused_as_it_stands_before_drawing_is_shown_so() -> None:
    found = replay(record("tute-habanero", "B", H1, "CA C6 exchange"))
    last = found["positions"][-1]
    assert set(last["hands"]["A"]) == set(found["verdict"]["violations"][0]["facts"]["actor.hand"])
    assert last["due"] == {"A": ["O2"], "B": [last["talon"]["cards"][1]]}
