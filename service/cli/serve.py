"""`bummerl serve`: the HTTP service."""

from __future__ import annotations

import click

from .group import CannotGoOn

HOW_TO_INSTALL = "Install it with: pip install 'bummerl[serve]' (in a working copy: pip install '.[serve]')."


@click.command("serve", short_help="Serve rulings over HTTP.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes to use; one for each processor by default.")
@click.option("--database", metavar="URL", help="Where rulings are kept, such as sqlite:///rulings.db.")
def command(host: str, port: int, workers: int | None, database: str | None) -> None:
    """Serve the HTTP API, its description at /openapi.json and its page at /docs, until it is stopped.

    What has begun is finished before the server ends. The server needs the extra `serve`: `pip install
    '.[serve]'` in a working copy, else `pip install 'bummerl[serve]'`.

    \b
    Examples:
        bummerl serve
        bummerl serve --host 0.0.0.0 --port 8080
    """
    try:
        from bummerl.service.http.server import ServeError, serve
    except ModuleNotFoundError as missing:
        raise CannotGoOn(f"The server needs the package `{missing.name}`. {HOW_TO_INSTALL}") from None
    if database is not None:
        raise click.UsageError("Rulings are not kept yet; --database has no use so far.")
    try:
        serve(host, port, workers=workers)
    except ServeError as error:
        raise CannotGoOn(str(error)) from None
