"""What docs/notation.md shows is read, and refused, as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bummerl.grammar import read_log, write_log
from bummerl.grammar.headers import READERS
from bummerl.grammar.notation import NOTATION_WORDS, SEATS, is_move

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
TEXTS = [text for kind, text in BLOCKS if kind == "text"]


def test_the_examples_are_read():
    whole, position, *_ = TEXTS
    for text in (whole, position):
        (hand,) = read_log(text)
        assert hand.problems == ()
        assert write_log(hand.record).split("\n\n")[0] == text.strip().split("\n\n")[0]


def test_the_mistakes_are_reported_as_shown():
    *_, wrong, report = TEXTS
    assert [str(problem) for hand in read_log(wrong) for problem in hand.problems] == report.splitlines()


def test_the_record_comes_back_from_its_text():
    (record,) = [json.loads(text) for kind, text in BLOCKS if kind == "json"]
    (hand,) = read_log(write_log(record))
    assert hand.record == record


def test_every_header_and_every_word_is_on_the_page():
    for name in READERS:
        assert f"[{name} " in PAGE or name[-1] in SEATS
    table = PAGE.partition("## Moves")[2].partition("## Headers")[0]
    for move in re.findall(r"`([^` ]+)`", table.partition("A trick's number")[0]):
        assert is_move(move), move


def test_words_that_are_moves_elsewhere_are_known():
    assert {"exchange", "close", "claim", "concede", "pass"} <= NOTATION_WORDS
