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


# ---- what options and their values are called

OPTION = """
options:
  mood:
    type: word
    default: calm
    allowed: [calm, wild]
    title: Mood
    names: {calm: quiet, wild: loud}
    text: "How we play."
  late: {type: truth, default: no, title: Late hands, names: {yes: count}}
terms: {lively: option.mood is wild and option.late}
moves: {concede: {require: [{id: concede.lively, that: not lively, text: "No.", cite: pagat}]}}
"""


def of_option(folder: Path, german: str) -> list[tuple[str, str, str]]:
    (folder / "club.yaml").write_text(HEAD + OPTION)
    (folder / "club.de.yaml").write_text("concede.lively: Nein.\ntitle: Verein\n" + german, encoding="utf-8")
    return [
        (Path(problem.file or "").name, problem.code, problem.token or "")
        for problem in check_file(folder / "club.yaml")
    ]


GERMAN = """
options:
  mood: {title: Stimmung, names: {calm: ruhig, wild: laut}, text: Wie gespielt wird.}
  late: {title: Späte Spiele, names: {yes: zählen}}
"""


def test_an_option_and_its_values_are_called_something_in_every_language(tmp_path: Path) -> None:
    assert of_option(tmp_path, GERMAN) == []
    mood, late = (load(tmp_path / "club.yaml").options[name] for name in ("mood", "late"))
    assert (mood.title("de"), mood.text("de")) == ("Stimmung", "Wie gespielt wird.")
    assert [mood.called(value, lang) for value in ("calm", "wild") for lang in ("de", "en", "hu")] == [
        "ruhig", "quiet", "quiet", "laut", "loud", "loud"
    ]  # fmt: skip
    assert (late.called(True, "de"), late.called(False, "de"), late.called(True)) == ("zählen", None, "count")


@pytest.mark.parametrize(
    ("german", "found"),
    [
        (GERMAN.replace("wild: laut", "wild: 3"), ("club.de.yaml", "ruleset.shape", "")),
        (GERMAN.replace("title: Stimmung", "title: [Stimmung]"), ("club.de.yaml", "ruleset.shape", "")),
        (GERMAN.replace("{calm: ruhig, wild: laut}", "ruhig"), ("club.de.yaml", "ruleset.shape", "")),
        (GERMAN.replace("wild: laut", "wile: laut"), ("club.de.yaml", "ruleset.translation-unknown", "wile")),
        (
            GERMAN.replace("title: Stimmung", "titel: Stimmung"),
            ("club.de.yaml", "ruleset.translation-unknown", "titel"),
        ),
        (GERMAN.replace("  mood:", "  moot:"), ("club.de.yaml", "ruleset.translation-unknown", "moot")),
        (GERMAN.replace("title: Stimmung, ", ""), ("club.yaml", "ruleset.translation-missing", "de")),
        (GERMAN.replace(", wild: laut", ""), ("club.yaml", "ruleset.translation-missing", "de")),
        (GERMAN.replace(", text: Wie gespielt wird.", ""), ("club.yaml", "ruleset.translation-missing", "de")),
    ],
)
def test_what_is_wrong_with_what_they_are_called_is_told(
    tmp_path: Path, german: str, found: tuple[str, str, str]
) -> None:
    assert found in of_option(tmp_path, german)


def test_an_option_may_have_its_text_alone(tmp_path: Path) -> None:
    of_option(tmp_path, "options: {mood: Wie gespielt wird.}\n")
    assert load(tmp_path / "club.yaml").options["mood"].text("de") == "Wie gespielt wird."
