"""`bummerl compare`: one hand under several rulesets, grouped by answer, and where they part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from .inputs import Entry, read_all
from .judging import labelled, unread, warned, write_line
from .labels import Labels
from .options import (
    cards_option,
    complete_ruleset,
    json_option,
    language_option,
    option_option,
    read_rulesets,
)
from .page import Page, bold, columns, dim, ink, pad
from .problems import warnings
from .ruling import SHAPES, names_of, unreadable_entry, where
from .tally import UNREADABLE, Tally

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


@click.command("compare", short_help="The same hand under several rulesets.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option(
    "--rulesets",
    required=True,
    metavar="ID,ID,...",
    callback=read_rulesets,
    shell_complete=complete_ruleset,
    help="The rulesets to compare, ids or files, with commas between them; or `all`.",
)
@option_option
@json_option("the comparison of a hand, with `file` and `hand` where there are several")
@cards_option
@language_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    rulesets: list[Ruleset],
    options: Mapping[str, str] | None,
    as_json: bool,
    cards: str | None,
    lang: str,
) -> None:
    """Adjudicate the hand in FILE under several rulesets, and show which agree, and by which rules the others part.

    A ruleset that the record does not fit, such as one for another pack, is left out and named at the end.

    \b
    Examples:
        bummerl compare hand.txt --rulesets schnapsen,schnapsen-tournament,snapszli
        bummerl compare hand.txt --rulesets all
        bummerl compare hand.txt --rulesets schnapsen,our-club.yaml --json

    Exit status: 0 the hand is legal under every ruleset, 1 it is not, 2 it could not be read.
    """
    from bummerl.interpreter import compare

    read = read_all(files)
    several = len(files) > 1 or any(len(entries) > 1 for entries in read)
    page, labels, status = Page(), Labels(lang), 0
    for number, entry in enumerate(entry for entries in read for entry in entries):
        if number and not as_json:
            page.line()
        if entry.problems:
            status = UNREADABLE
            if as_json:
                write_line(unread(entry, several, lang))
            else:
                unreadable_entry(page, entry, labels, several)
            continue
        found = compare(entry.record, rulesets, options=options, lang=lang, hand=entry.hand, cards=cards)
        if as_json:
            write_line(labelled(entry, warned(entry, found, lang), several))
        else:
            warnings(page, entry, labels)
            Comparison(page, entry, found, labels).show(several)
        status = max(status, status_of(found))
    context.exit(status)


def status_of(found: Mapping[str, Any]) -> int:
    """The exit status of one comparison: what does not fit counts only where nothing does."""
    tally = Tally()
    for verdict in found["verdicts"]:
        if verdict["status"] != "unreadable":
            tally.add(verdict)
    return tally.exit_status if tally.total else UNREADABLE


class Comparison:
    """Prints one comparison: the answers, where they part, what could not be applied."""

    def __init__(self, page: Page, entry: Entry, found: Mapping[str, Any], labels: Labels) -> None:
        self.page, self.entry, self.found, self.labels = page, entry, found, labels
        self.names = names_of(entry.record)

    def show(self, several: bool) -> None:
        """All of it."""
        page, labels, found = self.page, self.labels, self.found
        page.line(dim(" · ".join(where(self.entry, labels, several))))
        page.line()
        applied, answers = sum(len(group["rulesets"]) for group in found["groups"]), len(found["groups"])
        asked = labels.count("compare.rulesets", applied)
        page.line(bold(labels.count("compare.head", answers, rulesets=asked)))
        page.line()
        for group in found["groups"]:
            self.show_group(group)
        if found["parts"]:
            page.heading(labels("compare.part"))
            for part in found["parts"]:
                self.show_move(part) if part["kind"] == "move" else self.show_results(part)
        if found["inapplicable"]:
            page.heading(labels("compare.inapplicable"))
            rows = [(one["ruleset"], one["problems"][0]["message"], "") for one in found["inapplicable"]]
            page.labelled(rows)

    def show_group(self, group: Mapping[str, Any]) -> None:
        """One answer, and who gives it."""
        shape, colour = SHAPES[group["status"]]
        self.page.line(ink(f"{shape} ", fg=colour), bold(self.answer(group)), indent=2)
        self.page.paragraph(", ".join(group["rulesets"]), indent=4, dim=True)

    def answer(self, group: Mapping[str, Any]) -> str:
        """The answer in a few words."""
        labels, move = self.labels, group.get("move")
        parts = [labels(f"status.{group['status']}")]
        if move is not None:
            parts = [labels("compare.refused", n=move + 1, token=self.token(move))]
        if "winner" in group:
            points = labels.count("points", group["game_points"])
            parts.append(labels("to", what=points, who=labels.players(group["winner"], self.names)))
        return ": ".join(parts)

    def token(self, move: int) -> str:
        """A move as it was written."""
        moves = self.entry.record.get("moves") or ()
        return str(moves[move]) if move < len(moves) else "?"

    def show_move(self, part: Mapping[str, Any]) -> None:
        """A move that some refuse and others accept, with the rule of each side."""
        self.page.line()
        self.page.line(self.labels("compare.move", n=part["move"] + 1, token=part["token"]), indent=2)
        for side, colour in (("illegal", "red"), ("legal", "green")):
            self.show_side(self.labels(f"compare.{side}"), colour, part[side])

    def show_results(self, part: Mapping[str, Any]) -> None:
        """Results that differ, with the row that gave each."""
        self.page.line()
        self.page.line(self.labels("compare.results"), indent=2)
        key = "game_points"
        for points, same in _gathered(part["results"], lambda one: (one[key], str(one["winner"]))):
            self.show_side(self.labels.count("points", points[0]), None, same)
        if part["terms"]:
            self.page.line()
            self.page.line(self.labels("compare.terms"), indent=2)
        for term in part["terms"]:
            self.page.line(bold(term["name"]), indent=4)
            self.page.labelled([(one["ruleset"], dim(one["says"]), "") for one in term["definitions"]], indent=6)

    def show_side(self, word: str, colour: str | None, entries: Sequence[Mapping[str, Any]]) -> None:
        """The rulesets of one side, gathered by rule and text."""
        width = max(columns(self.labels("compare.illegal")), columns(self.labels("compare.legal")), columns(word)) + 2
        for (rule, text), same in _gathered(entries, lambda one: (one.get("rule"), one.get("message"))):
            ids = ", ".join(one["ruleset"] for one in same)
            why = rule or self.labels("compare.no-rule")
            lines = self.page.wrapped(ids, 4 + width)
            if columns(lines[-1]) + 2 + columns(why) > self.page.width - 4 - width:
                lines.append("")
            for i, line in enumerate(lines):
                head, tail = ink(pad(word, width), fg=colour), dim(f"{'  ' if line else ''}{why}")
                self.page.line(
                    *([head] if i == 0 else [" " * width]), line, *([tail] if i == len(lines) - 1 else []), indent=4
                )
            if text:
                self.page.paragraph(text, indent=4 + width)


def _gathered(entries: Iterable[Mapping[str, Any]], key: Any) -> Iterator[tuple[Any, list[Mapping[str, Any]]]]:
    groups: dict[Any, list[Mapping[str, Any]]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry)
    yield from groups.items()
