"""`bummerl cards`: the packs and languages that cards can be written and called in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .checking import NOTHING_WRONG, UNREADABLE, WRONG, say
from .group import Suggesting
from .judging import write_line
from .options import LexiconParam, json_option
from .page import Page, bold, clean, columns, dim, ink, pad

if TYPE_CHECKING:
    from bummerl.rulesets import Lexicon


@click.group("cards", cls=Suggesting, invoke_without_command=True, short_help="What cards are called, and how written.")
@json_option("`id`, `title`, `pack` and `language`")
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List, show and check lexicons: the names and letters that cards have in one pack and one language.

    \b
    Examples:
        bummerl cards
        bummerl cards show german.de
        bummerl cards check our-pack.de.yaml

    Without a command: list.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_lexicons, as_json=as_json)


@command.command("list")
@json_option("`id`, `title`, `pack` and `language`")
def list_lexicons(as_json: bool) -> None:
    """List the lexicons: write `[Cards "ID"]` in a log, or `--cards ID` for the answer."""
    from bummerl.rulesets import lexicon_ids

    page, width = Page(), max(map(columns, lexicon_ids()))
    for found in map(known, lexicon_ids()):
        if as_json:
            write_line({"id": found.id, "title": found.title, "pack": found.style, "language": found.language})
        else:
            page.line(bold(pad(found.id, width)), "  ", found.title, indent=2)


@command.command("show")
@click.argument("name", metavar="ID", type=LexiconParam(codes=False))
@json_option("the lexicon, with every suit and rank")
def show(name: str, as_json: bool) -> None:
    """Show the names of a lexicon: for each suit and rank its code, letter, name, and what else is read."""
    found = known(name)
    parts = (("suits", found.suits), ("ranks", found.ranks))
    if as_json:
        data: dict[str, Any] = {"id": found.id, "title": found.title, "card": found.pattern}
        for part, entries in parts:
            data[part] = {
                code: {"name": one.name, "letter": one.letter, "also": list(one.also), "sign": one.sign}
                for code, one in entries.items()
            }
        write_line(data)
        return
    page = Page()
    page.line(bold(found.id), "  ", found.title)
    first, last = (next(iter(entries)) for _, entries in parts)
    page.line(dim(f"{found.letters(first, last)}  {found.card(first, last)}"))
    for part, entries in parts:
        page.heading(part)
        width = max(columns(one.name) for one in entries.values())
        for code, one in entries.items():
            letter = "" if one.letter == code else f"{one.letter}"
            also = ", ".join([*one.also, *([one.sign] if one.sign else [])])
            page.line(pad(code, 4), bold(pad(letter or code, 4)), pad(one.name, width), "  ", dim(also), indent=2)


@command.command("check")
@click.argument("names", nargs=-1, metavar="[FILE.yaml|ID]...")
@json_option("a problem")
@click.pass_context
def check(context: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """Check lexicon files, or all that come with the program: their shape, and names that mean two things.

    Exit status: 0 nothing is wrong, 1 something is, 2 a file could not be read.
    """
    from bummerl.rulesets import check_lexicon, lexicon_ids

    page, status = Page(), NOTHING_WRONG
    for name in names or lexicon_ids():
        text = text_of(name)
        if text is None:
            click.echo(f"{clean(name)}: there is no such file, or it is no text in UTF-8", err=True)
            status = UNREADABLE
            continue
        problems = check_lexicon(text, name if name.endswith(".yaml") else f"{name}.yaml")
        for problem in problems:
            write_line(problem.to_json()) if as_json else say(problem)
        if problems:
            status = max(status, WRONG)
        elif not as_json:
            page.line(ink("✓", fg="green"), f" {name}")
    context.exit(status)


def text_of(name: str) -> str | None:
    """The text of a file, or of the lexicon of this id."""
    from bummerl.rulesets import lexicon_ids
    from bummerl.rulesets.lexicon import lexicon_text

    if name.lower() in lexicon_ids():
        return lexicon_text(name.lower())
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def known(name: str) -> Lexicon:
    """The lexicon of an id that is there."""
    from bummerl.rulesets.lexicon import lexicon

    found = lexicon(name)
    assert found is not None
    return found
