"""Which rules were ever put to the test, and which never."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .group import did_you_mean
from .inputs import Entry, read_all
from .judging import write_line
from .labels import Labels
from .options import RulesetParam, as_source, looks_like_file, ruleset_ids
from .page import Page, bold, columns, dim, ink, pad
from .rulebook import titled

if TYPE_CHECKING:
    from bummerl.interpreter.coverage import Coverage
    from bummerl.rulesets import Ruleset

COVERED, NOT_COVERED, UNREADABLE = 0, 1, 2


def show_coverage(page: Page, names: Sequence[str], as_json: bool, lang: str) -> int:
    """Print what the rulings beside rulesets exercise, or the records of files; the exit status."""
    rulesets, files = told_apart(names)
    found, whole = by_files(files, rulesets) if files else (by_rulings(rulesets), True)
    if not whole and not any(one.hands for one in found):
        return UNREADABLE
    status = COVERED if whole else UNREADABLE
    labels, width = Labels(lang), max((columns(one.ruleset.id) for one in found), default=0)
    for one in found:
        if one.never:
            status = max(status, NOT_COVERED)
        if as_json:
            write_line(to_json(one))
        else:
            show_one(page, one, labels, width, alone=len(found) == 1)
    return status


def told_apart(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Of what was named, the rulesets and the files of records."""
    known, rulesets, files = ruleset_ids(), [], []
    for name in names:
        source = as_source(name)
        if isinstance(source, Path) if looks_like_file(name) and name.endswith((".yaml", ".yml")) else source in known:
            rulesets.append(name)
        elif name == "-" or Path(name).exists() or looks_like_file(name):
            files.append(name)
        else:
            raise click.UsageError(
                f"`{name}` is no ruleset and no file.{did_you_mean(name, known)} `bummerl rulesets` lists the rulesets."
            )
    return rulesets, files


def by_rulings(names: Sequence[str]) -> list[Coverage]:
    """What the rulings beside each ruleset exercise; of all that come with the program if none is named."""
    from bummerl.interpreter.coverage import of_house, shipped

    own = [name for name in names if isinstance(as_source(name), Path)]
    rest = [str(as_source(name)) for name in names if name not in own]
    found = shipped(rest) if rest or not own else []
    for name in own:
        loaded = RulesetParam().convert(name, None, click.get_current_context())
        found.append(of_house(loaded, Path(name)))
    return found


def by_files(files: Sequence[str], names: Sequence[str]) -> tuple[list[Coverage], bool]:
    """What the records of files exercise, of the rulesets named or of those that the records name; the hands of a match
    as one match. And whether all of them could be read: what could not is told.
    """
    from bummerl.interpreter.coverage import Coverage, exercised_by, exercised_by_match

    chosen: list[Ruleset] = [RulesetParam().convert(name, None, click.get_current_context()) for name in names]
    found = {one.digest: Coverage(one) for one in chosen}
    judged_by: list[Ruleset | None] = [*chosen] or [None]
    entries, whole = [entry for entries in read_all(files) for entry in entries], True
    for _, group in groupby(entries, lambda entry: id(entry if entry.match is None else entry.match)):
        hands = list(group)
        first = hands[0]
        if first.problems:
            say_unread(first, str(first.problems[0]))
            whole = False
            continue
        unread = list[dict[int, str]]()
        for ruleset in judged_by:
            if first.match is None:
                done, why_not = exercised_by(first.record, ruleset)
            else:
                done, why_not = exercised_by_match(first.match, ruleset)
            unread.append(why_not)
            for judged_under, rules in done:
                found.setdefault(judged_under.digest, Coverage(judged_under)).add(rules)
        for number, why in unread[0].items():
            if all(number in each for each in unread):  # no ruleset can read it
                say_unread(hands[number], why)
                whole = False
    return list(found.values()), whole


def say_unread(entry: Entry, why: str) -> None:
    """Says on standard error that a hand was left out, and why."""
    click.echo(f"{entry.title}, hand {entry.number}: {why}", err=True)


def show_one(page: Page, one: Coverage, labels: Labels, width: int, alone: bool) -> None:
    """How many rules of one ruleset were exercised, and which never."""
    total, never = len(one.ruleset.rules), one.never
    done = total - len(never)
    sign = ink("✗", fg="red") if never else ink("✓", fg="green")
    figures = labels("coverage.rules", n=done, total=total)
    page.line(
        sign,
        " ",
        bold(pad(one.ruleset.id, width)),
        f"  {figures}",
        dim(f"  {labels.count('coverage.hands', one.hands)}"),
    )
    if alone:
        by = sorted(set(one.by_kin.values()))
        if by:
            page.line(dim(labels("coverage.by-kin", n=len(one.by_kin), ids=labels.listed(by))), indent=2)
    for rule in never:
        text = titled(rule.texts, labels.lang) if rule.texts else ""
        page.line(ink(rule.id, fg="red"), dim(f"  {labels(f'kind.{rule.kind}')}"), indent=2)
        for line in page.wrapped(text, indent=4) if text else ():
            page.line(dim(line), indent=4)


def to_json(one: Coverage) -> dict[str, Any]:
    """The coverage of one ruleset, for programs: by rule id how many hands exercised it."""
    return {
        "ruleset": one.ruleset.id,
        "digest": one.ruleset.digest,
        "hands": one.hands,
        "rules": len(one.ruleset.rules),
        "exercised": {id: one.counts[id] for id in one.ruleset.rules if id in one.counts},
        "by_kin": one.by_kin,
        "never": [rule.id for rule in one.never],
    }
