"""Every house rule can be switched to every value it may have, and is tried in some ruling of its ruleset."""

from __future__ import annotations

import pytest
from bummerl.interpreter import adjudicate
from bummerl.rulesets import catalogue, load
from bummerl.rulesets.rulings import Played, rulings_of

RULESETS = [summary.id for summary in catalogue() if rulings_of(summary.id)[0]]
CHOICES = [
    (ruleset, option.name, value)
    for ruleset in RULESETS
    for option in load(ruleset).options.values()
    for value in (option.allowed or (True, False))
]


@pytest.mark.parametrize(("ruleset", "option", "value"), CHOICES)
def test_a_hand_can_be_judged_under_any_choice(ruleset: str, option: str, value: object) -> None:
    first = next(ruling for ruling in rulings_of(ruleset)[0] if not isinstance(ruling, Played))
    assert adjudicate({**first.record, "options": {option: value}})["status"] in ("complete", "illegal", "ongoing")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_own_options_are_tried(ruleset: str) -> None:
    rules = load(ruleset)
    inherited = {name for parent in rules.parents if parent in RULESETS for name in load(parent).options}
    tried = set()
    for ruling in rulings_of(ruleset)[0]:
        for hand in ruling.hands if isinstance(ruling, Played) else (ruling,):
            tried |= set(hand.record.get("options", {}))
    assert sorted(set(rules.options) - inherited - tried) == []
