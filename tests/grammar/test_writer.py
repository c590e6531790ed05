"""The canonical form: nothing is lost on the way to text and back, and canonical text stays as it is."""

from __future__ import annotations

import json

import pytest
from bummerl.grammar import read_log, write_log, write_logs
from hypothesis import example, given

from .records import LOGS, ODD_RECORDS, records

EMPTY = {"options": {}, "players": {}, "deal": {}, "headers": {}, "comments": [], "trick_numbers": {}}


def canonical(record: dict) -> dict:
    """A record without its empty parts, which are the same as missing ones, and with its moves."""
    kept = {key: value for key, value in record.items() if key not in EMPTY or value != EMPTY[key]}
    return {"moves": [], **kept}


def exact(value: object) -> str:
    """JSON text, for which 1, 1.0 and true are three things."""
    return json.dumps(value, sort_keys=True)


@given(records())
@example({"moves": [], "comments": [{"before": 0, "text": "}\\}\\", "form": "brace"}]})
@example({"moves": ["SA"], "headers": {"Event": 'a "b"\n\\'}})
@example({"moves": [], "position": {}})
def test_a_record_comes_back_from_its_text(record):
    text = write_log(record)
    hands = read_log(text)
    assert len(hands) == 1
    assert hands[0].readable
    assert exact(hands[0].record) == exact(canonical(record))
    assert write_log(hands[0].record) == text
    text.encode("utf-8")


@given(ODD_RECORDS)
@example({"ruleset": {"ruleset": "mine", "extends": "schnapsen"}, "moves": ["SA"]})
@example({"moves": ["no move"], "comments": [{"before": 1, "text": "", "form": "brace"}]})
@example({"dealer": 5, "options": {"a": "yes"}, "players": {"A": "Anna; Bert"}, "note": [1]})
@example({"deal": {"hands": {}}, "trick_numbers": {"0": 1}})
def test_any_json_object_comes_back_from_its_text(record):
    hands = read_log(write_log(record))
    assert len(hands) == 1
    assert [problem for problem in hands[0].problems if problem.severity == "error"] == []
    assert pruned(hands[0].record) == pruned(canonical(record))


def pruned(record: dict) -> str:
    """A record as JSON text, where a deal without hands is the same as none."""
    if record.get("deal") == {"hands": {}}:
        record = {key: value for key, value in record.items() if key != "deal"}
    return exact(record)


@given(LOGS)
def test_the_canonical_form_of_a_log_is_a_fixed_point(text):
    hands = read_log(text)
    if not all(hand.readable for hand in hands):
        return
    once = write_logs([hand.record for hand in hands])
    again = read_log(once)
    assert [hand.record for hand in again] == [hand.record for hand in hands]
    assert write_logs([hand.record for hand in again]) == once


CANONICAL = """\
[Ruleset "schnapsen"]
[Option "last_trick_bonus=10"]
[Players "Anna; Bert"]
[Dealer "B"]
[A "SA SK HT DJ CQ"]
[B "HK HQ DA CJ ST"]
[TurnUp "HJ"]
[Talon "CA DT DK SQ CK DQ CT SJ HA"]
[Result "A 2"]
[Event "Club evening"]

1. SA ST {a comment}
2. HT HK ; and another one
"""


def test_the_canonical_form_looks_as_the_notation_says():
    untidy = CANONICAL.replace("ST {", "ST            {").replace("; and", ";and").replace('"]\n', '"]\n\n')
    assert write_log(read_log(untidy)[0].record) == CANONICAL
    assert write_log(read_log(CANONICAL)[0].record) == CANONICAL


def test_long_lines_are_broken():
    text = write_log({"moves": ["exchange"] * 30}, width=40)
    assert max(map(len, text.splitlines())) <= 40
    assert text.split() == ["exchange"] * 30


def test_hands_without_moves_or_headers_are_kept_apart():
    records_ = [
        {"moves": []},
        {"dealer": "A", "moves": []},
        {"moves": ["SA"]},
        {"moves": ["SK"]},
        {"dealer": "B", "moves": ["HT"]},
    ]
    assert [hand.record for hand in read_log(write_logs(records_))] == records_


def test_what_is_no_json_is_refused():
    with pytest.raises(ValueError, match="JSON"):
        write_log({"note": float("nan")})
