"""`bummerl explain`: what a diagnostic code means and how to mend what it complains about."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from ..error_pages import page_of
from ..markdown import blocks, without_links
from .group import did_you_mean
from .judging import write_line
from .options import json_option
from .page import Page, bold, clean


def complete_code(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the codes with their meaning."""
    from bummerl.grammar import CODES

    return [CompletionItem(code, help=meaning) for code, meaning in CODES.items() if code.startswith(incomplete)]


@click.command("explain", short_help="What a diagnostic code means, and how to mend it.")
@click.argument("code", required=False, shell_complete=complete_code)
@json_option("`code`, `meaning` and `page`")
def command(code: str | None, as_json: bool) -> None:
    """Explain a diagnostic CODE such as `log.move`; without one, list them all.

    A code stands behind every problem that `check`, `rulesets check` and the HTTP service report. A rule of a game is
    no diagnostic: `bummerl rulesets show ID` prints the rules.

    \b
    Examples:
        bummerl explain
        bummerl explain record.card
    """
    from bummerl.grammar import CODES

    page = Page()
    if code is None:
        for name, meaning in CODES.items():
            if as_json:
                write_line({"code": name, "meaning": meaning})
            else:
                page.labelled([(name.ljust(max(map(len, CODES))), meaning, "")], indent=0)
        return
    if code not in CODES:
        raise click.UsageError(f"There is no code `{clean(code)}`. {rule_of(code) or codes_like(code)}")
    text = page_of(code)
    if as_json:
        write_line({"code": code, "meaning": CODES[code], "page": text})
    elif text is None:
        page.line(bold(code), ": ", CODES[code])
    else:
        show_page(page, text)


def show_page(page: Page, text: str) -> None:
    """The page of a code, set for a terminal."""
    for number, (kind, words) in enumerate(blocks(text)):
        if number:
            page.line()
        if kind in ("title", "heading"):
            page.line(bold(without_links(words).replace("`", "")))
        elif kind == "code":
            for line in words.split("\n"):
                page.line(line, indent=4)
        else:
            page.paragraph(without_links(words), indent=2)


def codes_like(code: str) -> str:
    """Which code was probably meant, and where they are listed."""
    from bummerl.grammar import CODES

    return f"{did_you_mean(code, CODES)} `bummerl explain` lists them all.".strip()


def rule_of(name: str) -> str | None:
    """That it is a rule of a game, if any ruleset that comes with the program has one of this name."""
    from bummerl.rulesets import catalogue, load

    having = [ruleset for ruleset in (load(summary.id) for summary in catalogue()) if name in ruleset.rules]
    if not having:
        return None
    first = min(having, key=lambda ruleset: (len(ruleset.parents), len(ruleset.id)))
    return f"That is a rule of a game: `bummerl rulesets show {first.id}` prints it with its source."
