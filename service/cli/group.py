"""Groups of commands that are imported only when they are used, and that guess what a mistyped name meant."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

MODULES = {
    "check": "check",
    "match": "match",
    "compare": "compare",
    "score": "score",
    "batch": "batch",
    "format": "format",
    "rulesets": "rulesets",
    "cards": "cards",
    "serve": "serve",
    "rulings": "rulings",
    "tokens": "api_tokens",
    "explain": "explain",
    "completion": "completion",
}
"""Command -> module of this folder that holds it as `command`."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence to put behind a message, or nothing."""
    from bummerl.grammar.diagnostics import suggest

    guess = suggest(word, known)
    return f" Did you mean `{guess}`?" if guess else ""


class CannotGoOn(click.ClickException):
    """The command was right, but something it needs is not there; the message says what, and what to do."""

    exit_code = 2


class Suggesting(click.Group):
    """A group that answers an unknown command with the one that was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one was probably meant."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            guess = did_you_mean(name, self.list_commands(ctx))
            ctx.fail(f"There is no command `{name}`.{guess}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that has left (`| head`) is passed on as such, not as click's failure."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None


class ReaderGone(click.exceptions.Exit):
    """Whoever read our output has left; the status is the one shells know for that."""

    def __init__(self) -> None:
        super().__init__(141)


@click.command("help", hidden=True)
@click.argument("words", nargs=-1)
@click.pass_context
def help_command(context: click.Context, words: tuple[str, ...]) -> None:
    """What `--help` says, for those who ask for it in front."""
    context.find_root().command.main([*words, "--help"], prog_name="bummerl", standalone_mode=False)


class Commands(Suggesting):
    """The main group: commands in the order people need them, each module imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help page."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module and return the command."""
        if cmd_name == help_command.name:
            return help_command
        module = MODULES.get(cmd_name)
        if module is None:
            return None
        command = import_module(f".{module}", __package__).command
        assert isinstance(command, click.Command)
        return command
