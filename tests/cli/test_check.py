"""`bummerl check`: what a person reads, what a program reads, and the exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import EXAMPLES, Process, Run

MARRIAGE, REVOKE, CLOSED = EXAMPLES / "marriage.txt", EXAMPLES / "revoke.txt", EXAMPLES / "closed.json"


def test_the_sentence_comes_first_then_consequence_rule_choice_and_tricks(run: Run) -> None:
    out = run("check", REVOKE).stdout
    order = [
        "✗ Illegal move", "In trick 8, Bert's 9th move is illegal:", "20 │ 8. SQ HQ", "Consequence", "Stated result",
        "does not agree",
        "16 moves checked", "The rule", "follow.head", "What Bert could play", "SA  ST", "Points, trick by trick",
    ]  # fmt: skip
    places = [out.find(text) for text in order]
    assert -1 not in places, order[places.index(-1)]
    assert places == sorted(places)


def test_the_mark_stands_under_the_refused_card(run: Run) -> None:
    lines = run("check", REVOKE).stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if "8. SQ HQ" in line)
    assert lines[at].index("HQ") == lines[at + 1].index("^^")


def test_points_are_told_trick_by_trick(run: Run) -> None:
    out = run("check", MARRIAGE).stdout
    rows = re.findall(r"^ +(\d) +(.+?)  +(.+?)  +(\d+) +(\d+)$", out, re.M)
    assert rows == [
        ("1", "SA ST", "Anna +21", "21", "0"),
        ("2", "HT HK", "Anna +14", "35", "0"),
        ("3", "DJ DT", "Bert +12", "35", "12"),
        ("4", "CJ CA", "Anna +13", "48", "12"),
        ("5", "DQ+20 claim", "Anna +20 declared", "68", "12"),
    ]


def test_brief_leaves_the_tricks_out(run: Run) -> None:
    assert "trick by trick" not in run("check", "--brief", MARRIAGE).stdout


def test_in_german(run: Run) -> None:
    out = run("check", "--lang", "de", REVOKE).stdout
    for text in (
        "✗ Regelwidriger Zug",
        "In Stich 8 ist Zug 9 von Bert regelwidrig:",
        "Folge",
        "stimmt nicht überein",
        "Was Bert spielen durfte",
    ):
        assert text in out
    assert "Illegal" not in out


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([MARRIAGE], 0),
        ([MARRIAGE, CLOSED], 0),
        ([REVOKE], 1),
        ([MARRIAGE, REVOKE], 1),
        ([EXAMPLES / "half-remembered.txt"], 1),
        ([EXAMPLES / "slips.txt"], 2),
        ([MARRIAGE, REVOKE, EXAMPLES / "slips.txt"], 2),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_the_exit_status_is_that_of_the_worst(run: Run, arguments: list[Path], form: list[str], status: int) -> None:
    assert run("check", *form, *arguments).exit_code == status


def test_a_wrong_result_is_an_exit_status_and_a_sentence(run: Run) -> None:
    text = MARRIAGE.read_text().replace('[Result "A 2"]', '[Result "A 3"]')
    result = run("check", "-", stdin=text)
    assert result.exit_code == 1
    assert "The stated result is wrong" in result.stdout
    assert "3 game points to Anna – does not agree" in result.stdout


def test_a_hand_that_goes_on_says_whose_turn_it_is(run: Run) -> None:
    text = MARRIAGE.read_text().split("3. DJ")[0].replace('[Result "A 2"]\n', "")
    result = run("check", "-", stdin=text)
    assert result.exit_code == 0
    assert "Anna is to move." in result.stdout
    assert "What Anna may do next" in result.stdout


def test_one_json_line_for_one_hand_and_no_file(run: Run) -> None:
    (line,) = run("check", "--json", MARRIAGE).stdout.splitlines()
    verdict = json.loads(line)
    assert "file" not in verdict
    assert "hand" not in verdict
    assert next(iter(verdict)) == "status"


def test_file_and_hand_where_there_are_several(run: Run) -> None:
    lines = run("check", "--json", EXAMPLES / "evening.txt", CLOSED).stdout.splitlines()
    found = [(Path(v["file"]).name, v["hand"]) for v in map(json.loads, lines)]
    assert found == [("evening.txt", n) for n in range(1, 6)] + [("closed.json", 1)]


def test_standard_input_is_a_file_like_any_other(run: Run) -> None:
    assert run("check", "--json", "-", stdin=MARRIAGE.read_bytes()).stdout == run("check", "--json", MARRIAGE).stdout
    assert "standard input" in run("check", "-", stdin=MARRIAGE.read_bytes()).stdout


@pytest.mark.parametrize("data", ["[%s, %s]", "%s\n%s\n", '{"ruleset": "schnapsen", "hands": [%s, %s]}'])
def test_json_may_hold_several_records(run: Run, data: str) -> None:
    record = json.dumps(json.loads(CLOSED.read_text()))
    lines = run("check", "--json", "-", stdin=data % (record, record)).stdout.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["complete"] * 2


def test_a_match_says_for_its_hands_what_they_leave_out(run: Run) -> None:
    record = json.loads(CLOSED.read_text())
    del record["ruleset"]
    match = {"ruleset": "schnapsen", "hands": [record]}
    assert run("check", "--json", "-", stdin=json.dumps(match)).exit_code == 0


def test_the_options_given_win_over_those_of_the_record(run: Run) -> None:
    verdict = json.loads(run("check", "--json", MARRIAGE, "--option", "last_trick_bonus=10").stdout)
    assert verdict["options"] == {"last_trick_bonus": 10}
    assert verdict["ruleset"]["id"] == "schnapsen"


def test_an_unknown_option_is_a_problem_with_a_suggestion(run: Run) -> None:
    result = run("check", MARRIAGE, "--option", "last_trik_bonus=10")
    assert result.exit_code == 2
    assert "last_trick_bonus" in result.output


def test_explain_adds_how_it_was_decided(run: Run) -> None:
    assert json.loads(run("check", "--json", "--explain", REVOKE).stdout)["trace"]
    out = run("check", "--explain", REVOKE).stdout
    assert "How it was decided" in out
    assert "card.suit is led.suit" in out.split("How it was decided")[1]


def test_no_colour_where_nobody_looks_and_colour_where_it_is_asked_for(process: Process) -> None:
    assert b"\x1b" not in process("check", REVOKE).stdout
    assert b"\x1b[31m" in process("check", REVOKE, FORCE_COLOR="1").stdout
    assert b"\x1b" not in process("check", REVOKE, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_an_ascii_terminal_is_no_reason_to_stop(process: Process) -> None:
    done = process("check", REVOKE, PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"Bert's 9th move is illegal" in done.stdout


def test_names_that_are_no_text_do_not_matter(run: Run) -> None:
    record = json.loads(CLOSED.read_text()) | {"players": {"A": "", "B": "Bert"}}
    result = run("check", "-", stdin=json.dumps(record))
    assert "Traceback" not in result.output
