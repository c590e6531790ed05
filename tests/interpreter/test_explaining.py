"""Explanations ask programs that stand in the image: nothing is written when a hand is judged, and nothing can be too
much then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.interpreter import Judge, adjudicate
from bummerl.interpreter.image import build
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import RulesetError, catalogue, load
from bummerl.rulesets.texts import holes

from ..strategies import hand as random_hand
from .hands import G20, hand

NAMES = [summary.id for summary in catalogue()]
LOOP = "count(everyone.won where count(everyone where player.points > card.points) > 1)"
COSTLY = {"dear": LOOP, "too_much": " + ".join(["dear"] * 26)}
"""Each looks at twenty cards, and for each card at both players; twenty-six of them are too much."""


def house(text: str, **more: Any) -> dict[str, Any]:
    """Schnapsen, where the basic rule on holding a card says this."""
    basics = {"holds": {"id": "table.holds", "text": text}}
    return {"ruleset": "house", "version": "1.0.0", "title": "House", "extends": "schnapsen", "basics": basics, **more}


def test_a_text_that_names_too_costly_a_fact_is_refused_when_the_ruleset_is_compiled() -> None:
    rules = house("{actor} does not hold it; {too_much}.", terms=COSTLY)
    with pytest.raises(RulesetError) as caught:
        build(load(rules))
    (problem,) = caught.value.problems
    assert problem.code == "ruleset.too-many"
    assert problem.path == "/basics/holds/text"
    for moves in ("SA SK", "SA SA"):  # a legal hand, and one that needs the text
        verdict = adjudicate(hand(moves, ruleset=rules))  # type: ignore[arg-type]
        assert verdict["status"] == "unreadable"
        assert [problem["code"] for problem in verdict["problems"]] == ["ruleset.too-many"]


def test_a_fact_of_a_text_alone_is_filled_in() -> None:
    rules = house("Of {actor}'s {mine} cards none is that; trumps: {trumps}.",
                  terms={"mine": "count(actor.hand)", "trumps": "actor.hand where card.suit is trump"})  # fmt: skip
    message = adjudicate(hand("SA SA", ruleset=rules))["violations"][0]["message"]  # type: ignore[arg-type]
    assert message.startswith("Of B's 5 cards none is that; trumps: king of hearts.")


def test_a_fact_means_what_the_contract_in_force_says() -> None:
    """Which cards beat another one is the contract's own: at the first table the ace, at the other one the jack."""
    rules = house(
        "Stronger: {stronger}.",
        terms={"stronger": "actor.hand where card beats best"},
        moves={"bid": {"names": "contract", "set": {"contract": "call"}}},
        stages=[{"id": "bidding", "moves": ["bid"], "turn": "forehand", "until": "contract is not none"},
                {"id": "play", "moves": []}],
        contracts=[{"id": "up", "value": 1, "play": {"order": ["A", "T", "K", "Q", "J"]}},
                   {"id": "down", "value": 2, "play": {"order": ["J", "Q", "K", "T", "A"]}}],
    )  # fmt: skip
    # A leads the king of spades; B has the queen and says he plays the ten, which A has.
    deal = {"hands": {"A": ["HJ", "SK", "ST", "CA", "CT"], "B": ["SA", "SQ", "DK", "DQ", "CK"]},
            "turn_up": "HQ", "talon": ["DA", "DT", "HK", "CQ", "HA", "HT", "SJ", "DJ", "CJ"]}  # fmt: skip
    for contract, stronger in (("up", "ace"), ("down", "queen")):
        verdict = adjudicate(hand(f"bid:{contract} SK ST", deal=deal, ruleset=rules))  # type: ignore[arg-type]
        assert verdict["violations"][0]["message"].startswith(f"Stronger: {stronger} of spades.")


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_that_texts_name_stands_in_the_image(name: str) -> None:
    """In every language, under every contract; only the match speaks of what no hand knows."""
    rules = rules_for(name)
    for rule in rules.ruleset.rules.values():
        for text in rule.texts.values() if rule.kind != "unit" else ():
            for fact in {hole.name for hole in holes(text)}:
                contracts = [c for c in range(-1, len(rules.contracts)) if (c, fact) in rules.image.facts]
                own = rules.contracts.index(rule.contract) if rule.contract else None
                assert (own in contracts) if own is not None else len(contracts) == 1 + len(rules.contracts), fact


@pytest.mark.parametrize("name", NAMES)
def test_judging_and_explaining_leave_the_image_as_it_is(name: str) -> None:
    rules, rng = rules_for(name), Random(name)
    R, init = list(rules.image.R), list(rules.image.init)
    judge = Judge()
    for _ in range(6):
        record = random_hand(name, rng, 90)
        for one in (record, record | {"moves": [*record["moves"][: rng.randrange(1, 9)], "concede", "concede"]}):
            for lang in ("en", "de"):
                adjudicate(one, lang=lang, explain=True)
            judge.record(one)
    assert (list(rules.image.R), list(rules.image.init)) == (R, init)
    assert list(rules.R) == R


def test_what_a_contract_asks_of_who_calls_it_is_explained() -> None:
    """The requirement belongs to the contract that is called, not to the game without one. C has no ace."""
    record = hand("trump:H pass pass bid:assbettler", deal=G20, dealer="D", ruleset="bauernschnapsen")
    verdict = adjudicate(record, explain=True)
    (violation,) = verdict["violations"]
    assert violation["rule"] == "assbettler.ace"
    assert list(violation["facts"].values()) == [[]]
    assert [step["part"] for step in verdict["trace"]] == ["require:bid", "call"]
