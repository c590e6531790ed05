"""Matches in which little was written down, or what cannot be, as `match_records.yaml` has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter import adjudicate_match

CASES = yaml.safe_load((Path(__file__).parent / "match_records.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["about"]))
def test_match(case: dict[str, Any]) -> None:
    found = adjudicate_match({key: value for key, value in case.items() if key in ("ruleset", "options", "hands")})
    got = {
        "next": [line["next_dealer"] for line in found["running"]],
        "audit": [f"{finding['code']} {finding['pointer']}" for finding in found["audit"]],
        "problems": [
            " ".join(filter(None, (problem["code"], f"/hands/{i}{problem['path']}")))
            for i, verdict in enumerate(found["hands"])
            for problem in verdict.get("problems", ())
        ],
        "score": found["score"],
        "refused": "".join(problem["code"] for problem in found.get("problems", ())),
    }
    expected = {key: case[key] for key in got if key in case}
    assert expected
    assert {key: got[key] for key in expected} == expected
