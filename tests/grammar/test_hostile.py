"""Whatever is sent, it is answered within a second and with a problem, never a traceback."""

from __future__ import annotations

import json
import time

import pytest
from bummerl.grammar import UndecodableError, decode, read_log, suggest
from bummerl.grammar.diagnostics import Problem, shown
from bummerl.grammar.movelog_errors import MOST_PROBLEMS

MILLION = 1 << 20
SECOND = 5.0
"""Generous, for machines that do other things at the same time; most of these take a few hundredths."""


def filled(piece: str) -> str:
    return piece * (MILLION // len(piece))


@pytest.mark.parametrize(
    "piece",
    [
        "A",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        '"',
        ";",
        "*",
        "\\",
        "\0",
        "\n",
        "1. ",
        "SA ",
        "SA! ",
        "* ",
        "!*",
        "*{",
        "(SA ",
        '[A "x\n',
        '[A "SA"]\n',
        "\n[\n x",
        "{x} ",
        "; x\n",
        '[Dealer "B"]\nSA\n',
        "[Dealer B]\nSA\n",
        '[Event "\\"',
        "\ud800",
        "é\0 ",
    ],
)
def test_a_mebibyte_of_anything(piece):
    begin = time.perf_counter()
    hands = read_log(filled(piece))
    assert time.perf_counter() - begin < SECOND
    assert any(not hand.readable for hand in hands)
    assert all(len(hand.problems) <= MOST_PROBLEMS + 1 for hand in hands)
    for hand in hands:
        for problem in hand.problems:
            str(problem).encode("utf-8")


def test_ten_megabytes_of_one_line():
    begin = time.perf_counter()
    (hand,) = read_log("SA " * 3_500_000)
    assert time.perf_counter() - begin < 1
    assert [problem.code for problem in hand.problems] == ["log.size"]
    with pytest.raises(UndecodableError) as caught:
        decode(b"SA " * 3_500_000)
    assert caught.value.problem.code == "log.size"


@pytest.mark.parametrize("nested", ["[" * 50_000, '{\\"a\\":' * 50_000, "[" * 50_000 + "]" * 50_000])
def test_deeply_nested_json_in_a_header(nested):
    (hand,) = read_log(f'[Json "{nested}"]\nSA')
    assert [problem.code for problem in hand.problems] == ["log.value"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_numbers_that_json_does_not_have(number):
    (hand,) = read_log(f'[Json "{{\\"x\\": {number}}}"]\nSA')
    assert [problem.code for problem in hand.problems] == ["log.value"]


@pytest.mark.parametrize("start", ["", '[Event "', "SA {"])
@pytest.mark.parametrize(
    "motif", ['\\"', '"\\', "{\\", "\\{", "\\{\n", "{\\\n", '"\n', "*\\{\n", '{"\\', 'SA\n{\\"', "*{\\{"]
)
def test_reading_time_grows_with_the_text_only(start, motif):
    """What never closes is not looked for again and again: four times the text is not sixteen times the work."""
    short, long = (counted(start + motif * n) for n in (10_000, 40_000))
    assert long < 8 * short + 0.5


def counted(text):
    """The processor time that reading takes, in seconds; the text is bad."""
    begin = time.process_time()
    hands = read_log(text)
    assert not all(hand.readable for hand in hands)
    return time.process_time() - begin


def test_the_many_problems_of_a_hand_are_told_up_to_a_number():
    (hand,) = read_log('[A "' + "SA! " * 500 + '"]\nSA')
    assert len(hand.problems) == MOST_PROBLEMS + 1
    assert hand.problems[-1].message == "… and 400 more"


def test_a_byte_order_mark_and_windows_line_ends_are_no_trouble():
    assert decode(b'\xef\xbb\xbf[Dealer "B"]\r\n1. SA\r\n') == '[Dealer "B"]\n1. SA\n'


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"SA\r\nab\xff", "log.encoding", (2, 3)),
        ("ä ö".encode() + b"\xc3", "log.encoding", (1, 4)),
        (b"\xff\xfe\0\0S\0\0\0", "log.encoding", (1, 1)),
        (b"SA\n\0", "log.binary", (2, 1)),
        (b"\x89PNG\r\n\x1a\n", "log.encoding", (1, 1)),
    ],
)
def test_bytes_that_are_no_text(data, code, place):
    with pytest.raises(UndecodableError) as caught:
        decode(data)
    problem = caught.value.problem
    assert (problem.code, (problem.line, problem.column)) == (code, place)


def test_messages_show_no_raw_control_characters_and_are_short():
    assert shown("a\x1b[31m\ud800\n") == "a\\x1b[31m\\ud800\\n"
    assert len(shown("x" * 1000)) == 40


def test_a_problem_as_a_line_and_as_json():
    problem = Problem("log.move", "`SA,` is not written as a move", 3, 7, token="SA,", suggestion="SA", file="hand.log")
    assert str(problem) == "hand.log:3:7: `SA,` is not written as a move; did you mean `SA`?"
    assert problem.to_json() == {
        "code": "log.move", "severity": "error", "message": "`SA,` is not written as a move", "file": "hand.log",
        "line": 3, "column": 7, "token": "SA,", "suggestion": "SA",
    }  # fmt: skip
    assert str(Problem("record.card", "no such card", path="/moves/0")) == "/moves/0: no such card"


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("exchnage", ["exchange", "close", "claim"], "exchange"),
        ("Claim", ["claim", "close"], "claim"),
        ("clo", ["close", "claim"], "close"),
        ("bat", ["cat", "rat"], None),
        ("xyz", ["close"], None),
        ("x" * 100_000, ["close"], None),
    ],
)
def test_a_suggestion_is_made_only_where_one_is_sensible(word, known, meant):
    assert suggest(word, known) == meant


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        f"[Dealer {LONG}]\nSA",
        f'[Dealer "{LONG}"]\nSA',
        f'[A "{LONG},"]\nSA',
        f'[{LONG} "x"]\nSA',
        f'[Players "{LONG},{LONG}"]\nSA',
        f"SA {LONG}\nSK",
        f"({LONG})\nSA",
        f"Z:{LONG} SA",
    ],
    ids=lambda text: text.replace(LONG, "…"),
)
def test_a_long_word_is_cut_short_wherever_it_is_told(text):
    (hand, *_) = read_log(text)
    assert hand.problems
    for problem in hand.problems:
        assert len(json.dumps(problem.to_json())) < 1_000
