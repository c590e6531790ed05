"""`bummerl check`: the ruling on each hand of each file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from .inputs import read_all
from .judging import labelled, rules_of, verdict_and_positions, verdict_on, write_line
from .labels import Labels
from .options import cards_option, json_option, language_option, ruleset_option
from .page import Page, dim
from .ruling import Ruling, show
from .tally import Tally

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("check", short_help="The ruling on each hand of each file.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@ruleset_option
@click.option("--explain", is_flag=True, help="Also say how it was decided: each rule tried, and the values it saw.")
@click.option("--brief", is_flag=True, help="The ruling only, without the points trick by trick.")
@json_option("a verdict, with `file` and `hand` where there are several")
@cards_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    explain: bool,
    brief: bool,
    as_json: bool,
    cards: str | None,
    lang: str,
) -> None:
    """Adjudicate every hand of every FILE, a move log as text or a record as JSON; `-` is standard input.

    The ruling says what happened, what follows from it, which rule says so and where it is written, what the player
    could have played, and what everybody had after each trick. A file that cannot be read costs no other its ruling.

    \b
    Examples:
        bummerl check hand.txt
        bummerl check hand.txt --ruleset sixty-six --lang de
        bummerl check evening/*.txt --option last_trick_bonus=10 --json
        pbpaste | bummerl check -

    Exit status: 0 every hand is legal and as stated, 1 at least one is not, 2 one could not be read.
    """
    read = read_all(files)
    several = len(files) > 1 or any(len(entries) > 1 for entries in read)
    tally, page = Tally(), Page()
    for entry in (entry for entries in read for entry in entries):
        if as_json:
            verdict = verdict_on(entry, ruleset, options, lang, explain, cards)
            write_line(labelled(entry, verdict, several))
        else:
            if tally.total:
                page.line()
                page.line(dim("─" * page.width))
            verdict, positions = verdict_and_positions(entry, ruleset, options, lang, explain, cards)
            show(page, Ruling(entry, verdict, rules_of(entry, ruleset), positions, Labels(lang), several, brief))
        tally.add(verdict)
    if several and not as_json:
        page.line()
        page.line(dim("─" * page.width))
        page.line(tally.sentence(Labels(lang)))
    context.exit(tally.exit_status)
