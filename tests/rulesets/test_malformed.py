"""One small file for each diagnostic code of rulesets: the problem is found, at the place that the file's first line
says.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bummerl.grammar import CODES, Problem, Severity
from bummerl.rulesets import RulesetError, check_file, load

FOLDER = Path(__file__).parents[1] / "malformed" / "ruleset"
FILES = sorted(file for file in FOLDER.glob("ruleset.*.yaml") if not re.search(r"\.[a-z]{2}\.yaml$", file.name))


def problems_of(file: Path) -> list[Problem]:
    """What is said about a file; a part is only wrong when it is taken for a game."""
    if not file.name.startswith("ruleset.part--"):
        return check_file(file)
    with pytest.raises(RulesetError) as refused:
        load(file)
    return list(refused.value.problems)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_problem_is_found_at_its_place(file: Path) -> None:
    code = file.name.partition("--")[0]
    first = file.read_bytes().split(b"\n")[0].decode("ascii")
    expected = [(int(line), int(column)) for line, column in re.findall(r"(\d+):(\d+)", first)]
    found = problems_of(file)
    assert {problem.code for problem in found} == {code}
    assert [(problem.line, problem.column) for problem in found] == expected
    assert all(problem.file and Path(problem.file).name.startswith(file.stem) for problem in found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_errors_refuse_a_ruleset_and_warnings_do_not(file: Path) -> None:
    found = problems_of(file)
    if any(problem.severity == Severity.ERROR for problem in found):
        with pytest.raises(RulesetError):
            load(file)
    else:
        assert list(load(file).warnings) == found


def test_every_code_has_a_file() -> None:
    named = {file.name.partition("--")[0] for file in FILES}
    assert named <= set(CODES)
    assert {code for code in CODES if code.startswith("ruleset.")} - named <= {
        "ruleset.ruling",
        "ruleset.ruling-form",
    }  # tests/rulings
