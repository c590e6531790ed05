"""One small file for each way in which a log or an expression can be wrong, and where the first problem lies."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from bummerl.grammar import CODES, ExpressionError, Problem, UndecodableError, decode, parse_expression, read_log

MALFORMED = Path(__file__).parent.parent / "malformed"
LIMIT = 4000


def expected(kind: str) -> dict[str, str]:
    return yaml.safe_load((MALFORMED / kind / "expected.yaml").read_text(encoding="utf-8"))


def problems(data: bytes) -> list[Problem]:
    """All problems of a log, as the command line would report them."""
    try:
        text = decode(data, limit=LIMIT)
    except UndecodableError as error:
        return [error.problem]
    return [problem for hand in read_log(text, limit=LIMIT) for problem in hand.problems]


@pytest.mark.parametrize(("file", "place"), expected("log").items())
def test_a_malformed_log_is_refused_at_the_right_place(file, place):
    found = problems((MALFORMED / "log" / file).read_bytes())
    named = file.partition("--")[0]
    first = next(problem for problem in found if problem.code == named)
    assert f"{first.line}:{first.column}" == place
    assert {problem.code for problem in found} <= CODES.keys()
    if named != "log.problems":
        assert found[0] is first
        assert len(found) == 1, "one mistake is one problem"


@pytest.mark.parametrize(("file", "column"), expected("expression").items())
def test_a_malformed_expression_is_refused_at_the_right_place(file, column):
    text = (MALFORMED / "expression" / file).read_text(encoding="utf-8").removesuffix("\n")
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    problem = caught.value.problem
    assert problem.code == file.partition("--")[0]
    assert problem.column == column


@pytest.mark.parametrize("kind", ["log", "expression"])
def test_every_file_has_its_place(kind):
    files = {file.name for file in (MALFORMED / kind).glob("*.txt")}
    assert files == expected(kind).keys()


SUGGESTIONS = {
    "log.header--no-quotation-marks.txt": '"B"',
    "log.name--small-letter.txt": "Ruleset",
    "log.name--misspelt.txt": "Dealer",
    "log.card--comma.txt": "SK",
    "log.seat--small-letter.txt": "A:SA",
    "log.move--comma.txt": "SA",
    "log.move--chess-habit.txt": "SA",
}


@pytest.mark.parametrize("file", SUGGESTIONS)
def test_the_one_sensible_correction_is_suggested(file):
    assert problems((MALFORMED / "log" / file).read_bytes())[0].suggestion == SUGGESTIONS[file]
