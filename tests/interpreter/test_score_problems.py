"""Every problem that the facts of a quick question can have: one small file each, the code in its name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import CODES
from bummerl.interpreter.asking import score
from bummerl.interpreter.messages import languages

FOLDER = Path(__file__).parent.parent / "malformed" / "facts"
FILES = sorted(FOLDER.glob("*.json"))
EXPECTED: dict[str, Any] = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_problem_is_found_at_its_place(file: Path) -> None:
    code, expected = file.stem.partition("--")[0], EXPECTED[file.name]
    request = json.loads(file.read_bytes())
    for lang in languages():
        found = score(request["facts"], request["rulesets"], lang=lang)
        if "status" in expected:
            assert found["problems"] == []
            assert [answer["status"] for answer in found["answers"]] == [expected["status"]]
            assert found["groups"] == [{"rulesets": request["rulesets"], "status": expected["status"]}]
            problem = found["answers"][0]["problems"][0]
        else:
            assert found["answers"] == found["groups"] == []
            problem = found["problems"][0]
        assert problem["code"] == code
        assert problem["path"] == expected["path"]
        assert problem.get("suggestion") == expected.get("suggestion")
        assert problem["message"]
        assert not set(problem["message"]) & set("{}")


def test_every_code_has_its_file_and_every_file_its_place() -> None:
    assert {file.stem.partition("--")[0] for file in FILES} == {code for code in CODES if code.startswith("facts.")}
    assert set(EXPECTED) == {file.name for file in FILES}


@pytest.mark.parametrize(
    ("raw", "suggestion"),
    [("70-10", "10-70"), ({"min": 70, "max": 10}, "10-70"), (">1000000", None), ("<-1000000", None)],
)
def test_a_span_written_the_wrong_way_round_is_turned(raw: Any, suggestion: str | None) -> None:
    (problem,) = score({"A.points": raw}, ["schnapsen"])["problems"]
    assert problem.get("suggestion") == suggestion
    assert ("from the lower to the higher" in problem["message"]) is (suggestion is not None)


@pytest.mark.parametrize(
    ("facts", "possible"),
    [
        # Schnapsen: 120 points in 20 cards; jacks count 2, queens 3, kings 4, tens 10, aces 11; marriages 40 + 20 + 20
        # + 20 at most, one before each trick and one after the last.
        ({"A.points": 220}, True),
        ({"A.points": 221}, False),
        ({"A.points": 120, "B.points": 100}, True),
        ({"A.points": 121, "B.points": 100}, False),
        ({"A.tricks": 1, "B.tricks": 1, "A.points": 80, "B.points": 64}, True),  # 4 * 11 and 100 together
        ({"A.tricks": 1, "B.tricks": 1, "A.points": 80, "B.points": 65}, False),
        ({"A.tricks": 1, "B.tricks": 1, "A.points": 122}, True),  # 2 * 11 and 100
        ({"A.tricks": 1, "B.tricks": 1, "A.points": 123}, False),
        ({"A.tricks": 2, "A.points": 8}, True),  # four jacks
        ({"A.tricks": 2, "A.points": 7}, False),
    ],
)
def test_points_that_do_not_lie_in_the_tricks_there_were(facts: dict[str, int], possible: bool) -> None:
    (answer,) = score(facts, ["schnapsen"])["answers"]
    assert (answer["status"] != "impossible") is possible
