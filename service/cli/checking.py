"""What is wrong with ruleset files, and which worked rulings come out otherwise than somebody counted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from .group import did_you_mean
from .judging import write_line
from .options import as_source
from .page import Page, clean, columns, dim, ink, pad

if TYPE_CHECKING:
    from bummerl.grammar import Problem

NOTHING_WRONG, WRONG, UNREADABLE = 0, 1, 2


class Checked(NamedTuple):
    """One ruleset, checked: its problems, and how many rulings were tried."""

    name: str
    problems: list[Problem]
    rulings: int

    @property
    def wrong(self) -> bool:
        """Whether anything is an error; a warning is none."""
        return any(problem.severity == "error" for problem in self.problems)

    @property
    def unreadable(self) -> bool:
        """Whether there was nothing to check, since the file is no text."""
        return any(problem.code == NO_TEXT for problem in self.problems)


FEW = 5
"""So many rulesets are checked sooner than another process is started."""
NO_TEXT = "ruleset.unreadable"
"""The code of a file that cannot be opened, or is no text."""


def check_all(page: Page, names: Sequence[str], rulings: bool, as_json: bool) -> int:
    """Check each ruleset, or all that come with the program, and print what is wrong; the exit status."""
    from bummerl.rulesets.shipped import ids

    known = sorted(ids())
    status = NOTHING_WRONG
    width = max(map(columns, names or known))
    there = []
    for name in names or known:
        if missing := why_missing(as_source(name), known):
            click.echo(f"{clean(name)}: {missing}", err=True)
            status = UNREADABLE
        else:
            there.append(name)
    for checked in checked_in_turn(there, rulings):
        name = checked.name
        for problem in checked.problems:
            write_line(problem.to_json()) if as_json else say(problem)
        if not as_json and not checked.wrong:
            tried = f"  {checked.rulings} rulings" if checked.rulings else ""
            page.line(ink("✓", fg="green"), f" {pad(name, width)}", dim(tried))
        if checked.wrong:
            status = max(status, UNREADABLE if checked.unreadable else WRONG)
    return status


def why_missing(source: str | Path, known: Sequence[str]) -> str | None:
    """Why there is nothing to check under a name."""
    if isinstance(source, Path):
        return None if source.is_file() else "there is no such file"
    return None if source in known else f"there is no such ruleset.{did_you_mean(source, known)}"


def checked_in_turn(names: Sequence[str], rulings: bool) -> Iterator[Checked]:
    """Each ruleset, checked, in this order; many of them on all processors."""
    workers = min(os.cpu_count() or 1, len(names) // FEW)
    if workers < 2:
        yield from (check_one(name, rulings) for name in names)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(check_one, rulings=rulings), names)


def check_one(name: str, rulings: bool) -> Checked:
    """Shape, names, types and lints; then, if it can be used, the rulings beside it."""
    source = as_source(name)
    from bummerl.interpreter.rulings import run
    from bummerl.rulesets import RulesetError, check_file, check_shipped, load

    problems = check_file(source) if isinstance(source, Path) else check_shipped(source)
    if not rulings or any(problem.severity == "error" for problem in problems):
        return Checked(name, problems, 0)
    try:
        ruleset = load(source)
    except RulesetError:  # a part that others extend has no hands to rule on
        return Checked(name, problems, 0)
    outcomes = run(ruleset, source if isinstance(source, Path) else None)
    problems += [outcome.problem for outcome in outcomes if outcome.problem is not None]
    return Checked(name, problems, len(outcomes))


def say(problem: Problem) -> None:
    """`file:line:column: message`, with a word in front of what is no error."""
    place, sign, message = str(problem).partition(": ")
    kind = "" if problem.severity == "error" else f"{problem.severity.value}: "
    click.echo(clean(f"{place}{sign}{kind}{message}"))
