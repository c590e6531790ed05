"""A log goes through every lexicon that knows its cards, and nothing is lost; what it is worth is the same."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from bummerl.grammar import read_log, write_log
from bummerl.interpreter import Judge, adjudicate, canonical, replay
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import lexicon_ids
from hypothesis import given, note

from ..strategies import Record, examples, hand, seeds, spoil, vocabulary
from ..tables import SHIPPED, game


@cache
def fitting(name: str) -> tuple[str, ...]:
    """The lexicons that know all cards of a ruleset."""
    rules = rules_for(name)
    return tuple(lexicon for lexicon in lexicon_ids() if rules.knows(lexicon))


def written_down(name: str, rng: Random) -> Record:
    """A hand with all that can stand beside it."""
    record = hand(name, rng)
    if rng.random() < 0.3:
        record = spoil(record, vocabulary(game(name)), rng)
    moves = len(record["moves"])
    record["players"] = {seat: f"Anna {seat}" for seat in record["deal"]["hands"]}
    record["headers"] = {"Event": "Herz-Ober HO", "Site": "SA"}
    record["comments"] = [
        {"before": rng.randrange(moves + 1), "text": "HO, and Herz-Ober {again}", "form": rng.choice(("brace", "line"))}
    ]
    return record


def spelt_at_random(record: Record, lexicon: str, rng: Random) -> Record:
    """The same record, each card and suit in one of the ways in which this lexicon may have them written."""
    spelling = rules_for(record["ruleset"], cards=lexicon).vocabulary.spelling
    forms: dict[str, list[str]] = {}
    for known in (spelling.cards, spelling.suit_forms):
        for form, letters in known.items():
            forms.setdefault(letters, []).append(form)

    def any_case(text: str) -> str:
        return rng.choice((text, text.upper(), text.title()))

    def card(text: str) -> str:
        return any_case(rng.choice(forms[text])) if text in forms else text

    def move(text: str) -> str:
        if text.startswith("("):
            return "(" + " ".join(map(card, text[1:-1].split())) + ")"
        seat, text = (text[:2], text[2:]) if text[1:2] == ":" else ("", text)
        what, plus, said = text.partition("+")
        word, colon, named = text.partition(":")
        return seat + (card(what) + plus + said if plus else word + colon + card(named) if colon else card(text))

    record = deepcopy(record)
    deal = record["deal"]
    deal["hands"] = {seat: list(map(card, cards)) for seat, cards in deal["hands"].items()}
    if deal.get("turn_up"):
        deal["turn_up"] = card(deal["turn_up"])
    if "talon" in deal:
        deal["talon"] = list(map(card, deal["talon"]))
    record["moves"] = list(map(move, record["moves"]))
    return record


@pytest.mark.parametrize("name", SHIPPED)
def test_every_ruleset_has_lexicons_in_every_language(name: str) -> None:
    assert {lexicon[-2:] for lexicon in fitting(name)} == {"de", "en", "es", "hu", "it", "pt"}


@pytest.mark.parametrize("name", SHIPPED)
@examples(4)
@given(rng=seeds())
def test_a_log_comes_back_from_every_lexicon(name: str, rng: Random) -> None:
    record = written_down(name, rng)
    note(f"record: {record}")
    plain = canonical(record)
    for lexicon in fitting(name):
        there = canonical(record, cards=lexicon)
        assert there["cards"] == lexicon
        assert {key: there[key] for key in ("headers", "comments", "players")} == {
            key: record[key] for key in ("headers", "comments", "players")
        }
        text = write_log(there)
        (read,) = read_log(text)
        assert read.problems == ()
        assert write_log(read.record) == text
        assert canonical(there, cards=lexicon) == there
        for record_again in (there, read.record, json.loads(json.dumps(there))):
            assert canonical(record_again) == plain
    assert canonical(plain) == plain


@pytest.mark.parametrize("name", SHIPPED)
@examples(4)
@given(rng=seeds())
def test_any_spelling_is_the_same_hand(name: str, rng: Random) -> None:
    record = hand(name, rng)
    lexicon = rng.choice(fitting(name))
    there = spelt_at_random(canonical(record, cards=lexicon), lexicon, rng)
    note(f"record: {there}")
    (read,) = read_log(write_log(there))
    assert read.problems == ()
    assert canonical(read.record) == canonical(record)


@pytest.mark.parametrize("name", SHIPPED)
@examples(3)
@given(rng=seeds())
def test_the_answer_is_the_same_whatever_the_record_is_written_in(name: str, rng: Random) -> None:
    record = written_down(name, rng)
    lexicon = rng.choice(fitting(name))
    there = canonical(record, cards=lexicon)
    by_codes = adjudicate(record, explain=True)
    assert adjudicate(there, cards="codes", explain=True) == by_codes
    in_lexicon = adjudicate(there, explain=True)
    assert in_lexicon["cards"] == lexicon
    assert adjudicate(record, cards=lexicon, explain=True) == in_lexicon
    assert numbers(in_lexicon) == numbers(by_codes)
    assert len(in_lexicon["legal"]) == len(by_codes["legal"])
    positions = [replay(one, cards=lexicon)["positions"] for one in (record, there)]
    assert positions[0] == positions[1]
    if in_lexicon["status"] == "ongoing":  # each token that is offered can be written next
        for token in in_lexicon["legal"]:
            after = adjudicate({**there, "moves": [*there["moves"], token]})
            assert after["status"] != "unreadable"
            assert after["moves_checked"] == len(there["moves"]) + 1


@pytest.mark.parametrize("name", SHIPPED)
@examples(3)
@given(rng=seeds())
def test_a_batch_says_the_same(name: str, rng: Random) -> None:
    lexicon, other = rng.choice(fitting(name)), rng.choice(fitting(name))
    record = canonical(written_down(name, rng), cards=lexicon)
    for cards in (None, "codes", lexicon, other):
        line = Judge(cards=cards).record(record)
        assert json.loads(line) == json.loads(json.dumps(adjudicate(record, cards=cards)))


def numbers(verdict: dict[str, Any]) -> Any:
    """What no way of writing changes."""
    outcome = verdict["outcome"] or {}
    broken = [(one["move"], one["rule"], one["seat"]) for one in verdict["violations"]]
    return verdict["status"], verdict["score"], outcome.get("winner"), outcome.get("game_points"), broken


POSITION = """[Ruleset "schnapsen"]
[Position "trick 6"]
[Leader "A"]
[Trump "Herz"]
[A "LA Laub-König"]
[B "HO SX"]
[Seat A "tricks 3; points 41; meld S 20"]
[Seat B "won LX LO; won HU Herz-Daus"]
[Memory "closer B; tricks_at_close 1; points_at_close 20"]
[Cards "german.de"]
"""


def test_a_position_is_translated_too() -> None:
    (read,) = read_log(POSITION)
    assert read.problems == ()
    by_codes = canonical(read.record)
    found = by_codes["position"]
    assert (found["trump"], found["hands"]) == ("H", {"A": ["SA", "SK"], "B": ["HQ", "DT"]})
    assert found["seats"]["A"]["melds"] == {"D": 20}
    assert found["seats"]["B"]["won"] == [["ST", "SQ"], ["HJ", "HA"]]
    assert adjudicate(by_codes) == adjudicate(read.record, cards="codes")
    back = canonical(by_codes, cards="german.de")["position"]
    assert (back["hands"]["A"], back["seats"]["A"]["melds"], back["trump"]) == (["LA", "LK"], {"S": 20}, "H")
