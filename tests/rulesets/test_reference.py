"""The reference says what is so: its tables are those of the code, and its examples are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bummerl.grammar import Severity
from bummerl.rulesets import check_text
from bummerl.rulesets.facts import FACTS, FUNCTIONS, MEMBERS, SCOPED
from bummerl.rulesets.reference import PARTS, TABLES, current, keys, main

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
HEAD = "ruleset: example\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: Example}\n"


def test_the_tables_are_current() -> None:
    assert current(TEXT) == TEXT, f"run `python -m bummerl.rulesets.reference {PAGE.name}`"


def test_every_table_stands_in_the_page() -> None:
    named = set(re.findall(r"<!-- table ([a-z ]+) -->", TEXT))
    assert named >= set(TABLES)
    assert {f"keys of {part}" for part in PARTS} - named <= {"keys of sources"}


def test_every_word_of_the_language_is_explained() -> None:
    for name in (*FACTS, *SCOPED, *FUNCTIONS, *(member for members in MEMBERS.values() for member in members)):
        assert f"`{name}" in TEXT


@pytest.mark.parametrize("part", PARTS)
def test_every_key_says_what_it_is_for(part: str) -> None:
    for line in keys(part).splitlines()[2:]:
        assert len(line.split("|")[2].strip()) > 8, line


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_is_right(example: str) -> None:
    text = example if "\nruleset:" in f"\n{example}" else HEAD + example
    assert [str(problem) for problem in check_text(text) if problem.severity == Severity.ERROR] == []


def test_writing_and_checking_a_document(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- table types -->\nold\n<!-- end -->\n")
    assert main([str(page), "--check"]) == 1
    assert main([str(page)]) == 0
    assert "| number |" in page.read_text()
    assert main([str(page), "--check"]) == 0
