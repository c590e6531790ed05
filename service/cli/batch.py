"""`bummerl batch`: a record a line in, a verdict a line out, in order, in little memory, on several processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from .blocks import BLOCK
from .group import CannotGoOn
from .inputs import STDIN
from .labels import Labels
from .options import cards_option, language_option, ruleset_option
from .outfile import outfile
from .pool import WorkerLost
from .progress import progress
from .streams import stdin
from .tally import Tally
from .workers import Setting, answers

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("batch", short_help="Adjudicate records by the million: NDJSON in, NDJSON out.")
@click.argument("source", metavar="IN.ndjson", type=click.Path(allow_dash=True))
@click.option(
    "--output",
    "-o",
    metavar="OUT.ndjson",
    type=click.Path(allow_dash=True),
    help="Where the verdicts go; standard output if it is not given.",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1, max=1024),
    metavar="N",
    help="Processes to use; as many as there are processors if it is not given.",
)
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no summary, even on a terminal.")
@ruleset_option
@cards_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    source: str,
    output: str | None,
    jobs: int | None,
    quiet: bool,
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    cards: str | None,
    lang: str,
) -> None:
    """Adjudicate IN.ndjson, one JSON record a line, and write one verdict a line, in the same order.

    A line that cannot be read gets a verdict of its own (`"status":"unreadable"`) and never costs the others theirs.
    Empty lines are left out. Memory stays the same for any number of records. The output file appears when all of it
    is written; `-` is standard input or output.

    \b
    Examples:
        bummerl batch hands.ndjson -o verdicts.ndjson
        zcat hands.ndjson.gz | bummerl batch - | jq -c 'select(.status == "illegal")'
    """
    total = size_of(source)
    if total is not None and total <= BLOCK:
        jobs = 1  # done before a second process has started
    tally = Tally()
    setting = Setting(ruleset, options, lang, cards)
    try:
        with source_stream(source) as stream, outfile(output) as out, progress(total, quiet) as bar:
            for answer in answers(stream, setting, jobs or os.cpu_count() or 1):
                out.write(answer.lines)
                out.flush()
                tally.merge(answer.tally)
                bar.advance(answer.size, answer.tally.total)
    except WorkerLost:
        raise CannotGoOn("One of the processes was stopped, probably for want of memory. Try --jobs 1.") from None
    if sys.stderr.isatty() and not quiet:
        click.echo(tally.sentence(Labels(lang)), err=True)
    context.exit(tally.exit_status)


def source_stream(name: str) -> AbstractContextManager[BufferedIOBase]:
    """The stream that `name` means; a file that cannot be opened is a wrong use of the command."""
    if name == STDIN:
        return nullcontext(cast(BufferedIOBase, stdin()))
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is no name of a file"
        raise click.UsageError(f"`{name}` cannot be read: {reason}.") from None


def size_of(name: str) -> int | None:
    """How many bytes there are to do, if that is known."""
    try:
        return os.stat(name).st_size if name != STDIN and os.path.isfile(name) else None
    except (OSError, ValueError):
        return None
