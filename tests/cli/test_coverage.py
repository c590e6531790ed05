"""`bummerl rulesets coverage` with files of records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

HANDS = [{"dealer": "B", "moves": ["B:concede"]}, *([{"moves": ["B:concede"]}] * 2), {"moves": ["??"]}]
"""Three hands of three game points each win a game; who dealt the second and the third follows from the first."""


@pytest.mark.parametrize("named", [[], ["schnapsen"]])
def test_the_hands_of_a_match_are_covered_as_one_match(run: Run, tmp_path: Path, named: list[str]) -> None:
    (tmp_path / "match.json").write_text(json.dumps({"ruleset": "schnapsen", "hands": HANDS}))
    done = run("rulesets", "coverage", "--json", *named, tmp_path / "match.json")
    found = json.loads(done.stdout)
    assert found["ruleset"] == "schnapsen"
    assert found["hands"] == 3
    assert found["exercised"]["match.plain"] == 1
    assert "match.plain" not in found["never"]
    assert found["by_kin"] == {}
    assert "match.json, hand 4: " in done.stderr


def test_hands_that_are_no_match_win_no_game(run: Run, tmp_path: Path) -> None:
    hand = {"ruleset": "schnapsen", **HANDS[0]}
    (tmp_path / "hands.json").write_text(json.dumps([hand] * 3))
    found = json.loads(run("rulesets", "coverage", "--json", tmp_path / "hands.json").stdout)
    assert found["hands"] == 3
    assert "match.plain" in found["never"]


def test_a_hand_that_one_of_the_rulesets_can_read_is_not_left_out(run: Run, tmp_path: Path) -> None:
    hand = {"ruleset": "schnapsen", "dealer": "B", "deal": {"turn_up": "H9"}, "moves": ["B:concede"]}
    (tmp_path / "hand.json").write_text(json.dumps(hand))
    done = run("rulesets", "coverage", "--json", "schnapsen", "sixty-six", tmp_path / "hand.json")
    assert [json.loads(line)["hands"] for line in done.stdout.splitlines()] == [0, 1]
    assert done.stderr == ""


def test_files_without_a_hand_that_can_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hand.json").write_text(json.dumps({"ruleset": "schnapsn", "moves": []}))
    done = run("rulesets", "coverage", tmp_path / "hand.json")
    assert done.exit_code == 2
    assert "there is no ruleset `schnapsn`" in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("nowhere.txt", None, "There is no file"),
        ("odd.txt", '[Ruleset "schnapsen"]\n\n??\n', "3:1: `??`"),
        ("empty.txt", "", "1:1: there is no hand"),
        ("other.json", '{"ruleset": "schnapsen", "moves": [7]}', "text"),
    ],
)
def test_a_file_of_which_nothing_can_be_read_covers_nothing(
    run: Run, tmp_path: Path, name: str, text: str | None, why: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    done = run("rulesets", "coverage", "schnapsen", tmp_path / name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{name}, hand 1: " in done.stderr
    assert why in done.stderr


def test_a_hand_that_cannot_be_read_shows_in_the_exit_status(run: Run, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps({"ruleset": "schnapsen", "hands": HANDS}))
    done = run("rulesets", "coverage", tmp_path / "match.json")
    assert done.exit_code == 2
    assert "schnapsen" in done.stdout
