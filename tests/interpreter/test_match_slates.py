"""Matches written on one page: `matches.yaml` says how."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.interpreter import adjudicate_match
from bummerl.rulesets import load

CASES = yaml.safe_load((Path(__file__).parent / "matches.yaml").read_text())
PART = re.compile(r"(score|number|result|names|rules) (\S+)")


def slate(ruleset: str, case: dict[str, Any]) -> dict[str, Any]:
    """The ruleset, in which a player says what he gets and the hand is over."""
    house: dict[str, Any] = {
        "ruleset": "slate", "version": "1.0.0", "extends": ruleset, "title": {"en": "Slate"},
        "memory": {"told": "number", "teller": "player"},
        "moves": {"gets": {
            "names": "number", "by": "everyone", "also": "everyone", "set": {"told": "number", "teller": "actor"},
        }},
        "ends": [{"id": "end.told", "when": "teller is somebody"}],
        "score": [
            {"id": "score.told", "when": "teller is somebody and told > 0", "winner": "teller", "worth": "told"},
            {"id": "score.told-nothing", "when": "teller is somebody", "winner": "nobody", "worth": 0},
        ],
        "multiply": 1,
    }  # fmt: skip
    stages = load(ruleset).data.get("stages")
    if stages:
        play = next(stage for stage in stages if stage["id"] == "play")
        gone = [{"id": stage["id"], "off": True} for stage in stages if stage is not play]
        house["stages"] = [*gone, {**play, "moves": [*play.get("moves", ()), "gets"]}]
    if "pays" in case:
        house["score"][0]["pays"] = case["pays"]
    return house | {key: case[key] for key in ("terms", "match") if key in case}


def written(line: str, case: dict[str, Any]) -> dict[str, Any]:
    """The record of a hand."""
    dealer, winner, points, rest = (*line.split(" ", 3), "")[:4]
    record: dict[str, Any] = {"moves": []} if dealer == "-" else {"dealer": dealer, "moves": []}
    if winner != "?":
        seat = "A" if winner == "-" else winner[0]
        record["moves"] = [f"{seat}:gets:{points}"]
    for key, value in PART.findall(rest):
        match key:
            case "score":
                record[key] = {x[0]: int(x[1:]) for x in value.split(",")}
            case "number":
                record[key] = int(value)
            case "result":
                record[key] = {"winner": value[0], "game_points": int(value[1:])}
            case "names":
                record["players"] = dict(zip("AB", value.split(","), strict=True))
            case "rules":
                record["ruleset"] = slate(value, case)
    return record


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_slate(case: dict[str, Any]) -> None:
    hands = [[part.strip() for part in line.split("->")] for line in case["hands"]]
    match = {
        "ruleset": slate(case["ruleset"], case), "options": case.get("options", {}), "result": case.get("total"),
        "hands": [written(line, case) for line, _ in hands],
    }  # fmt: skip
    found = adjudicate_match(match)
    assert found["status"] == case.get("status", "complete"), found
    lines = {line["hand"]: line for line in found["running"]}
    for i, (_, expected) in enumerate(hands):
        check_line(lines.get(i), expected, hands[i][0])
    audit = [f"{finding['code']} {finding['pointer']}" for finding in found["audit"]]
    assert audit == [*case.get("audit", ())]
    for i, words in case.get("says", {}).items():
        assert words in found["audit"][i]["message"]
    for key in ("games", "lost", "needs", "next_dealer"):
        if key in case:
            assert found[key] == case[key], key
    for key in ("series", "stopped"):
        if key in case:
            assert {part: found[key][part] for part in case[key]} == case[key]
        elif key == "stopped":
            assert found[key] is None


def check_line(line: dict[str, Any] | None, expected: str, hand: str) -> None:
    if expected == "no line":
        assert line is None
        return
    assert line is not None
    score, *rest = (part.strip() for part in expected.split(";"))
    assert list(line["score"].values()) == [int(points) for points in score.split()]
    winner = hand.split()[1]
    if winner != "?":
        assert "".join(line["winner"] or "-") == winner
    told = {part.split()[0]: part.split()[1:] for part in rest}
    game = line["game"]
    got = ["".join(game["winner"]), str(game["units"]), game["rule"]] if game else None
    assert got == told.get("game")
    assert line.get("taken") == (told["taken"][0] if "taken" in told else None)
    if "paid" in told:
        assert line["paid"] == int(told["paid"][0])
    assert (line["next_dealer"] is None) == ("no" in told) or game
