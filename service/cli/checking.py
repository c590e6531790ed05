"""What is wrong with ruleset files, and which worked rulings come out otherwise than they should."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .judging import write_line
from .options import as_source
from .page import Page, dim, ink

if TYPE_CHECKING:
    from bummerl.grammar import Problem
    from bummerl.rulesets import Ruleset


def check_all(page: Page, names: Sequence[str], rulings: bool, as_json: bool) -> int:
    """Check each ruleset; the exit status."""
    wrong = unreadable = 0
    for name in names:
        source = as_source(name)
        if isinstance(source, Path) and not source.is_file():
            click.echo(f"{name}: there is no such file", err=True)
            unreadable += 1
            continue
        ruleset, problems = load_or_problems(source)
        failed = list(failed_rulings(ruleset)) if ruleset is not None and rulings else []
        for problem in problems:
            _say_problem(page, problem, as_json)
        for text, value in failed:
            write_line({"ruleset": name, **value}) if as_json else page.line(f"{name}: ", text)
        errors = sum(problem.severity == "error" for problem in problems)
        wrong += bool(errors or failed)
        if not as_json:
            tried = _count_rulings(ruleset) if ruleset is not None and rulings else 0
            _say_summary(page, name, len(problems), tried, len(failed))
    return 2 if unreadable else 1 if wrong else 0


def load_or_problems(source: str | Path) -> tuple[Ruleset | None, list[Problem]]:
    """The ruleset with its warnings, or nothing with its errors."""
    from bummerl.rulesets import RulesetError, load

    try:
        ruleset = load(source)
    except RulesetError as error:
        return None, list(error.problems)
    return ruleset, list(ruleset.warnings)


def outcomes_of(ruleset: Ruleset) -> list[Any]:
    """What came of the worked rulings beside a ruleset."""
    from bummerl.interpreter.rulings import run

    return list(run(ruleset))


def failed_rulings(ruleset: Ruleset) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rulings that came out otherwise, as a sentence and as JSON."""
    for outcome in outcomes_of(ruleset):
        if not outcome.holds:
            yield str(outcome), {"ruling": str(outcome)}


def _count_rulings(ruleset: Ruleset) -> int:
    return len(outcomes_of(ruleset))


def _say_problem(page: Page, problem: Problem, as_json: bool) -> None:
    if as_json:
        write_line(problem.to_json())
        return
    warning = f"{problem.severity.value}: " if problem.severity != "error" else ""
    click.echo(f"{problem}".replace(": ", f": {warning}", 1) if warning else f"{problem}")


def _say_summary(page: Page, name: str, problems: int, tried: int, failed: int) -> None:
    if problems or failed:
        return
    mark = ink("✓", fg="green")
    page.line(mark, f" {name}", dim(f"  {tried} rulings" if tried else ""))
