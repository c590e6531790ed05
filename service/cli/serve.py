"""`bummerl serve`: the HTTP service."""

from __future__ import annotations

import os

import click

from .group import CannotGoOn

HOW_TO_INSTALL = "Install it with: pip install 'bummerl[serve]' (in a working copy: pip install '.[serve]')."


@click.command("serve", short_help="Serve rulings over HTTP.")
@click.option(
    "--host",
    envvar="BUMMERL_HOST",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="Address to listen on.",
)
@click.option(
    "--port",
    envvar="BUMMERL_PORT",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Where rulings are kept: a file, postgresql://…, or `none`. By default a file among your data.",
)
@click.option(
    "--keeping",
    type=click.Choice(["open", "token", "off"]),
    help="Who may keep rulings: everybody, who has a token, nobody. By default `open` if only this computer "
    "reaches the service, else `token`.",
)
@click.option(
    "--rate",
    metavar="RATE",
    help="How many requests each client may make, such as 600/minute; `none`: any number. "
    "By default 600/minute where others than this computer reach the service.",
)
@click.option(
    "--behind-proxy",
    type=click.IntRange(0, 20),
    is_flag=False,
    flag_value=1,
    metavar="[N]",
    help="Believe what one proxy (or N of them) says about who asks, in X-Forwarded-For, -Proto, -Host, -Prefix.",
)
@click.option(
    "--workers",
    envvar="BUMMERL_WORKERS",
    type=click.IntRange(1, 1024),
    help="Processes to use; one for each processor by default.",
)
@click.option(
    "--threads",
    envvar="BUMMERL_THREADS",
    type=click.IntRange(1, 1024),
    help="Requests that each process serves at once.  [default: 8]",
)
@click.option(
    "--grace",
    envvar="BUMMERL_GRACE",
    type=click.FloatRange(1, 86400),
    metavar="SECONDS",
    help="How long requests may still take that have begun when the server is stopped.  [default: 60]",
)
def command(
    host: str,
    port: int,
    database: str | None,
    keeping: str | None,
    rate: str | None,
    behind_proxy: int | None,
    workers: int | None,
    threads: int | None,
    grace: float | None,
) -> None:
    """Serve the pages, the HTTP API, its description at /openapi.json and its page at /docs, until it is stopped.

    What has begun is finished before the server ends. SIGHUP restarts it without losing a request. Whatever an option
    does not say, the environment may say (BUMMERL_DATABASE, BUMMERL_KEEPING, ...). The server needs the extra
    `serve`: `pip install '.[serve]'` in a working copy, else `pip install 'bummerl[serve]'`.

    \b
    Examples:
        bummerl serve
        bummerl serve --database none
        bummerl serve --host 0.0.0.0 --port 8080
        bummerl serve --behind-proxy --database postgresql://bummerl@db.example/bummerl
    """
    try:
        from bummerl.service.http import Config
        from bummerl.service.http.server import GRACE, THREADS, ServeError, serve
        from bummerl.service.store import default_url
    except ModuleNotFoundError as missing:
        raise CannotGoOn(f"The server needs the package `{missing.name}`. {HOW_TO_INSTALL}") from None
    # What the options say goes the way that everything else goes which an installation may set.
    given = {
        "BUMMERL_DATABASE": default_url() if database is None else database,
        "BUMMERL_KEEPING": keeping,
        "BUMMERL_RATES": rate,
        "BUMMERL_FORWARDED": None if behind_proxy is None else str(behind_proxy),
    }
    environ = {**os.environ, **{name: value for name, value in given.items() if value is not None}}
    try:
        config = Config.at(host, environ)
        serve(host, port, workers=workers, threads=threads or THREADS, grace=grace or GRACE, config=config)
    except ValueError as error:
        raise CannotGoOn(f"{error}.") from None
    except ServeError as error:
        raise CannotGoOn(str(error)) from None
