"""One small file for each code of the audit: a match with one finding, at the place that `expected.yaml` says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import read_log
from bummerl.interpreter import adjudicate_match
from bummerl.interpreter.messages import languages

FOLDER = Path(__file__).parents[1] / "malformed" / "match"
EXPECTED: dict[str, str] = yaml.safe_load((FOLDER / "expected.yaml").read_text())


def match_in(file: Path) -> dict[str, Any]:
    text = file.read_text()
    match: dict[str, Any] = json.loads(text) if file.suffix == ".json" else {"hands": read_log(text)}
    return match


@pytest.mark.parametrize(("name", "place"), EXPECTED.items())
def test_a_finding_has_its_code_and_its_place(name: str, place: str) -> None:
    (finding,) = adjudicate_match(match_in(FOLDER / name))["audit"]
    assert finding["code"] == name.partition("--")[0]
    if place.startswith("/"):
        assert finding["pointer"] == place
        assert "line" not in finding
    else:
        assert f"{finding['line']}:{finding['column']}" == place


def test_every_file_is_expected() -> None:
    assert {file.name for file in FOLDER.glob("match.*")} == EXPECTED.keys()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", EXPECTED)
def test_a_finding_is_told_in_every_language(name: str, lang: str) -> None:
    (finding,) = adjudicate_match(match_in(FOLDER / name), lang=lang)["audit"]
    assert finding["message"][-1] == "."
    assert "{" not in finding["message"]
    for said in (finding["expected"], finding["stated"]):
        if isinstance(said, int | str):
            assert str(said) in finding["message"]
