"""`bummerl tokens`: who may keep rulings, and who may list them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import click

from .database import database_option, opened
from .group import CannotGoOn, Suggesting
from .judging import write_line
from .options import json_option
from .page import Page, shortened

if TYPE_CHECKING:
    from bummerl.service.store import Token


@click.group("tokens", cls=Suggesting, short_help="Create, list and revoke tokens for the HTTP service.")
def command() -> None:
    """Create, list and revoke tokens for keeping and listing rulings over HTTP.

    \b
    Examples:
        bummerl tokens create "Desk at Graz" --days 30
        bummerl tokens list
        bummerl tokens revoke 7F3KQ-2MD4X
    """


@command.command("create")
@click.argument("name", metavar="NAME")
@click.option(
    "--may",
    type=click.Choice(("keep", "list")),
    multiple=True,
    help="What it allows: to keep rulings, to list them. May be given twice; `keep` if it is not given.",
)
@click.option(
    "--days", type=click.IntRange(1, 36500), metavar="N", help="After how many days it expires; never if not given."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: id, name, may, created, expires, secret.")
@database_option
def create(name: str, may: tuple[str, ...], days: int | None, as_json: bool, database: str | None) -> None:
    """Create a token for whoever NAME says, and print its secret, which is shown this once.

    Programs send it as `Authorization: Bearer SECRET`. Only a hash of it is stored.
    """
    expires = datetime.now(UTC) + timedelta(days=days) if days else None
    with opened(database, create=True) as store:
        try:
            made = store.create_token(name, frozenset(may or ("keep",)), expires)
        except ValueError as wrong:
            raise click.UsageError(str(wrong)) from None
    if as_json:
        write_line({**as_line(made.token), "secret": made.secret})
        return
    click.echo(made.secret)
    click.echo(
        f"This secret of the token {made.token.id} is shown this once. Send it as `Authorization: Bearer …`.", err=True
    )


@command.command("list")
@json_option("a token: id, name, may, created, expires")
@database_option
def list_them(as_json: bool, database: str | None) -> None:
    """List the tokens, oldest first; their secrets are known to nobody but their owners."""
    with opened(database) as store:
        found = store.tokens()
    if as_json:
        for token in found:
            write_line(as_line(token))
    elif found:
        Page().table(["Id", "May", "Created", "Expires", "Name"], [row(token) for token in found])
    else:
        click.echo("There are no tokens.")


def row(token: Token) -> list[str]:
    """A line of the table."""
    if token.expires is None:
        expires = "never"
    elif token.expires <= datetime.now(UTC):
        expires = "has expired"
    else:
        expires = day(token.expires)
    return [token.id, ", ".join(sorted(token.may)), day(token.created), expires, shortened(token.name, 60)]


def day(time: datetime) -> str:
    """A day where this machine is."""
    return time.astimezone().strftime("%Y-%m-%d")


def as_line(token: Token) -> dict[str, Any]:
    """A line of JSON."""
    from bummerl.service.store import said

    return {
        "id": token.id,
        "name": token.name,
        "may": sorted(token.may),
        "created": said(token.created, "seconds"),
        "expires": token.expires and said(token.expires, "seconds"),
    }


@command.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@database_option
def revoke(ids: tuple[str, ...], database: str | None) -> None:
    """Take tokens back, at once and for good."""
    with opened(database) as store:
        for id in ids:
            if not store.revoke(id):
                raise CannotGoOn(f"There is no token `{shortened(id, 40)}`. `bummerl tokens list` lists them.")
            click.echo(f"The token {id} is of no use any more.", err=True)
