"""`bummerl format`: a log in its canonical form, as text or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .inputs import Entry, read_all
from .judging import unread, write_line
from .labels import Labels
from .options import cards_option, language_option, ruleset_option
from .page import Page, clean
from .problems import warnings
from .ruling import unreadable_entry
from .tally import ALL_LEGAL, UNREADABLE

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("format", short_help="Rewrite a log in canonical form, as text or JSON.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option(
    "--to",
    "form",
    type=click.Choice(("text", "json")),
    help="The form to write; that of the input if it is not given.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --to json: print one JSON object a line, a record.")
@cards_option
@ruleset_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    form: str | None,
    as_json: bool,
    cards: str | None,
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    lang: str,
) -> None:
    """Rewrite each FILE in canonical form: cards by their codes or as a lexicon writes them, one trick a line, comments
    and other headers kept.

    Nothing is judged: an illegal hand is rewritten like any other. What cannot be read is explained, and not rewritten.

    \b
    Examples:
        bummerl format hand.txt
        bummerl format hand.txt --to json > hand.json
        bummerl format hands.json --to text
        bummerl format hand.txt --cards german.de

    Exit status: 0 everything was rewritten, 2 something could not be read.
    """
    from bummerl.grammar import write_logs

    page, labels, status = Page(), Labels(lang), ALL_LEGAL
    texts: list[Mapping[str, Any]] = []
    read = read_all(files)
    several = sum(map(len, read)) > 1
    for entry in (entry for entries in read for entry in entries):
        to_json = as_json or form == "json" or (form is None and is_json(entry))
        record, problems = canonical_of(entry, ruleset, options, cards, lang)
        with redirect_stdout(sys.stderr):
            warnings(page, entry, labels)
        if record is None:
            status = UNREADABLE
            explain(page, replace(entry, problems=tuple(problems)), labels, several, to_json)
        elif to_json:
            write_line(record)
        else:
            texts.append(record)
    if texts:
        text = write_logs(texts)
        click.echo(cleaned(text) if sys.stdout.isatty() else text, nl=False)
    context.exit(status)


def explain(page: Page, entry: Entry, labels: Labels, several: bool, to_json: bool) -> None:
    """What stands where the record would: on standard error if that is a text, so that it is not taken for one."""
    if to_json:
        write_line(unread(entry, several, labels.lang))
    else:
        with redirect_stdout(sys.stderr):
            unreadable_entry(page, entry, labels, several)


def cleaned(text: str) -> str:
    """The text for a terminal, which no sign in it may recolour or rewrite; into a file it goes as it is."""
    return "\n".join(clean(line) for line in text.split("\n"))


def is_json(entry: Entry) -> bool:
    """Whether the hand came in as JSON."""
    return entry.hand is None and Path(entry.file).suffix != ".txt"


def canonical_of(
    entry: Entry, ruleset: Ruleset | None, options: Mapping[str, str] | None, cards: str | None, lang: str
) -> tuple[dict[str, Any] | None, list[Any]]:
    """The record with everything in canonical spelling, or what is wrong with it."""
    from bummerl.interpreter import CODES, Unusable, canonical, placed

    if entry.problems:
        return None, list(entry.problems)
    try:
        return canonical(entry.record, ruleset=ruleset, options=options, cards=cards or CODES, lang=lang), []
    except Unusable as error:
        return None, [placed(problem, entry.hand) for problem in error.problems]
