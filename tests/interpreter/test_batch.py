"""The quick way says what the general way says, byte for byte."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from bummerl.grammar import read_log
from bummerl.interpreter import Judge, adjudicate, adjudicate_text, quick, rules
from bummerl.interpreter.kept import Kept
from bummerl.interpreter.quick import Quick
from bummerl.interpreter.rules import rules_for
from bummerl.rulesets import catalogue

from ..strategies import hand as random_hand
from ..strategies import spoil, vocabulary
from ..tables import game
from .hands import hand

NAMES = [summary.id for summary in catalogue()]
COMPLETE = hand("close SA SQ ST SK CA HK DK HJ CT DQ")


BESIDE = ("options", "trick_numbers", "brought", "players", "position", "result", "dealer")
ODD: list[Any] = [None, [], {}, 0, "", False, 1, "A", ["A"], {"A": 1}, {"0": "1"}, True, "x" * 201]
"""Values of every type, for places that want another one."""


@cache
def words_of(ruleset: str) -> list[str]:
    """Every word that could stand in a record, to spoil hands with."""
    return list(vocabulary(game(ruleset, ())))


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
    if rng.random() < 0.3:
        record[rng.choice(BESIDE)] = rng.choice(ODD)
    return record


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_same_bytes_on_random_hands(ruleset: str, lang: str) -> None:
    rng, judge = Random(f"{ruleset} {lang}"), Judge(lang=lang)
    tokens = words_of(ruleset)
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


@pytest.mark.parametrize("key", BESIDE)
def test_a_value_of_the_wrong_type_is_never_overlooked(key: str) -> None:
    """Empty ones neither: `[]` is no object, and 0 is none."""
    judge = Judge()
    judge.record(COMPLETE)  # the rules are at hand
    for value in ODD:
        record = COMPLETE | {key: value}
        assert judge.record(record) == dumped(adjudicate(record)), value
        assert Judge().record(record) == dumped(adjudicate(record)), value


def test_long_names_are_refused_and_none_fill_the_memory() -> None:
    """A name may have two hundred characters; outcomes that hold one of more than sixty are not kept."""
    judge, quick = Judge(), Quick(rules_for("schnapsen"), "en")
    for length, status in ((60, "complete"), (200, "complete"), (201, "unreadable")):
        record = COMPLETE | {"players": {"B": "B" * length}}
        verdict = json.loads(judge.record(record))
        assert verdict["status"] == status
        assert dumped(adjudicate(record)) == judge.record(record)
    assert [(p["code"], p["path"]) for p in verdict["problems"]] == [("record.type", "/players/B")]
    for i in range(5_000):
        assert quick.verdict(COMPLETE | {"players": {"A": f"{i:060}", "B": f"{i:060}"}}) is not None
        if i < 50:
            assert quick.verdict(COMPLETE | {"players": {"B": f"{i:0200}"}}) is not None
    assert sum(map(len, quick.pieces.values())) < 2_000_000
    assert not any("0" * 150 in piece for piece in quick.pieces.values())


def test_threads_may_share_a_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """They begin with nothing at hand: rules are compiled and pieces made while all of them judge."""
    records = [random_hand(name, Random(seed), 90) for name in NAMES for seed in range(4)] * 3
    names = [{"A": f"Anna {i}"} for i in range(len(records))]
    records = [record | {"players": own} for record, own in zip(records, names, strict=True)]
    monkeypatch.setattr(rules, "_compiled", Kept(rules.KEPT))
    judge = Judge()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(judge.record, records))
    assert found == [dumped(adjudicate(record)) for record in records]


def test_threads_that_want_the_same_thing_wait_for_the_first() -> None:
    kept: Kept[int] = Kept(2)
    made = []
    start = Barrier(8)

    def make() -> int:
        made.append(1)
        sleep(0.02)
        return len(made)

    def ask(_: int) -> int:
        start.wait()
        return kept.get("key", make)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [1] * 8
    assert len(made) == 1


def test_what_was_not_used_for_longest_goes_first() -> None:
    kept: Kept[str] = Kept(2)
    made: list[str] = []

    def get(key: str) -> None:
        def make() -> str:
            made.append(key)
            return key

        assert kept.get(key, make) == key

    for key in "abacab":  # b goes when c comes, because a was used again; then c goes
        get(key)
    assert made == ["a", "b", "c", "b"]


def test_what_could_not_be_made_is_tried_again() -> None:
    kept: Kept[int] = Kept(2)

    def fail() -> int:
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            kept.get("key", fail)
    assert kept.get("key", lambda: 7) == 7


def test_large_things_are_kept_only_as_far_as_there_is_room() -> None:
    kept: Kept[str] = Kept(9, len, room=10)
    for text in ("aaaa", "bbbb", "cccc"):
        kept.get(text, lambda text=text: text)
    assert kept.held == 8
    assert kept.get("bbbb", lambda: "made anew") == "bbbb"
    assert kept.get("aaaa", lambda: "made anew") == "made anew"  # and the others had to go
    assert kept.held == len("made anew")
    assert kept.get("d", lambda: "d" * 99) == "d" * 99  # the last one is kept, however large
    assert kept.get("d", lambda: "made anew") == "d" * 99


def test_many_large_house_rulesets_are_not_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    own: Kept[rules.Rules] = Kept(rules.KEPT, lambda one: one.size, room=20_000)
    monkeypatch.setattr(rules, "_compiled", own)
    for number in range(30):
        mine = {"ruleset": "mine", "version": "1.0.0", "title": "Mine", "extends": "schnapsen"}
        assert rules.rules_for(mine | {"terms": {"enough": number}}).size > 1_000
        assert 0 < own.held <= 20_000


def test_outcomes_are_kept_up_to_so_many_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "MOST_PIECES", 5_000)
    own = Quick(rules_for("schnapsen"), "en")
    for number in range(40):
        text = own.verdict(COMPLETE | {"players": {"A": f"Anna {number}", "B": f"Bert {number}"}})
        assert text is not None
        assert f"Bert {number}" in text
        assert sum(map(len, own.pieces.values())) < 6_000
    assert 0 < len(own.pieces) < 40
