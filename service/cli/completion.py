"""`bummerl completion`: what a shell needs to complete commands, options, ruleset ids and codes."""

from __future__ import annotations

import click

HINTS = {
    "bash": 'Add to ~/.bashrc:   eval "$(bummerl completion bash)"',
    "zsh": 'Add to ~/.zshrc:    eval "$(bummerl completion zsh)"',
    "fish": "Run once:           bummerl completion fish > ~/.config/fish/completions/bummerl.fish",
}


@click.command(
    "completion",
    short_help="Print the completion script for a shell.",
    epilog="\b\n" + "\n".join(HINTS.values()),
)
@click.argument("shell", type=click.Choice(tuple(HINTS)))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print what SHELL needs to complete commands, options, ruleset ids and diagnostic codes."""
    from click.shell_completion import get_completion_class

    completer = get_completion_class(shell)
    assert completer is not None
    click.echo(completer(context.find_root().command, {}, "bummerl", "_BUMMERL_COMPLETE").source())
