"""`bummerl match`: hands in a row, and how the match stands after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from .inputs import Entry, read_all
from .judging import rules_of, unread, warned, write_line
from .labels import Labels
from .options import cards_option, json_option, language_option, ruleset_option
from .page import Page
from .problems import warnings
from .ruling import Ruling, show, unreadable_entry
from .slate import Slate
from .tally import ALL_LEGAL, NOT_ALL_LEGAL, UNREADABLE, Tally

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("match", short_help="The hands of a match, and the running score.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@ruleset_option
@json_option("the whole match with a verdict for each hand")
@cards_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    as_json: bool,
    cards: str | None,
    lang: str,
) -> None:
    """Adjudicate the hands of all FILEs as one match, in order, and show the score after each by the ruleset's rules.

    A hand may leave out the ruleset and the dealer, who follows from the hand before. What was written down beside the
    hands is checked: dealers, results (Result), scores (Score), numbers (Hand), players, hands after the end. A hand
    without a result is counted as written down; if nothing was, the score stops until a hand says how it stands.

    \b
    Examples:
        bummerl match evening.txt
        bummerl match first.txt second.txt third.txt --json

    Exit status: 0 every hand is legal and all is as written down, 1 something is not, 2 a hand could not be read.
    """
    from bummerl.interpreter import adjudicate_match

    entries = [entry for found in read_all(files) for entry in found]
    page, labels = Page(), Labels(lang)
    broken = [entry for entry in entries if entry.problems and entry.hand is None]
    for entry in broken:
        write_line(unread(entry, True, lang)) if as_json else unreadable_entry(page, entry, labels, True)
    if broken:
        context.exit(UNREADABLE)
    if not as_json:
        for entry in entries:
            warnings(page, entry, labels)
    found = adjudicate_match(match_of(entries), ruleset=ruleset, options=options, lang=lang, cards=cards)
    found["hands"] = [warned(entry, verdict, lang) for entry, verdict in zip(entries, found["hands"], strict=False)]
    if as_json:
        write_line(placed(found, entries))
    elif found["status"] == "unreadable":
        show(
            page, Ruling(entries[0], {"status": found["status"], "problems": found["problems"]}, None, (), labels, True)
        )
    else:
        Slate(page, entries, found, rules_of(entries[0], ruleset), labels).show()
    tally = Tally()
    for verdict in found["hands"]:
        tally.add(verdict)
    wrong = max(tally.exit_status, NOT_ALL_LEGAL if found["audit"] else ALL_LEGAL)
    context.exit(UNREADABLE if found["status"] == "unreadable" else wrong)


def match_of(entries: Sequence[Entry]) -> Mapping[str, Any]:
    """The match that a file holds, or one of all hands."""
    first = entries[0].match
    if first is not None and all(entry.match is first for entry in entries):
        return first
    return {"hands": [entry.hand if entry.hand is not None else entry.record for entry in entries]}


def placed(found: dict[str, Any], entries: Sequence[Entry]) -> dict[str, Any]:
    """The match with the file of each finding, where there are several."""
    if len({entry.file for entry in entries}) > 1:
        for finding in found["audit"]:
            if finding["hand"] is not None:
                finding["file"] = entries[finding["hand"]].file
    return found
