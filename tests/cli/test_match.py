"""`bummerl match`: the slate, and what was written down otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..interpreter.hands import G20
from .conftest import EXAMPLES, Run

GANG = "trump:H bid:gang pass pass pass HA HQ DJ B:concede"
DEALT = {"dealer": "B", "moves": ["B:concede"]}
"""Three game points to A."""


def slate(run: Run, match: dict[str, Any], *more: str) -> str:
    return run("match", "-", *more, stdin=json.dumps(match)).stdout


def test_a_score_sheet_with_two_slips(run: Run) -> None:
    # Hand 3: 4 - 3 is 1, not 2. Behind hand 3 stands number 5.
    result = run("match", EXAMPLES / "score-sheet.txt")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert "✗ 2 things were not written down as they are" in lines
    places = [line.split() for line in lines if "score-sheet.txt:" in line]
    assert [(place.rpartition("/")[2], code) for place, code in places] == [
        ("score-sheet.txt:33:9", "match.score"), ("score-sheet.txt:46:8", "match.missing-hand"),
    ]  # fmt: skip


def test_a_match_as_it_should_be_is_no_failure(run: Run) -> None:
    assert run("match", EXAMPLES / "evening.txt").exit_code == 0


def test_findings_of_several_files_name_their_file(run: Run, tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        (tmp_path / name).write_text(json.dumps({"ruleset": "schnapsen", **DEALT}))
    found = json.loads(run("match", "--json", tmp_path / "one.json", tmp_path / "two.json").stdout)
    (finding,) = found["audit"]  # B deals twice
    assert (finding["code"], Path(finding["file"]).name, finding["hand"]) == ("match.dealer", "two.json", 1)
    out = run("match", tmp_path / "one.json", tmp_path / "two.json").stdout
    assert "two.json /dealer" in out


def test_what_a_file_says_of_the_match_as_a_whole(run: Run) -> None:
    match = {
        "ruleset": "schnapsen",
        "players": {"A": "Anna", "B": "Bert"},
        "result": {"score": {"A": 5}},
        "hands": [DEALT],
    }
    out = slate(run, match)
    assert "Anna" in out
    assert "The score in the end is `Anna 4`, but `Anna 5` was written down." in out
    assert "/result/score" in out


def test_partners_stand_together(run: Run) -> None:
    names = {"A": "Anna", "B": "Bert", "C": "Cilli", "D": "Dora"}
    hands = [{"dealer": "D", "deal": G20, "moves": GANG.split()}]
    out = slate(run, {"ruleset": "bauernschnapsen", "players": names, "hands": hands})
    assert "Anna and Cilli  Bert and Dora" in out
    assert "9 game points to Anna and Cilli" in out


@pytest.mark.parametrize(("lang", "won"), [("en", "The match goes to A."), ("de", "Die Partie geht an A.")])
def test_a_series_that_is_decided(run: Run, lang: str, won: str) -> None:
    hands = [{**DEALT, "dealer": dealer} for dealer in "BABABA"]  # three and three and three are a game, twice
    out = slate(run, {"ruleset": "schnapsen", "options": {"series": 2}, "hands": hands}, "--lang", lang)
    assert won in out
    assert out.count("──") == 4
    assert "Next dealer" not in out


def test_a_hand_that_was_counted_as_written(run: Run) -> None:
    hands = [
        {"dealer": "B", "moves": [], "result": {"winner": "A", "game_points": 2}},
        {"moves": [], "score": {"A": 5, "B": 5}},
    ]
    out = slate(run, {"ruleset": "schnapsen", "hands": hands})
    assert "› 2 game points to A – as written down" in out
    assert "› score as written down" in out


@pytest.mark.parametrize(
    ("sent", "place", "code"),
    [
        ("", "standard input:1:1", "log.empty"),
        ("{nothing but a remark}\n", "standard input:1:1", "log.empty"),
        ('{"hands": []}', "standard input:1:1", "log.empty"),
        ('{"hands": [[]]}', "/hands/0", "record.type"),
        ('{"hands": [{"moves": []}]}', "/ruleset", "record.ruleset"),
    ],
)
def test_a_match_of_which_nothing_can_be_read(run: Run, sent: str, place: str, code: str) -> None:
    result = run("match", "-", stdin=sent)
    assert result.exit_code == 2
    assert "standard input" in result.stdout
    assert any(place in line and line.endswith(code) for line in result.stdout.splitlines()), result.stdout
