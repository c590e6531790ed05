"""Where there may be no trumps, what is asked of them needs `trump is not none` before it."""

from __future__ import annotations

from typing import Any

import pytest
from bummerl.grammar import Severity
from bummerl.rulesets import Typist, load
from bummerl.rulesets.places import scope_of
from bummerl.rulesets.trump import unguarded

BASE: dict[str, Any] = {
    "ruleset": "trumps", "version": "1.0.0", "extends": "trick-taking", "title": "Trumps",
    "deal": [{"hands": 2}, {"turn_up": 1}, {"talon": "rest"}], "memory": {"shown": "card", "named": "suit"},
    "moves": {"show": {"names": "card", "set": {"shown": "card"}}, "name": {"names": "suit", "set": {"named": "suit"}}},
}  # fmt: skip
RANKS = {"A": 11, "K": 4, "J": 2}
COLOURED = {"suits": ["S", "H"], "ranks": RANKS, "colours": {"black": ["S"], "red": ["H"]}}
HALF = {"suits": ["S", "H"], "ranks": RANKS, "colours": {"red": ["H"]}}


def found(text: str, deck: dict[str, Any]) -> str:
    """`refused`, `warned` or `fine`."""
    typist = Typist(load({**BASE, "deck": deck, "play": {"trump": "none"}}))
    asked = [refuse for _, _, refuse in unguarded(typist.typed(text, "truth", scope_of("card")), typist.names)]
    return "refused" if any(asked) else "warned" if asked else "fine"


@pytest.mark.parametrize(
    ("text", "coloured", "half"),
    [
        ("card.suit.colour is trump.colour", "warned", "refused"),
        ("trump is not none and card.suit.colour is trump.colour", "fine", "fine"),
        ("not (trump is none) and card.suit.colour is trump.colour", "fine", "fine"),
        ("trump is none or card.suit.colour is trump.colour", "fine", "fine"),
        ("trump is H and card.suit.colour is trump.colour", "fine", "fine"),
        ("trump in (S H) and card.suit.colour is trump.colour", "fine", "fine"),
        ("card.suit.colour is trump.colour and trump is not none", "warned", "refused"),
        ("trump is none and card.suit.colour is trump.colour", "warned", "refused"),
        ("trump is not none or card.suit.colour is trump.colour", "warned", "refused"),
        ("card.suit.colour is trump.colour if trump is not none else yes", "fine", "fine"),
        ("yes if trump is none else card.suit.colour is trump.colour", "fine", "fine"),
        ("yes if trump is not none else card.suit.colour is trump.colour", "warned", "refused"),
        ("trump.colour is red", "warned", "warned"),
        ("led.suit.colour is trump.colour", "refused", "refused"),
        ("shown is K of trump", "refused", "refused"),
        ("turn_up is J of trump", "refused", "refused"),
        ("card is J of trump", "fine", "fine"),
        ("K of trump is none", "fine", "fine"),
        ("K of trump in leader.hand", "fine", "fine"),
        ("card.suit is trump", "fine", "fine"),
        ("trump is not none and leader.tricks > 0 and shown is K of trump", "fine", "fine"),
        ("leader.tricks > 0 and (trump is not none and shown is K of trump)", "fine", "fine"),
    ],
)
def test_what_is_asked_of_trump(text: str, coloured: str, half: str) -> None:
    assert (found(text, COLOURED), found(text, HALF)) == (coloured, half)


def severities(**parts: Any) -> list[Severity]:
    """What is said of a ruleset whose lead hangs on the colour of trumps."""
    ruleset = load({**BASE, "deck": COLOURED, **parts})
    return [problem.severity for problem in ruleset.warnings if problem.code == "ruleset.trump-none"]


LEAD = {"id": "lead.x", "play": "card.suit.colour is trump.colour"}


def test_a_turn_up_that_makes_trumps_always_makes_some() -> None:
    assert severities(play={"trump": "turn_up.suit", "lead": [LEAD]}) == []
    assert severities(play={"trump": "trump", "lead": [LEAD]}) == [Severity.WARNING]
    assert severities(
        play={"trump": "turn_up.suit", "lead": [LEAD]}, contracts=[{"id": "c", "value": 1, "play": {"trump": "none"}}]
    )


def test_the_row_may_say_it_in_when() -> None:
    assert severities(play={"trump": "trump", "lead": [{**LEAD, "when": "trump is not none"}]}) == []
    assert severities(play={"trump": "trump", "lead": [{**LEAD, "when": "trick.number is 1"}]}) == [Severity.WARNING]
