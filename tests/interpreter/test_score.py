"""Quick questions written as data: facts, and the answer or the next question under each ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter.asking import score

FOLDER = Path(__file__).parent.parent / "score"


def cases(file: str, key: str) -> list[Any]:
    """The cases of a file, one for each ruleset they speak of."""
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / file).read_text(encoding="utf-8"))
    return [
        pytest.param(case, ruleset, id=f"{next(iter(case.values()))} {ruleset}")
        for case in found
        for ruleset in case[key]
    ]


def short(outcome: dict[str, Any]) -> dict[str, Any]:
    return {key: outcome[key] for key in ("winner", "game_points", "rule")}


@pytest.mark.parametrize(("case", "ruleset"), cases("disputes.yaml", "answers"))
def test_the_facts_decide(case: dict[str, Any], ruleset: str) -> None:
    found = score(case["facts"], [ruleset], options=case.get("options"))
    assert found["problems"] == []
    answer = found["answers"][0]
    if case["answers"][ruleset] == "impossible":
        assert answer["status"] == "impossible", answer
        return
    assert answer["status"] == "decided", answer["next"] or answer["problems"]
    assert short(answer["outcome"]) == case["answers"][ruleset]
    assert answer["outcome"]["cite"]
    assert "{" not in answer["outcome"]["message"]


def reply_key(reply: dict[str, Any], question: dict[str, Any]) -> Any:
    """An answer as the files write it."""
    if "values" in reply:
        return ", ".join(map(str, reply["values"]))
    if reply["min"] == reply["max"]:
        return reply["min"]
    return f"{reply['min']}+" if reply["max"] == question["max"] else f"{reply['min']}-{reply['max']}"


@pytest.mark.parametrize(("case", "ruleset"), cases("questions.yaml", "next"))
def test_one_fact_decides_next(case: dict[str, Any], ruleset: str) -> None:
    found = score(case["facts"], [ruleset])
    assert found["problems"] == []
    answer = found["answers"][0]
    assert answer["status"] == "open"
    question = answer["next"]
    replies = {
        reply_key(reply, question): short(reply["outcome"]) if reply["outcome"] else reply["then"]
        for reply in question["answers"]
    }
    assert {"fact": question["fact"], "answers": replies} == case["next"][ruleset]
