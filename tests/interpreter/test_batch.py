"""The quick way says what the general way says, byte for byte."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import Judge, adjudicate, adjudicate_text
from bummerl.interpreter.quick import Quick
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import catalogue

from ..strategies import hand as random_hand
from ..strategies import spoil, vocabulary
from ..tables import game
from .hands import hand

NAMES = [summary.id for summary in catalogue()]
COMPLETE = hand("close SA SQ ST SK CA HK DK HJ CT DQ")


def dumped(verdict: Any) -> bytes:
    return json.dumps(verdict, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def decorated(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The record with names, a stated result, trick numbers and headers, right and wrong."""
    record = dict(record)
    seats = list(record["deal"]["hands"])
    if rng.random() < 0.5:
        record["players"] = {
            seat: rng.choice(["Anna", 'B"ert', "Ćiro", ""]) for seat in rng.sample(seats, len(seats) - 1)
        }
    if rng.random() < 0.5:
        record["result"] = {"winner": rng.choice([*seats, None, seats]), "game_points": rng.randrange(4)}
    if rng.random() < 0.3:
        record["result"] = rng.choice([{"winner": seats[0]}, {"game_points": 1, "winner": seats[0]}, {}])
    if rng.random() < 0.5 and record["moves"]:
        record["trick_numbers"] = {str(rng.randrange(len(record["moves"]))): rng.randrange(1, 4), "0": 1}
    if rng.random() < 0.3:
        record["headers"] = {"Event": "Casino"}
    return record


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_same_bytes_on_random_hands(ruleset: str, lang: str) -> None:
    rng, judge = Random(f"{ruleset} {lang}"), Judge(lang=lang)
    tokens = vocabulary(game(ruleset, ()))
    complete = 0
    for _ in range(25):
        record = random_hand(ruleset, rng, 90)
        for one in (record, spoil(record, tokens, rng), decorated(record, rng), decorated(record, rng)):
            line = json.dumps(one).encode()
            expected = adjudicate(one, lang=lang)
            complete += expected["status"] == "complete"
            assert judge.line(line) == dumped(expected)
            assert judge.record(one) == dumped(expected)
    assert complete > 20


def test_the_quick_way_is_taken() -> None:
    """Otherwise the test above would compare the general way with itself."""
    quick = Quick(rules_for("schnapsen"), "en")
    assert quick.verdict(COMPLETE) is not None
    assert quick.verdict(COMPLETE | {"players": {"A": "Anna"}, "result": {"winner": "B", "game_points": 3}}) is not None
    assert quick.verdict(COMPLETE | {"moves": ["SA"]}) is not None
    assert quick.verdict(COMPLETE | {"moves": ["SA", "SA"]}) is not None
    for declined in (
        *(
            {"moves": "SA"},
            {"dealer": None},
            {"dealer": ["B"]},
            {"players": {"A": 1}},
        ),
        *({"brought": {"A": 1}}, {"position": {}}, {"tallon": []}, {"deal": None}, {"deal": {"hands": {}}}),
        *({"result": {"winner": True}}, {"trick_numbers": {"0": 2}}, {"moves": {"SA": 1}}, {"moves": [["SA"]]}),
    ):
        assert quick.verdict(COMPLETE | declined) is None


def test_text_is_judged_as_the_general_way_judges_it() -> None:
    log = """[Ruleset "schnapsen"]
[Players "Anna; Bert"]
[Dealer "B"]
[A "HJ SA ST CA CT"]
[B "SK SQ DK DQ HK"]
[TurnUp "HQ"]
[Talon "DA DT CK CQ HA HT SJ DJ CJ"]
[Result "B 3"]

1. close SA SQ 2. ST SK {so far} 3. CA HK 4. DK HJ 5. CT DQ
"""
    for text in (
        log,
        log.replace("DQ\n", "\n"),
        log.replace("4. DK", "5. DK"),
        log.replace("HJ 5", "SA 5"),
        log + log,
        log[3:],
    ):
        expected = b"\n".join(map(dumped, adjudicate_text(text)))
        assert Judge().text(text) == expected
    assert read_log(log)[0].readable


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b"{", b"null", b"7", b'"text"', b"[]", b"\xff\xfe{}", b"\x00", b"[" * 100_000, b'{"a":' * 100_000),
        *(b'{"ruleset":"schnapsen","moves":[NaN]}', b'{"moves": Infinity}', b"1" * 5000),
        *(b'{"ruleset":"schnapsen","moves":["\\ud800"]}', b'{"ruleset":"\\udfff"}'),
    ],
)
def test_broken_lines_are_unreadable_records(raw: bytes) -> None:
    verdict = json.loads(Judge().line(raw).decode("utf-8"))
    assert verdict["status"] == "unreadable"
    assert verdict["problems"]


def test_a_judge_may_have_its_own_ruleset_and_options() -> None:
    judge = Judge("schnapsen-source-0", None, "de")
    assert json.loads(judge.record(COMPLETE))["ruleset"]["id"] == "schnapsen-source-0"
    judge = Judge("schnapsen", {"last_trick_bonus": 10})
    assert json.loads(judge.record(COMPLETE | {"options": {"last_trick_bonus": 0}}))["options"] == {
        "last_trick_bonus": 10
    }


def test_options_that_look_alike_are_told_apart() -> None:
    """1 and true are equal in Python, and are different values of an option."""
    judge = Judge()
    for options in (
        {"last_trick_bonus": 10},
        {"last_trick_bonus": True},
        {"retour": 1},
        {"retour": True},
        {"retour": "yes"},
    ):
        record = COMPLETE | {"options": options}
        assert judge.record(record) == dumped(adjudicate(record))


def test_threads_may_share_a_judge() -> None:
    judge = Judge()
    records = [random_hand(name, Random(seed), 90) for name in NAMES for seed in range(4)] * 3
    expected = [dumped(adjudicate(record)) for record in records]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(judge.record, records)) == expected
