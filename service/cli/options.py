"""The options that several commands share, and how their values are read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from .group import CannotGoOn, did_you_mean

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset

ALL: Final = "all"
"""Stands for every ruleset that comes with the program."""
MOST_FILES, MOST_READ = 100, 4000
"""How many files beside us, and how many characters of each, are looked at for an id."""
Function = TypeVar("Function", bound=Callable[..., Any])


def ruleset_ids() -> list[str]:
    """The ids of the shipped rulesets."""
    from bummerl.rulesets import catalogue

    return [summary.id for summary in catalogue()]


def complete_ruleset(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the ids, and files for anything that looks like a path."""
    if looks_like_file(incomplete):
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(name) for name in ruleset_ids() if name.startswith(incomplete)]


class Language(click.ParamType):  # type: ignore[type-arg]
    """One of the languages that rulings are written in."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """`[en|de]`."""
        return f"[{'|'.join(self.known())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language in small letters."""
        return str(click.Choice(self.known(), case_sensitive=False).convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the languages."""
        return [CompletionItem(lang) for lang in self.known() if lang.startswith(incomplete)]

    @staticmethod
    def known() -> tuple[str, ...]:
        """The languages, English first."""
        from bummerl.interpreter import languages

        return languages()


class LexiconParam(click.ParamType):  # type: ignore[type-arg]
    """The id of a lexicon, or `codes` where that is allowed."""

    name = "lexicon"

    def __init__(self, codes: bool = True) -> None:
        self.codes = codes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id in small letters."""
        from bummerl.interpreter import CODES
        from bummerl.rulesets import lexicon_ids

        name = str(value).lower()
        known = (*([CODES] if self.codes else []), *lexicon_ids())
        if name not in known:
            listed = ", ".join(known)
            self.fail(f"there is no lexicon `{value}`.{did_you_mean(name, known)} There are {listed}.")
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the lexicons."""
        from bummerl.rulesets import lexicon_ids

        return [CompletionItem(name) for name in lexicon_ids() if name.startswith(incomplete.lower())]


class RulesetParam(click.ParamType):  # type: ignore[type-arg]
    """The id of a shipped ruleset, or a ruleset file; a name that ends in .yaml or has a path in it is a file."""

    name = "id|file.yaml"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Ruleset:
        """Load the ruleset; what is wrong with it is said at its place in the file."""
        from bummerl.rulesets import RulesetError, load

        source = as_source(value)
        if isinstance(source, Path) and not source.exists():
            self.fail(
                f"there is no file `{value}`. An id such as one of `bummerl rulesets` is written without `.yaml`."
            )
        try:
            return load(source)
        except RulesetError as error:
            if isinstance(source, str) and error.unknown:
                guess = file_with_id(source) or did_you_mean(source, ruleset_ids())
                self.fail(f"there is no ruleset `{value}`.{guess} `bummerl rulesets` lists them; a file ends in .yaml.")
            raise BadRuleset(value, [str(problem) for problem in error.problems]) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the ids, and files for anything that looks like a path."""
        return complete_ruleset(ctx, param, incomplete)


def read_rulesets(context: click.Context, parameter: click.Parameter, value: str) -> list[Ruleset]:
    """`a,b,our-club.yaml` as rulesets, each once; `all` are those that come with the program."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    names = list(dict.fromkeys(each for name in names for each in (ruleset_ids() if name == ALL else [name])))
    if not names:
        raise click.BadParameter("name at least one ruleset; write commas between several.")
    return [RulesetParam().convert(name, parameter, context) for name in names]


def looks_like_file(name: str) -> bool:
    """Whether `name` means a file rather than the id of a shipped ruleset."""
    return name.endswith((".yaml", ".yml")) or "/" in name or os.sep in name


def as_source(name: str) -> str | Path:
    """What `rulesets.load` takes for it: an id, in any case, or the path of a file."""
    from ..ids import as_known

    return Path(name) if looks_like_file(name) else as_known(name)


def file_with_id(name: str) -> str:
    """A sentence about the file in this folder whose ruleset has the id `name`, or nothing."""
    head = re.compile(rf"^ruleset: *['\"]?{re.escape(name)}['\"]? *(#.*)?$", re.M)
    for path in islice(sorted(Path().glob("*.y*ml")), MOST_FILES):
        with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
            if head.search(file.read(MOST_READ)):
                return f" `{path}` has that id: write the name of the file."
    return ""


class BadRuleset(CannotGoOn):
    """A ruleset that cannot be used, with everything that is wrong with it."""

    def __init__(self, name: str, problems: list[str]) -> None:
        super().__init__(f"The ruleset `{name}` cannot be used:")
        self.problems = problems

    def show(self, file: Any = None) -> None:
        """The sentence, then a line for each problem."""
        click.echo(self.format_message(), err=True)
        for problem in self.problems:
            click.echo(f"  {problem}", err=True)


def read_pairs(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> Mapping[str, str] | None:
    """`("last_trick_bonus=10",)` as a mapping; the ruleset settles what the values are."""
    pairs = {}
    for value in values:
        name, sign, text = value.partition("=")
        if not sign or not name.strip() or not text.strip():
            raise click.BadParameter(f"`{value}` should be written as name=value, such as last_trick_bonus=10.")
        pairs[name.strip()] = text.strip()
    return pairs or None


def option_option(function: Function) -> Function:
    """`--option`: house rules, whatever the record says."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=read_pairs,
        help="A house rule, such as last_trick_bonus=10. May be given several times; `rulesets show ID` lists them.",
    )(function)


def ruleset_option(function: Function) -> Function:
    """`--ruleset` and `--option`: what is played, whatever the record says."""
    return click.option(
        "--ruleset",
        "-r",
        type=RulesetParam(),
        metavar="ID|FILE.yaml",
        help="Judge by this ruleset instead of the one the record names.",
    )(option_option(function))


def language_option(function: Function) -> Function:
    """`--lang`: the language of sentences and labels."""
    return click.option(
        "--lang",
        type=Language(),
        default="en",
        show_default=True,
        help="The language of the answer.",
    )(function)


def cards_option(function: Function) -> Function:
    """`--cards`: whose names and letters cards have in the answer."""
    return click.option(
        "--cards",
        type=LexiconParam(),
        metavar="LEXICON",
        help="Write cards as this lexicon does, such as german.de, or `codes`; `bummerl cards` lists them.",
    )(function)


def json_option(what: str) -> Callable[[Function], Function]:
    """`--json`, with what a line of it is."""

    def decorate(function: Function) -> Function:
        return click.option("--json", "as_json", is_flag=True, help=f"Print one JSON object a line: {what}.")(function)

    return decorate
