"""`bummerl rulings`: what is kept in a database, for whoever runs it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from .batch import source_stream
from .database import database_option, opened
from .group import CannotGoOn, Suggesting
from .inputs import STDIN
from .judging import write_line
from .labels import Labels
from .options import cards_option, json_option, language_option
from .outfile import outfile
from .page import Page, dim, shortened

if TYPE_CHECKING:
    from bummerl.service.store import Store, Summary

PART = 100
"""Rulings that are asked for at once."""
LONGEST_NAME = 24


@click.group("rulings", cls=Suggesting, short_help="List, show, export, import and delete kept rulings.")
def command() -> None:
    """List, show, export, import and delete the rulings that `bummerl serve` keeps.

    \b
    Examples:
        bummerl rulings list
        bummerl rulings show 7F3KQ-2MD4X --lang de
        bummerl rulings export -o rulings.ndjson
        bummerl rulings import rulings.ndjson --database postgresql://bummerl@db.example/rulings
    """


@command.command("list")
@click.option("--limit", "-n", type=click.IntRange(min=1), metavar="N", default=50, show_default=True, help="How many.")
@database_option
@json_option("a ruling: id, kept_at, ruleset, status, rule, players, lang")
@language_option
def list_them(limit: int, database: str | None, as_json: bool, lang: str) -> None:
    """List the rulings that are kept, newest first."""
    with opened(database) as store:
        found = list(islice(newest(store, limit), limit))
        kept = store.count()
    if as_json:
        for summary in found:
            write_line(summary.as_json())
        return
    page, labels = Page(), Labels(lang)
    if not found:
        page.line(labels("kept.none"))
        return
    head = [labels(name) for name in ("kept.id", "kept.at", "ruleset", "kept.verdict", "list.players")]
    page.table(head, [row(summary, labels) for summary in found])
    if kept > len(found):
        page.line()
        page.line(dim(labels("kept.some", shown=len(found), kept=kept)), indent=2)


def newest(store: Store, limit: int) -> Iterator[Summary]:
    """The rulings, newest first, asked for as they are needed."""
    after: str | None = None
    while True:
        part = store.listed(limit=min(limit, PART), after=after)
        yield from part.rulings
        after = part.after
        if after is None:
            return


def row(summary: Summary, labels: Labels) -> list[str]:
    """A line of the table."""
    when = summary.kept_at.astimezone().strftime("%Y-%m-%d %H:%M")
    status = f"status.{summary.status}"
    verdict = labels(status) if labels.has(status) else summary.status
    players = [shortened(str(name), LONGEST_NAME) for name in summary.players.values()]
    return [summary.id, when, summary.ruleset, verdict, "; ".join(players)]


@command.command("show")
@click.argument("id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The ruling as it is kept, as one JSON object on a line.")
@cards_option
@language_option
@database_option
def show_it(id: str, database: str | None, as_json: bool, lang: str, cards: str | None) -> None:
    """Show a kept ruling, judged by the very ruleset it was given under, in the language asked for."""
    from .kept import json_of, show_kept

    with opened(database) as store:
        ruling = store.ruling(id)
    if ruling is None:
        raise no_such(id)
    if as_json:
        write_line(json_of(ruling))
    else:
        show_kept(Page(), ruling, lang, cards)


@command.command("export")
@click.option(
    "--output",
    "-o",
    metavar="OUT.ndjson",
    type=click.Path(allow_dash=True),
    help="Where the rulings go; standard output if it is not given.",
)
@database_option
def export(output: str | None, database: str | None) -> None:
    """Write all rulings as NDJSON, oldest first, each ruleset once in front of the first ruling under it.

    The lines hold everything that is kept, also the hashes of the tokens that delete the rulings; no API tokens. The
    same rulings are the same bytes, whatever the database.

    \b
    Examples:
        bummerl rulings export -o rulings.ndjson
        bummerl rulings export | zstd > rulings.ndjson.zst
    """
    from bummerl.service.store.archive import written

    with opened(database) as store, outfile(output) as out:
        for line in written(store.every()):
            out.write(line)


@command.command("import")
@click.argument("source", metavar="IN.ndjson", type=click.Path(allow_dash=True))
@database_option
@click.pass_context
def take_in(context: click.Context, source: str, database: str | None) -> None:
    """Take in rulings that `bummerl rulings export` wrote; what is kept already is left as it is.

    A line that cannot be taken in is told with its number, and costs the others nothing. If the work stops in the
    middle, do it again: what was taken in stays.

    Exit status: 0 every ruling is kept now, 2 at least one line could not be taken in.
    """
    from .taking_in import take_in_all

    with source_stream(source) as stream, opened(database, create=True) as store:
        context.exit(0 if take_in_all(store, stream, "standard input" if source == STDIN else source) else 2)


@command.command("delete")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@database_option
def delete(ids: tuple[str, ...], yes: bool, database: str | None) -> None:
    """Delete rulings for good, without the tokens that were given out for them."""
    with opened(database) as store:
        for id in ids:
            if store.ruling(id) is None:
                raise no_such(id)
        if not yes:
            if not sys.stdin.isatty():
                raise click.UsageError("Deleting cannot be undone: say --yes where nobody can be asked.")
            click.confirm(f"Delete {', '.join(ids)} for good?", abort=True, err=True)
        for id in ids:
            gone = store.remove(id)
            click.echo(f"{id} is deleted." if gone else f"{id} was deleted by somebody else.", err=True)


def no_such(id: str) -> CannotGoOn:
    """There is no ruling with this id."""
    from bummerl.service.store import read_id

    if read_id(id) is None:
        return CannotGoOn(f"`{shortened(id, 40)}` is no id of a ruling; ids look like 7F3KQ-2MD4X.")
    return CannotGoOn(f"There is no ruling `{id}`. `bummerl rulings list` lists them.")
