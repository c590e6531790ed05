"""Files that lie beside a ruleset's are no rulesets: they are checked with it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from bummerl.rulesets import check_file

RULESET = "ruleset: club\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: Club}\nterms: {enough: 60}\n"
SHIPPED = sorted(Path(str(files("bummerl.rulesets").joinpath("variants"))).glob("*.yaml"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "club.yaml").write_text(RULESET)
    return tmp_path


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_nothing_is_wrong_with_any_file_that_ships(file: Path) -> None:
    assert check_file(file) == []


@pytest.mark.parametrize(
    ("name", "text", "code", "line", "column"),
    [
        ("club.de.yaml", "follow.suit: x: y\n", "ruleset.yaml", 1, 15),
        ("club.de.yaml", "no.such-rule: Text\n", "ruleset.translation-unknown", 1, 1),
        ("club.rulings.yaml", "rulings: club\ndeals: none\nhands: []\n", "ruleset.ruling-form", 2, 8),
        ("guild.de.yaml", "follow.suit: Text\n", "ruleset.unknown", 1, 1),
        ("guild.rulings.yaml", "rulings: guild\n", "ruleset.unknown", 1, 1),
    ],
)
def test_what_is_wrong_there_is_told(folder: Path, name: str, text: str, code: str, line: int, column: int) -> None:
    (folder / name).write_text(text)
    (found,) = check_file(folder / name)
    assert (found.code, found.line, found.column, found.file) == (code, line, column, str(folder / name))


def test_what_is_wrong_in_the_ruleset_is_told_of_the_ruleset_only(folder: Path) -> None:
    (folder / "club.yaml").write_text(RULESET.replace("60", "closr"))
    (folder / "club.de.yaml").write_text("{}\n")
    assert check_file(folder / "club.de.yaml") == []
    assert [problem.code for problem in check_file(folder / "club.yaml")] == ["ruleset.unknown-name"]


def test_a_companion_that_is_not_there(folder: Path) -> None:
    assert [problem.code for problem in check_file(folder / "club.de.yaml")] == ["ruleset.unreadable"]
