"""Texts in other languages, in a file beside the ruleset: whatever is wrong there is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from bummerl.rulesets import RulesetError, check_file, load

HEAD = "ruleset: club\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: Our club}\n"


def beside(folder: Path, german: str | bytes) -> list[tuple[str, str, int | None, int | None]]:
    (folder / "club.yaml").write_text(HEAD + "terms: {enough: 60}\n")
    (folder / "club.de.yaml").write_bytes(german.encode() if isinstance(german, str) else german)
    with pytest.raises(RulesetError) as refused:
        load(folder / "club.yaml")
    found = check_file(folder / "club.yaml")
    assert list(refused.value.problems) == [problem for problem in found if problem.severity == "error"]
    return [(Path(problem.file or "").name, problem.code, problem.line, problem.column) for problem in found]


@pytest.mark.parametrize(
    ("german", "code", "line", "column"),
    [
        ("follow.suit: Farbe: bekennen\n", "ruleset.yaml", 1, 19),
        ("follow.suit: 'Schelle'\nfollow.suit: 'Laub'\n", "ruleset.key-twice", 2, 1),
        (b"follow.suit: F\xe4rbung\n", "ruleset.unreadable", 1, 15),
        ("- follow.suit\n", "ruleset.shape", 1, 1),
        ("follow.suit: [Farbe, bekennen]\n", "ruleset.shape", 1, 14),
        ("options: {settle: 3}\n", "ruleset.shape", 1, 19),
        ("contracts: none\n", "ruleset.shape", 1, 12),
    ],
)
def test_a_translation_that_cannot_be_read_is_told(
    tmp_path: Path, german: str | bytes, code: str, line: int, column: int
) -> None:
    assert beside(tmp_path, german) == [("club.de.yaml", code, line, column)]


def test_so_is_one_beside_a_ruleset_that_is_extended(tmp_path: Path) -> None:
    beside(tmp_path, "a: [unclosed")
    (tmp_path / "ours.yaml").write_text("ruleset: ours\ntitle: Ours\nextends: club\n")
    assert [Path(problem.file or "").name for problem in check_file(tmp_path / "ours.yaml")] == ["club.de.yaml"]
