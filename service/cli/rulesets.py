"""`bummerl rulesets`: list, show, check, compare and look inside the rulesets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .group import Suggesting
from .judging import write_line
from .labels import Labels
from .options import RulesetParam, complete_ruleset, json_option, language_option
from .page import Ink, Page, bold, columns, dim

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset, Summary


@click.group(
    "rulesets", cls=Suggesting, invoke_without_command=True, short_help="List, show, check and compare rulesets."
)
@json_option("a ruleset: id, version, title, about, seats, cards, family, country, digest")
@language_option
@click.pass_context
def command(context: click.Context, as_json: bool, lang: str) -> None:
    """List, show, check and compare rulesets; without a further command, list them.

    \b
    Examples:
        bummerl rulesets
        bummerl rulesets show sixty-six
        bummerl rulesets check our-club.yaml
        bummerl rulesets diff schnapsen sixty-six
    """
    if context.invoked_subcommand is None:
        print_list(as_json, lang)


@command.command("list")
@json_option("a ruleset: id, version, title, about, seats, cards, family, country, digest")
@language_option
def list_them(as_json: bool, lang: str) -> None:
    """List the rulesets that come with Bummerl, by family and country."""
    print_list(as_json, lang)


def print_list(as_json: bool, lang: str) -> None:
    """The catalogue, as a table or as lines of JSON."""
    from bummerl.rulesets import catalogue

    from .rulebook import titled

    found = catalogue()
    if as_json:
        for summary in found:
            write_line(summary.to_json())
        return
    page, labels = Page(), Labels(lang)
    head = [labels(f"list.{name}") for name in ("id", "players", "cards", "country", "title")]
    titles = {summary.id: titled(summary.title, lang) for summary in found}
    heads = {summary.id: summary.family_title or titles[summary.id] for summary in found}
    countries = {summary.id: labels.countries(summary.country) for summary in found}
    widths = [max(columns(s.id) for s in found), *map(columns, head[1:3]), max(map(columns, countries.values()))]
    edge = 2 + sum(widths) + 2 * len(widths)
    rows: list[list[Ink]] = []
    for family in dict.fromkeys(summary.family for summary in sorted(found, key=in_families)):
        rows += [[], [bold(heads.get(family, family))]]
        for summary in found:
            if summary.family != family:
                continue
            first, *more = page.wrapped(titles[summary.id], edge)
            figures = Ink(str(summary.seats)), Ink(str(summary.cards)), dim(countries[summary.id])
            rows.append([Ink(summary.id), *figures, Ink(first)])
            rows += [[Ink("")] * 4 + [Ink(line)] for line in more]
    page.table(head, rows, right=(1, 2))


def in_families(summary: Summary) -> tuple[str, str]:
    """Sorts rulesets by the country of their family, then by the family."""
    from bummerl.rulesets import catalogue

    head = next((one for one in catalogue() if one.id == summary.family), summary)
    return ",".join(head.country), head.id


@command.command("show")
@click.argument("ruleset", metavar="ID|FILE.yaml", type=click.UNPROCESSED, shell_complete=complete_ruleset)
@click.option("--yaml", "as_yaml", is_flag=True, help="The file as it was written.")
@click.option("--json", "as_json", is_flag=True, help="The ruleset with all it inherits, as one JSON object on a line.")
@language_option
def show(ruleset: str, as_yaml: bool, as_json: bool, lang: str) -> None:
    """Show a ruleset as a rule book: every rule with its exact condition and its source."""
    from .rulebook import show_ruleset, source_text

    loaded = RulesetParam().convert(ruleset, None, click.get_current_context())
    if as_yaml:
        click.echo(source_text(ruleset), nl=False)
    elif as_json:
        write_line({"id": loaded.id, "version": loaded.version, "digest": loaded.digest, **loaded.data})
    else:
        show_ruleset(Page(), loaded, lang)


@command.command("check")
@click.argument("files", nargs=-1, metavar="[FILE.yaml|ID]...")
@click.option("--rulings/--no-rulings", default=True, help="Also try the worked examples beside each ruleset.")
@json_option("a problem, or a ruling that came out otherwise")
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], rulings: bool, as_json: bool) -> None:
    """Check ruleset files: their shape, names and types, what looks like a slip, and the worked rulings beside them.

    Problems are printed as file:line:column: message, which editors understand. Without a FILE all rulesets that come
    with Bummerl are checked.

    Exit status: 0 nothing is wrong, 1 something is, 2 a file could not be read.
    """
    from .checking import check_all

    context.exit(check_all(Page(), files, rulings, as_json))


@command.command("diff")
@click.argument("a", type=RulesetParam(), metavar="A")
@click.argument("b", type=RulesetParam(), metavar="B")
@json_option("a rule that differs")
@language_option
@click.pass_context
def diff_them(context: click.Context, a: Ruleset, b: Ruleset, as_json: bool, lang: str) -> None:
    """Show the rules in which two rulesets differ, after everything they inherit is put in place.

    Exit status: 0 they say the same, 1 they differ.
    """
    from .differences import show_differences

    context.exit(show_differences(Page(), a, b, as_json, lang))


@command.command("coverage")
@click.argument("names", nargs=-1, metavar="[ID|FILE.yaml]... [RECORDS]...", shell_complete=complete_ruleset)
@json_option("a ruleset, with how many hands exercised each of its rules")
@language_option
@click.pass_context
def cover(context: click.Context, names: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Show which rules the worked rulings of a ruleset exercise, and which never.

    A requirement is exercised when it refused a move, a duty when it said which cards may be played, any other rule
    when it decided something. With files of RECORDS, these are looked at instead of the rulings.

    \b
    Examples:
        bummerl rulesets coverage
        bummerl rulesets coverage sixty-six
        bummerl rulesets coverage schnapsen last-sunday.txt

    Exit status: 0 every rule was exercised, 1 at least one was not, 2 a hand could not be read.
    """
    from .coverage import show_coverage

    context.exit(show_coverage(Page(), names, as_json, lang))


@command.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of rulesets, for editors that complete and explain keys.

    \b
    Example:
        bummerl rulesets schema > ruleset.schema.json
    """
    from bummerl.rulesets import schema_text

    click.echo(schema_text(), nl=False)


@command.command("dump")
@click.argument("ruleset", metavar="ID|FILE.yaml", type=RulesetParam())
def dump_it(ruleset: Ruleset) -> None:
    """Show what the core runs for a ruleset: every instruction, with the names of rules, cards and words."""
    from bummerl.interpreter.dump import dump

    dump(ruleset, sys.stdout)
