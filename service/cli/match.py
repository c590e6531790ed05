"""`bummerl match`: hands in a row, and how the match stands after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from .inputs import Entry, read_all
from .judging import rules_of, unread, warned, write_line
from .labels import Labels
from .options import json_option, language_option, ruleset_option
from .page import Ink, Page, bold, dim, ink
from .problems import warnings
from .rulebook import titled
from .ruling import SHAPES, names_of, unreadable_entry, where
from .tally import UNREADABLE, Tally

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("match", short_help="The hands of a match, and the running score.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@ruleset_option
@json_option("the whole match with a verdict for each hand")
@language_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    as_json: bool,
    lang: str,
) -> None:
    """Adjudicate the hands of all FILEs as one match, in order, and show the score after each by the ruleset's rules.

    A hand may leave out the ruleset and the dealer, who follows from the hand before. The score stops at the first hand
    without a result.

    \b
    Examples:
        bummerl match evening.txt
        bummerl match first.txt second.txt third.txt --json

    Exit status: 0 every hand is legal and as stated, 1 at least one is not, 2 one could not be read.
    """
    from bummerl.interpreter import adjudicate_match

    entries = [entry for found in read_all(files) for entry in found]
    page, labels = Page(), Labels(lang)
    broken = [entry for entry in entries if entry.problems and entry.hand is None]
    for entry in broken:
        write_line(unread(entry, True)) if as_json else unreadable_entry(page, entry, labels, True)
    if broken:
        context.exit(UNREADABLE)
    if not as_json:
        for entry in entries:
            warnings(page, entry, labels)
    hands = [entry.hand if entry.hand is not None else entry.record for entry in entries]
    found = adjudicate_match({"hands": hands}, ruleset=ruleset, options=options, lang=lang)
    found["hands"] = [warned(entry, verdict) for entry, verdict in zip(entries, found["hands"], strict=False)]
    if as_json:
        write_line(found)
    elif found["status"] == "unreadable":
        for problem in found["problems"]:
            page.paragraph(problem["message"])
    else:
        Score(page, entries, found, rules_of(entries[0], ruleset), labels).show()
    tally = Tally()
    for verdict in found["hands"]:
        tally.add(verdict)
    context.exit(UNREADABLE if found["status"] == "unreadable" else tally.exit_status)


class Score:
    """Prints the match: a row a hand, what stopped it, and the games won."""

    def __init__(
        self, page: Page, entries: Sequence[Entry], found: Mapping[str, Any], ruleset: Ruleset | None, labels: Labels
    ) -> None:
        self.page, self.entries, self.found, self.labels = page, entries, found, labels
        self.title = titled(ruleset.title, labels.lang) if ruleset is not None else None
        self.names: dict[str, str] = {}
        for entry in reversed(entries):
            self.names |= names_of(entry.record)

    def show(self) -> None:
        """All of it."""
        page, labels, found = self.page, self.labels, self.found
        first, *more = where(self.entries[0], labels, several=False)
        target = labels(f"slate.{found['write']}", n=found["target"]) if found["target"] else ""
        page.line(dim(" · ".join(part for part in (first, self.title, target, *more) if part)))
        page.line()
        seats = list(found["games"])
        head = [labels(f"slate.{name}") for name in ("hand", "dealer", "result")]
        rows = [self.row(line, seats) for line in found["running"]]
        page.table([*head, *map(self.name, seats)], rows, right=(0, *range(3, 3 + len(seats))))
        for line in found["running"]:
            if line.get("message"):
                page.paragraph(line["message"], indent=2)
        if found["stopped"]:
            self.show_stop(found["stopped"])
        page.line()
        page.line(bold(labels.count("slate.games", len(found["running"]))), " ", self.games(seats))

    def name(self, seat: str | None) -> str:
        """The player, or the seat."""
        return self.names.get(seat, seat) if seat else "–"

    def who(self, seats: str | Sequence[str] | None) -> str:
        """One player, partners, or nobody."""
        if not seats:
            return self.labels("nobody")
        return self.labels.listed([self.name(seat) for seat in ([seats] if isinstance(seats, str) else seats)])

    def row(self, line: Mapping[str, Any], seats: Sequence[str]) -> list[Ink]:
        """A hand: who dealt, who got what for it, and how it stands."""
        labels = self.labels
        shape, colour = SHAPES[line["status"]]
        result = f"{labels('to', what=labels.count('points', line['paid']), who=self.who(line['winner']))}"
        if line["status"] == "illegal":
            result = f"{shape} {result}"
        if line["game"]:
            result += labels("slate.won", who=self.who(line["game"]["winner"]), n=line["game"]["units"])
        cells = [Ink(str(line["hand"] + 1)), Ink(self.name(line["dealer"]))]
        cells.append(ink(result, fg=colour) if line["status"] == "illegal" else Ink(result))
        return [*cells, *(Ink(str(line["score"][seat])) for seat in seats)]

    def show_stop(self, stopped: Mapping[str, Any]) -> None:
        """The hand at which the score stops, with the reason."""
        page = self.page
        shape, colour = SHAPES[stopped["status"]]
        page.line()
        page.line(ink(f"{shape} ", fg=colour), stopped["message"], indent=2)
        verdict = self.found["hands"][stopped["hand"]]
        for part in (*verdict.get("violations", ()), *verdict.get("problems", ())):
            page.paragraph(part["message"], indent=4)

    def games(self, seats: Sequence[str]) -> str:
        """How many games each has won."""
        won = self.found["games"]
        return ", ".join(f"{self.name(seat)} {won[seat]}" for seat in seats) + "."
