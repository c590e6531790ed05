"""Every problem that a record can have: one small file each, the code in its name, the place in `expected.yaml`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import CODES
from bummerl.interpreter import Judge, adjudicate
from bummerl.interpreter.messages import languages

FOLDER = Path(__file__).parent.parent / "malformed" / "record"
FILES = sorted(FOLDER.glob("*.json"))
EXPECTED: dict[str, Any] = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_problem_is_found_at_its_place(file: Path) -> None:
    code, place = file.stem.partition("--")[0], EXPECTED[file.name]
    raw = file.read_bytes()
    for lang in languages():
        verdict = json.loads(Judge(lang=lang).line(raw))
        assert verdict["status"] == "unreadable"
        problem = verdict["problems"][0]
        assert problem["code"] == code
        assert problem["message"]
        assert not set(problem["message"]) & set("{}")
        if place is None:
            assert "path" not in problem or problem["path"] == ""
        else:
            assert problem["path"] == place
            assert adjudicate(json.loads(raw), lang=lang) == verdict


def test_every_code_has_its_file_and_every_file_its_place() -> None:
    codes = {code for code in CODES if code.startswith("record.")}
    assert {file.stem.partition("--")[0] for file in FILES} == codes
    assert set(EXPECTED) == {file.name for file in FILES}


def test_all_problems_are_reported_at_once() -> None:
    record = {
        "ruleset": "schnapsen",
        "dealer": "Z",
        "deal": {"hands": {"A": ["SA", "SA", "XX", 4, None], "C": []}, "turn_up": "SA", "talon": ["HA"]},
        "moves": ["SA", "exchnage", "HK+4000000000", 7],
        "players": {"A": 3},
        "result": {"winner": "Anna"},
    }
    codes = [problem["code"] for problem in adjudicate(record)["problems"]]
    assert sorted(codes) == sorted(
        [
            *("record.dealer", "record.card-twice", "record.card", "record.type", "record.type", "record.seat"),
            *("record.card-twice", "record.talon-size", "record.move", "record.number", "record.type", "record.type"),
            "record.result",
        ]
    )


def test_suggestions() -> None:
    def problem(**more: Any) -> dict[str, Any]:
        record = {"ruleset": "schnapsen", "dealer": "B", "moves": [], **more}
        return adjudicate(record)["problems"][0]  # type: ignore[no-any-return]

    assert problem(moves=["exchnage"])["suggestion"] == "exchange"
    assert problem(moves=["B:clais"])["suggestion"] == "B:claim"
    assert problem(deal={"turnup": "HJ"})["suggestion"] == "turn_up"
    assert problem(ruleset="schnapsn")["suggestion"] == "schnapsen"
