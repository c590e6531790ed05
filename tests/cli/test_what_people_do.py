"""What people do with the command line that is not quite what it asks for, and what they get for it."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from bummerl.interpreter import NotJson, decode_json
from bummerl.service.json_mistakes import in_words

from .conftest import EXAMPLES, Run

MARRIAGE = EXAMPLES / "marriage.txt"
# Bert deals, so Anna leads; hearts are trumps.  After SA ST Anna draws CA and Bert DT.
HEAD = MARRIAGE.read_text().split("1. SA")[0].replace('[Result "A 2"]\n', "")


# ---- slips in headers


@pytest.mark.parametrize(("wrong", "meant"), [("Optoin", "Option"), ("Resut", "Result"), ("Dealr", "Dealer")])
def test_a_misspelt_header_is_told_above_the_ruling_and_in_json(run: Run, wrong: str, meant: str) -> None:
    text = f'[{wrong} "x"]\n{HEAD}SA ST'
    out = run("check", "-", stdin=text).stdout
    assert out.index("Perhaps a slip") < out.index(f"Did you mean {meant}?") < out.index("No mistake so far")
    verdict = json.loads(run("check", "--json", "-", stdin=text).stdout)
    assert verdict["status"] == "ongoing"
    assert [(p["severity"], p["token"], p["suggestion"]) for p in verdict["problems"]] == [("warning", wrong, meant)]
    formatted = run("format", "-", stdin=text)
    assert f"Did you mean {meant}?" in formatted.stderr
    assert "slip" not in formatted.stdout


# ---- whose turn it is


def test_moves_out_of_turn_are_answered_with_the_moves_of_whoever_is_on_turn(run: Run) -> None:
    out = run("check", "-", stdin=HEAD + "B:HK").stdout
    assert "What Bert could play" not in out
    assert out.index("It is Anna's turn") < out.index("SA  SK  HT  DJ  CQ") < out.index("Bert may also  B:concede")


def test_cards_drawn_wrongly_are_nobodys_move(run: Run) -> None:
    out = run("check", "-", stdin=HEAD + "SA ST (CA DQ) HT").stdout
    assert "1st move" not in out
    assert "The cards drawn are not right" in out
    assert "It is Anna's turn" in out


def test_what_others_may_do_stands_apart(run: Run) -> None:
    lines = run("check", "-", stdin=HEAD + "SA ST").stdout.splitlines()
    assert "  close  claim  concede" in lines
    assert "  Bert may also  B:concede" in lines


# ---- files


def test_a_disk_that_is_full_is_not_our_mistake() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    for command in (f"check {MARRIAGE}", f"check --json {MARRIAGE}", f"batch {EXAMPLES / 'hands.ndjson'}"):
        line = f"exec {command_line()} {command} > /dev/full"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert "No space left on device" in done.stderr
        assert "please report" not in done.stderr
        assert done.returncode == 2


def test_output_that_is_closed_is_not_our_mistake() -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {command_line()} check {MARRIAGE} >&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, "bummerl: There is no standard output to write to: it is closed.\n")


def test_what_is_no_text_is_no_ruleset(run: Run, tmp_path: Path) -> None:
    (tmp_path / "picture.yaml").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    assert run("rulesets", "check", tmp_path / "picture.yaml").exit_code == 2


def command_line() -> str:
    """The command of this very Python."""
    return f'{sys.executable} -c "from bummerl.service.cli import main; main()"'


def test_the_line_that_is_shown_is_the_one_that_the_notation_counts(run: Run) -> None:
    text = HEAD.replace("Thursday round", "Thursday\u2028round\x0cand\x0bon") + "SA SX"
    out = run("check", "-", stdin=text).stdout
    number = text[: text.index("SA SX")].count("\n") + 1
    assert f"{number} │ SA SX" in out


def test_a_file_that_is_missing_is_only_missing(run: Run) -> None:
    out = run("check", "nowhere.txt").stdout
    assert "There is no file `nowhere.txt`." in out
    assert "Nothing was judged" not in out


def test_a_ruleset_in_place_of_a_hand(run: Run) -> None:
    result = run("check", EXAMPLES / "red-ox.yaml")
    assert result.exit_code == 2
    assert "is a ruleset" in " ".join(result.stdout.split())
    assert "rulesets check" in " ".join(result.stdout.split())


def test_a_log_without_a_ruleset_says_how_to_name_one(run: Run) -> None:
    assert "--ruleset ID" in run("check", "-", stdin="hello").stdout


# ---- names of rulesets


def test_ids_are_known_in_any_case(run: Run) -> None:
    text = HEAD.replace('"schnapsen"', '"Schnapsen"') + "SA ST"
    assert json.loads(run("check", "--json", "-", stdin=text).stdout)["ruleset"]["id"] == "schnapsen"
    found = json.loads(run("check", "--json", MARRIAGE, "-r", "Sixty-SIX").stdout)
    assert found["ruleset"]["id"] == "sixty-six"
    assert '[Ruleset "schnapsen"]' in run("format", "-", stdin=text).stdout


def test_a_file_beside_us_that_has_the_id_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.yaml").write_bytes((EXAMPLES / "red-ox.yaml").read_bytes())
    said = " ".join(run("check", MARRIAGE, "-r", "red-ox").output.split())
    assert "`ours.yaml` has that id" in said


def test_partners_may_be_an_expression(run: Run, tmp_path: Path) -> None:
    from bummerl.service.cli.rulebook import sides

    assert sides([["A", "C"], ["B", "D"]]) == "A C · B D"
    assert sides("not caller") == "not caller"


def test_a_rule_book_says_how_it_is_dealt_and_what_a_match_goes_to(run: Run) -> None:
    """Tute for four shows the dealer's last card and is played to as many games as agreed on: four, if nobody says."""
    said = run("rulesets", "show", "tute-partners").output
    assert "10 cards each, the dealer's last card shown\n" in said
    assert "Match to  4  option.games\n" in said
    assert "Match to  7\n" in run("rulesets", "show", "schnapsen").output


def test_a_family_is_called_by_what_its_kin_have_in_common(run: Run) -> None:
    """Not by the one ruleset that heads it, such as Tute for two, where Tute for four stands below."""
    lines = run("rulesets", "list").output.splitlines()
    heads = [after.strip() for before, after in pairwise(lines) if not before]
    assert heads == ["Schnapsen", "Sixty-Six", "Tute", "Snapszer"]


# ---- explain and help


def test_a_rule_is_no_code_but_somebody_may_ask(run: Run) -> None:
    said = " ".join(run("explain", "follow.head").output.split())
    assert "a rule of a game" in said
    assert "bummerl rulesets show" in said


def test_the_pages_of_codes_are_set_for_a_terminal(run: Run) -> None:
    out = run("explain", "log.trick").stdout
    assert "##" not in out
    assert "```" not in out
    assert "    1. 2. SA ST" in out


def test_help_may_stand_in_front(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "rulesets", "diff").stdout == run("rulesets", "diff", "--help").stdout


# ---- JSON


@pytest.mark.parametrize(
    ("text", "says", "line", "column"),
    [
        ('{"a": 1,\n}', "a comma must not stand before `}`", 1, 8),
        ("[1,\n2, ]", "a comma must not stand before `]`", 2, 2),
        ('{"a": [1, 2', "it ends before it is complete", 1, 12),
        ("{'a': 1}", "strings stand in double quotes", 1, 2),
        ('{"a" 1}', "a colon is missing", 1, 6),
        ('{"a": 1\n "b": 2}', "a comma or a closing bracket is missing", 2, 2),
        ('{"a": "x', "no closing quotation mark", 1, 7),
        ('{"a": tru}', "a value is missing", 1, 7),
        ('{"a": 1} x', "behind the end", 1, 10),
        ("", "it ends before it is complete", 1, 1),
    ],
)
def test_json_is_mended_where_the_mistake_is(text: str, says: str, line: int, column: int) -> None:
    with pytest.raises(NotJson) as wrong:
        decode_json(text)
    found = in_words(wrong.value, text)
    assert found.message.startswith("This is not JSON: ")
    assert says in found.message
    assert (found.line, found.column) == (line, column)


def test_a_batch_says_in_which_line(run: Run) -> None:
    good = json.dumps(json.loads((EXAMPLES / "closed.json").read_text()))
    lines = run("batch", "-", "--jobs", "1", stdin=f'{good}\n\n{{"a": 1,}}\n{good}\n').stdout.splitlines()
    (problem,) = json.loads(lines[1])["problems"]
    assert (problem["line"], problem["column"]) == (3, 8)
    assert [json.loads(line)["status"] for line in lines] == ["complete", "unreadable", "complete"]
