"""The catalogues say the same things in every language, and no rule's text keeps a placeholder."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from bummerl.interpreter import core
from bummerl.interpreter.messages import catalogue, languages, listed, say, spoken
from bummerl.interpreter.rules import rules_for
from bummerl.interpreter.wording import Wording, placeholders
from bummerl.rulesets import catalogue as rulesets

OWN = {
    lang: json.loads(files("bummerl.interpreter.messages").joinpath(f"{lang}.json").read_text(encoding="utf-8"))
    for lang in languages()
}


def names(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", template))


@pytest.mark.parametrize("lang", languages())
def test_catalogues_have_the_same_sentences_with_the_same_values(lang: str) -> None:
    assert OWN[lang].keys() == OWN["en"].keys()
    for key, template in OWN[lang].items():
        assert names(template) == names(OWN["en"][key]), key


def test_unknown_languages_fall_back_to_english() -> None:
    assert [spoken(lang) for lang in ("de", "de-AT", "DE_at", "xx", "", None, 7)] == ["de", "de", "de", *["en"] * 4]
    assert catalogue("en") == OWN["en"]


def test_lists_and_plurals() -> None:
    assert listed("en", ["a"]) == "a"
    assert listed("en", ["a", "b", "c"]) == "a, b or c"
    assert listed("de", ["a", "b"], "and") == "a und b"
    assert say("en", "outcome.one", n=1, winner="Anna") == "Anna wins 1 game point."
    assert (
        say("en", "outcome.many", n=2, winner=listed("en", ["Anna", "Carl"], "and"))
        == "Anna and Carl win 2 game points."
    )
    assert say("de", "outcome.one", n=1, winner="Anna") == "Anna gewinnt 1 Spielpunkt."


@pytest.mark.parametrize("ruleset", [summary.id for summary in rulesets()])
@pytest.mark.parametrize("lang", languages())
def test_every_text_of_every_rule_can_be_filled_in(ruleset: str, lang: str) -> None:
    """Every placeholder is a fact that the machine can work out, under the game without a call at least or a
    contract.
    """
    rules = rules_for(ruleset)
    words = Wording(rules, lang, {seat: f"Player-{seat}" for seat in rules.seats})
    S = rules.fresh()
    sections = rules.R[core.SECTIONS]
    for id, rule in rules.ruleset.rules.items():
        contract = -1 if rule.contract is None else rules.contracts.index(rule.contract)
        S[core.RULES] = rules.R[sections + contract]
        for fact in placeholders(rule.text(lang)):
            assert rules.fact(fact, S) is not None, f"{id}: {{{fact}}}"
        assert not set(words.text(id, S)) & set("{}"), id
