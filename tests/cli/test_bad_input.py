"""Whatever somebody feeds to the command line, the answer is a sentence and a status, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import EXAMPLES, Run

GOOD = (EXAMPLES / "marriage.txt").read_bytes()
RECORD = json.dumps(json.loads((EXAMPLES / "closed.json").read_text()))

UNREADABLE: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n\t\r\n",
    "binary": bytes(range(256)) * 20,
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "not utf-8": '[Ruleset "schnapsen"]\n1. SA ; böse'.encode("latin-1"),
    "UTF-16": GOOD.decode().encode("utf-16"),
    "UTF-16 without a mark": GOOD.decode().encode("utf-16-le"),
    "unclosed tag": b'[Ruleset "schnapsen\n1. SA SK',
    "unclosed comment": b'[Ruleset "schnapsen"]\n1. SA {what',
    "no ruleset": b"1. SA SK",
    "unknown ruleset": b'[Ruleset "schnapsn"]\n1. SA',
    "path as ruleset": b'[Ruleset "../../../etc/passwd"]\n1. SA',
    "unknown card": GOOD.replace(b'TurnUp "HJ"', b'TurnUp "HX"'),
    "card twice": GOOD.replace(b'TurnUp "HJ"', b'TurnUp "SA"'),
    "hand too small": GOOD.replace(b"SA SK HT DJ CQ", b"SA SK HT DJ"),
    "unknown option": GOOD.replace(b"[Event", b'[Option "nonsense=1"]\n[Event'),
    "unknown word": GOOD.replace(b"claim", b"abracadabra"),
    "deep brackets": b"(" * 100_000,
    "json: broken": b'{"ruleset": "schnapsen", "moves": ["SA"',
    "json: nothing": b"[]",
    "json: a number": b"[17]",
    "json: null": b"[null]",
    "json: nested deeply": b"[" * 100_000 + b"]" * 100_000,
    "json: nested deeply inside": RECORD.replace('"moves"', '"x":' + "[" * 50_000 + "]" * 50_000 + ',"moves"').encode(),
    "json: NaN": RECORD.replace('"game_points": 3', '"game_points": NaN').encode(),
    "json: huge number": RECORD.replace('"game_points": 3', '"game_points": ' + "9" * 5000).encode(),
    "json: huge float": RECORD.replace('"game_points": 3', '"game_points": 1e400').encode(),
    "json: moves are no list": RECORD.replace('"moves": [', '"moves": {"a": [')
    .replace('], "result"', ']}, "result"')
    .encode(),
    "json: a move is a number": RECORD.replace('"close"', "7").encode(),
    "json: lone surrogate": RECORD.replace('"close"', '"\\ud800"').encode(),
    "json: ruleset is a path": RECORD.replace('"schnapsen"', '"/etc/passwd"').encode(),
    "json: ruleset extends itself": RECORD.replace(
        '"schnapsen"', '{"ruleset": "x", "version": "1.0.0", "extends": "x"}'
    ).encode(),
    "json: ruleset is nonsense": RECORD.replace('"schnapsen"', '{"ruleset": ["x"]}').encode(),
}


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_explained(run: Run, data: bytes, form: str) -> None:
    result = run("check", "-", *(["--json"] if form == "json" else []), stdin=data)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    if form == "json":
        (verdict,) = [json.loads(line) for line in result.stdout.splitlines()]
        assert verdict["status"] == "unreadable"
        assert verdict["problems"]
        assert all(problem["code"] and problem["message"] for problem in verdict["problems"])
    else:
        assert "Not readable" in result.stdout
        assert "\x1b" not in result.stdout.replace("\x1b", "\x1b" if result.stdout.isprintable() else "")


READABLE: dict[str, bytes] = {
    "byte order mark": b"\xef\xbb\xbf" + GOOD,
    "CRLF": GOOD.replace(b"\n", b"\r\n"),
    "no end of line": GOOD.rstrip(),
    "json with a byte order mark": b"\xef\xbb\xbf" + RECORD.encode(),
    "json on many lines": (EXAMPLES / "closed.json").read_bytes(),
}


@pytest.mark.parametrize("data", READABLE.values(), ids=READABLE.keys())
def test_what_is_only_written_oddly_is_read(run: Run, data: bytes) -> None:
    result = run("check", "-", stdin=data)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "data", [b"x" * 10_000_000, b"1. " + b"SA " * 3_000_000, b"{" * 10_000_000, b'["' + b"a" * 10_000_000]
)
def test_ten_megabytes_of_one_line_take_no_time(run: Run, data: bytes) -> None:
    import time

    began = time.monotonic()
    result = run("check", "-", stdin=data)
    assert result.exit_code == 2
    assert len(result.output) < 100_000
    assert time.monotonic() - began < 5


def test_an_unreadable_file_never_spoils_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.txt").write_bytes(b"\0\1\2")
    names = [
        tmp_path / "missing.txt",
        EXAMPLES / "marriage.txt",
        tmp_path,
        tmp_path / "broken.txt",
        EXAMPLES / "closed.json",
    ]
    result = run("check", "--json", *names)
    assert result.exit_code == 2
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [v["status"] for v in found] == ["unreadable", "complete", "unreadable", "unreadable", "complete"]
    assert [v["file"] for v in found] == [str(name) for name in names]


def test_control_characters_of_a_file_stay_in_the_file(run: Run) -> None:
    data = GOOD.replace(b"Anna; Bert", b"An\x1b[2Jna; B\x07ert").replace(b"Thursday", b"\x1b]0;owned\x07")
    result = run("check", "-", stdin=data)
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


WRONG_USE = {
    "no command like it": (["chekc"], "Did you mean `check`?"),
    "no file": (["check"], "FILE"),
    "no option like it": (["check", "x", "--rulest", "schnapsen"], "--ruleset"),
    "unknown ruleset": (
        ["check", str(EXAMPLES / "marriage.txt"), "--ruleset", "schnapsn"],
        "Did you mean `schnapsen`?",
    ),
    "no such ruleset file": (["check", str(EXAMPLES / "marriage.txt"), "--ruleset", "nowhere.yaml"], "nowhere.yaml"),
    "option without value": (["check", str(EXAMPLES / "marriage.txt"), "--option", "last_trick_bonus"], "name=value"),
    "language": (["check", str(EXAMPLES / "marriage.txt"), "--lang", "xx"], "en"),
    "rulesets command": (["rulesets", "shwo", "schnapsen"], "Did you mean `show`?"),
    "rulesets show": (["rulesets", "show", "sixtysix"], "Did you mean `sixty-six`?"),
    "code": (["explain", "record.card-twic"], "Did you mean"),
    "stdin twice": (["check", "-", "-"], "only once"),
    "batch without a file": (["batch", "nowhere.ndjson"], "nowhere.ndjson"),
    "batch of a folder": (["batch", str(EXAMPLES)], "cannot be read"),
    "batch into nowhere": (["batch", str(EXAMPLES / "hands.ndjson"), "-o", "/nowhere/at/all"], "cannot be written"),
    "jobs": (["batch", str(EXAMPLES / "hands.ndjson"), "--jobs", "0"], "jobs"),
    "nothing to compare": (["compare", str(EXAMPLES / "marriage.txt"), "--rulesets", ","], "at least one"),
}


@pytest.mark.parametrize(("arguments", "says"), WRONG_USE.values(), ids=WRONG_USE.keys())
def test_wrong_use_is_answered_with_what_was_probably_meant(run: Run, arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())
    assert "Traceback" not in result.output
