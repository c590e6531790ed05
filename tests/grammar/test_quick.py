"""The quick reader accepts nothing that the grammar refuses, and reads nothing differently.

The patterns are compared as automata in `test_grammars.py`; here whole logs are read both ways.
"""

from __future__ import annotations

import json

from bummerl.grammar import Severity, notation, quick, read_log, write_logs
from bummerl.grammar.movelog import parse_log
from bummerl.grammar.source import Source, unify_line_ends
from hypothesis import example, given, settings
from hypothesis import strategies as st

from .records import JUNK, LOGS, SPOILT_LOGS, records


def by_grammar(text: str) -> list[dict]:
    return parse_log(Source(unify_line_ends(text)))


def compare(text: str) -> None:
    """What the quick reader takes must be what the grammar reads, hand by hand and in the same order of keys."""
    text = unify_line_ends(text)
    start = len(text) - len(text.lstrip())
    read = quick.read_hand(text, start)
    if read is None:
        return
    record, end = read
    assert start < end <= len(text)
    slow = by_grammar(text[start:end])
    assert [hand.problems for hand in slow] == [[]]
    assert json.dumps(slow[0].record) == json.dumps(record)
    rest = by_grammar(text[end:])
    if not any(hand.problems for hand in rest):
        whole = by_grammar(text[start:])
        assert [hand.record for hand in whole] == [record, *(hand.record for hand in rest)]


@settings(max_examples=400)
@given(LOGS)
@example("* [Dealer")
@example('[A ""]\n; }\n\n[B "SA"]')
@example("1. SA * {end}")
def test_well_formed_logs(text):
    compare(text)


@settings(max_examples=400)
@given(SPOILT_LOGS)
@example("SA(HT)SK)")
@example("(SA {x} SK)")
@example("1.SA")
@example("SA\u0308")
def test_spoilt_logs(text):
    compare(text)


@given(st.lists(records(), min_size=1, max_size=3), st.data())
def test_canonical_logs_with_one_mutation(many, data):
    text = write_logs(many)
    compare(text)
    place = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    junk = data.draw(st.sampled_from([*JUNK, "", " ", "\n", "*", "1. "]))
    compare(text[:place] + junk + text[place + cut :])


@given(LOGS | SPOILT_LOGS)
@example('* ; to the end\n[Ruleset "schnapsen"]\n')
def test_reading_hand_by_hand_is_reading_the_whole(text):
    """A text without a mistake gives the same hands whether it is read in one piece or by `read_log`."""
    whole = by_grammar(text)
    if any(problem.severity is Severity.ERROR for hand in whole for problem in hand.problems):
        assert not all(hand.readable for hand in read_log(text))
    else:
        assert [hand.record for hand in read_log(text)] == [hand.record for hand in whole]


@given(LOGS)
def test_lines_and_places_are_the_same_both_ways(text):
    for quickly, slowly in zip(read_log(text), by_grammar(text), strict=False):
        if quickly.problems or slowly.problems:
            return
        lines = unify_line_ends(text).split("\n")
        for index, move in enumerate(quickly.record["moves"]):
            span = quickly.place(f"/moves/{index}")
            assert span is not None
            if span.line == span.end_line:
                written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
                assert "".join(written.split()) == "".join(move.split())


def test_ordinary_logs_take_the_quick_way():
    text = '[Dealer "B"]\n[A "SA SK"]\n\n1. SA ST {a comment}\n2. (HT ?) HK+40 ; so\n'
    assert quick.read_hand(text, 0) is not None


def test_junk_fills_no_memory_and_is_forgotten():
    """However many odd words were read before, few are kept, and the words of ordinary logs find their place again."""
    for start in range(0, 60_000, 900):
        read_log(" ".join(f"w{number}" for number in range(start, start + 900)))
        read_log('[A "' + " ".join(f"c{number}" for number in range(start, start + 10_000)) + '"]\nSA')
    read_log('[A "SA SK"]\nSA SK')
    assert len(quick._known) <= 4096
    assert len(notation._cards) <= 4096
    assert {"SA", "SK"} <= quick._known.keys()
    assert {"SA", "SK"} <= notation._cards
