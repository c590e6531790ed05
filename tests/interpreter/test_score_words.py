"""What the quick question calls facts, and how much work anybody may make it do."""

from __future__ import annotations

import json
import time
from importlib.resources import files

import pytest
from bummerl.interpreter.asking import score
from bummerl.interpreter.asking.certain import CHANGES, MEMORY_ONLY, PUTS_AWAY
from bummerl.interpreter.asking.given import NOT_ASKED
from bummerl.interpreter.messages import catalogue as messages
from bummerl.interpreter.messages import languages
from bummerl.rulesets import RulesetError, catalogue, load
from bummerl.rulesets.facts import FACTS

SECONDS = 20
"""A question takes a second or two; a loaded machine may take longer."""


def test_every_fact_of_the_language_has_words() -> None:
    for name, fact in FACTS.items():
        if name not in NOT_ASKED and fact.type != "cards":
            assert f"fact.{name}" in messages("en")


@pytest.mark.parametrize("id", [summary.id for summary in catalogue()])
def test_every_fact_of_a_ruleset_is_described(id: str) -> None:
    for lang in languages():
        for fact in score({}, [id], lang=lang)["answers"][0]["facts"]:
            assert fact["text"]
            assert not set(fact["text"]) & set("{}")
            assert ("allowed" in fact) != ("min" in fact)


def test_a_ruleset_says_what_its_memory_is_in_its_own_words() -> None:
    def words(lang: str) -> dict[str, str]:
        return {fact["fact"]: fact["text"] for fact in score({}, ["schnapsen"], lang=lang)["answers"][0]["facts"]}

    assert words("en")["closer"] == "who closed the talon"
    assert words("de")["closer"] == "wer zugedreht hat"


def test_what_is_noted_with_two_moves_names_both() -> None:
    """A ruleset may leave its memory without words: then the moves say what it is."""
    house = {
        "ruleset": "two-ways",
        "version": "1.0.0",
        "title": "Two ways",
        "extends": "schnapsen",
        "memory": {"brave": "player", "risk": 1},
        "moves": {
            "dare": {"set": {"brave": "actor", "risk": "2"}},
            "double-dare": {"set": {"brave": "actor", "risk": "4"}},
        },
        "multiply": "risk if brave is winner else 1",
    }
    facts = {fact["fact"]: fact for fact in score({}, [house])["answers"][0]["facts"]}
    assert facts["brave"]["text"] == "who made one of the moves `dare`, `double-dare`"
    assert facts["risk"]["text"] == "`risk`, as it was noted with one of the moves `dare`, `double-dare`"
    assert facts["risk"]["allowed"] == [1, 2, 4]


def test_what_hangs_on_cards_is_asked_by_its_words_and_used() -> None:
    house = {
        "ruleset": "ace-bonus",
        "version": "1.0.0",
        "title": "Ace bonus",
        "extends": "schnapsen",
        "multiply": "2 if SA in winner.won else 1",
    }
    told = {"closer": "nobody", "claimer": "A", "A.points": 66, "B.tricks": 2, "B.points": 40}
    (answer,) = score(told, [house])["answers"]
    question = answer["next"]
    assert (question["fact"], question["text"]) == ("SA in A.won", "whether this holds: `SA in A.won`")
    assert {reply["values"][0]: reply["outcome"]["game_points"] for reply in question["answers"]} == {True: 2, False: 1}
    (answer,) = score({**told, "SA in A.won": "yes"}, [house])["answers"]
    assert (answer["outcome"]["game_points"], answer["not_used"]) == (2, [])


def test_words_for_what_is_not_kept_in_mind_are_refused() -> None:
    house = {
        "ruleset": "h",
        "version": "1.0.0",
        "title": "H",
        "extends": "schnapsen",
        "facts": {"closr": {"text": "who"}},
    }
    with pytest.raises(RulesetError) as refused:
        load(house)
    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.suggestion) == ("ruleset.unknown-name", "/facts/closr", "closer")


def test_every_key_of_a_move_is_known_to_change_the_table_or_not() -> None:
    """A key added to the language is to be sorted in: what changes nothing but memory may end a hand at once."""
    schema = json.loads(files("bummerl.rulesets").joinpath("ruleset.schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]["move"]["properties"]) == MEMORY_ONLY | CHANGES
    assert not MEMORY_ONLY & CHANGES
    assert PUTS_AWAY < CHANGES


def test_partners_share_what_their_side_has() -> None:
    facts = {"contract": "none", "claimer": "A", "A.points": 70, "C.points": 66}
    answer = score(facts, ["bauernschnapsen"])["answers"][0]
    assert answer["status"] == "impossible"


def test_a_costly_ruleset_is_given_up_in_time() -> None:
    counted = [f"m{i}" for i in range(38)]
    sum_of = " + ".join(f"{name} * {other}" for name, other in zip(counted, reversed(counted), strict=True))[:300]
    sum_of = sum_of[: sum_of.rindex(" + ")]
    who = "(everyone where player.side.tricks > {i} and " + sum_of + " > {i}) is who.opponents"
    rows = [{"id": f"score.r{i}", "when": who.format(i=i), "winner": "who", "worth": sum_of} for i in range(38)]
    house = {
        "ruleset": "costly",
        "version": "1.0.0",
        "title": "Costly",
        "extends": "trick-taking",
        "cite": "custom",
        "seats": 6,
        "partners": "who",
        "deck": {"suits": ["S", "H"], "ranks": {"A": 1, "K": 1, "Q": 1}},
        "deal": [{"hands": 1}],
        "memory": {"who": "players", **dict.fromkeys(counted, "number")},
        "moves": {f"w{i}": {"names": "number", "set": {m: "number", "who": "actor"}} for i, m in enumerate(counted)},
        "ends": [{"id": "end.cards", "when": "cards_left is 0"}],
        "score": [*rows, {"id": "score.last", "winner": "nobody", "worth": 0}],
    }
    began = time.monotonic()
    found = score({}, [house])
    assert found["problems"] == []
    assert time.monotonic() - began < SECONDS
    assert found["answers"][0]["status"] in ("open", "given-up")


@pytest.mark.parametrize(
    ("ruleset", "lang", "said"),
    [
        ("schnapsen-no-close", "en", "In this game this is always nobody: who closed the talon (`closer`)."),
        ("schnapsen-no-close", "de", "In diesem Spiel ist das immer niemand: wer zugedreht hat (`closer`)."),
        ("tute-habanero", "hu", "Ebben a játékban nincs ilyen: ki takart (`closer`)."),
    ],
)
def test_a_fact_that_a_game_has_not_is_told_in_words(ruleset: str, lang: str, said: str) -> None:
    (answer,) = score({"closer": "A"}, [ruleset], lang=lang)["answers"]
    assert [wrong["message"] for wrong in answer["problems"]] == [said]
