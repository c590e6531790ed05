"""The pages about problems of logs and expressions show what is really reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bummerl.grammar import ExpressionError, parse_expression, read_log

PAGES = Path(__file__).parents[2] / "docs" / "errors"
EXAMPLE = re.compile(r"## Example\n\n```(\w+)\n(.*?)\n```\n\nis reported as\n\n```text\n(.*?)\n```", re.DOTALL)
TOLD = {
    "log.size",
    "log.encoding",
    "log.binary",
    "log.moves",
    "log.hands",
    "log.problems",
    "expression.length",
    "expression.depth",
}
"""Codes whose example is too long, or no text, and is only told."""


def pages() -> list[Path]:
    return [page for kind in ("log", "expression") for page in sorted(PAGES.glob(f"{kind}.*.md"))]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_the_example_is_reported_as_the_page_says(page):
    code = page.stem
    found = EXAMPLE.search(page.read_text(encoding="utf-8"))
    assert found, "every page has an example and its report"
    language, example, report = found.groups()
    if code in TOLD:
        return
    if language == "yaml":
        with pytest.raises(ExpressionError) as caught:
            parse_expression(example.partition(": ")[2].strip('"'))
        problem = caught.value.problem
    else:
        problem = next(problem for hand in read_log(example) for problem in hand.problems)
    assert problem.code == code
    assert str(problem) == report
