"""Every diagnostic code has its meaning, its page, its place in the list of pages, and a file that provokes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bummerl.grammar import CODES

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "errors"
MALFORMED = ROOT / "tests" / "malformed"
PROVOKED = ("log", "expression", "record", "ruleset", "lexicon", "match", "facts")
"""Kinds of problems that a file can provoke; a request is more than a file."""
KINDS = (*PROVOKED, "request", "store")
SOURCES = ("grammar", "rulesets", "interpreter", "service")
SPELLING = re.compile(rf"(?:{'|'.join(KINDS)})\.[a-z0-9]+(?:-[a-z0-9]+)*")


def test_codes_are_spelt_alike_and_say_what_they_mean():
    for code, meaning in CODES.items():
        assert SPELLING.fullmatch(code), code
        assert meaning.endswith("."), code
        assert "\n" not in meaning, code


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code):
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# `{code}`\n")
    for heading in ("## Example", "## How to fix it"):
        assert heading in text


def test_every_page_has_a_code_and_the_list_names_all():
    pages = {page.stem for page in PAGES.glob("*.*.md")}
    assert pages <= CODES.keys()
    listed = re.findall(r"\(([a-z.0-9-]+)\.md\)", (PAGES / "index.md").read_text(encoding="utf-8"))
    missing = CODES.keys() - set(listed)
    assert not missing, f"docs/errors/index.md lacks {sorted(missing)}: `python -m tests.error_index` writes it"
    assert sorted(listed) == sorted(CODES)


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith(PROVOKED)])
def test_every_code_has_a_file_that_provokes_it(code):
    assert list(MALFORMED.glob(f"*/{code}--*"))


def test_every_such_file_has_a_code():
    for file in MALFORMED.glob("*/*--*"):
        assert file.name.partition("--")[0] in CODES, file


def test_no_code_is_reported_that_is_not_listed():
    quoted = re.compile(rf'"({SPELLING.pattern})"')
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*.py"):
            for code in quoted.findall(file.read_text(encoding="utf-8")):
                assert code in CODES or code.endswith(".lark"), f"{file.relative_to(ROOT)} reports `{code}`"
