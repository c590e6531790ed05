"""Runs the service on a production server: gunicorn where there are Unix processes, waitress elsewhere.

The socket is opened here, before anything else: a port that is in use is a sentence, not a traceback, and port 0 means
any free port, which is then printed.  SIGTERM or Ctrl-C stops accepting, finishes what was begun, and ends with 0.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import Literal

import click

from . import logs
from .config import Config

THREADS = 8


class ServeError(click.ClickException):
    """The service cannot start; the message says why, and what to do about it. The command line shows it as it is."""

    exit_code = 2


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    workers: int | None = None,
    threads: int = THREADS,
    grace: float = 60.0,
    server: Literal["gunicorn", "waitress"] | None = None,
    config: Config | None = None,
) -> None:
    """Serves until it is told to stop.

    `workers` are processes (as many as processors if not given; gunicorn only), `threads` the requests that each
    serves at once. `grace` is how many seconds requests that have begun may still take after SIGTERM.  `config`
    defaults to what the environment says.  Raises `ServeError` if the settings are wrong, the address cannot be had,
    or no server is installed.
    """
    try:
        config = Config.from_environment() if config is None else config
    except ValueError as error:
        raise ServeError(f"{error}.") from None
    server = server or ("waitress" if sys.platform == "win32" else "gunicorn")
    listener = listen(host, port)
    try:
        if server == "gunicorn":
            from . import on_gunicorn

            on_gunicorn.run(listener, config, workers or os.cpu_count() or 1, threads, grace)
        else:
            from . import on_waitress

            on_waitress.run(listener, config, threads, grace)
    except ImportError as error:
        if error.name not in ("gunicorn", "waitress"):
            raise
        raise ServeError(
            f"{error.name} is not installed; install the service with: pip install 'bummerl[serve]'"
        ) from None
    finally:
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at this address."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError, OverflowError):
        raise ServeError(f"There is no address `{host}`, port {port}, to listen at.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ServeError(_why(error, host, port)) from None
    return listener


def _why(error: Exception, host: str, port: int) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use. Stop what uses it, or choose another with --port (0 is any free one)."
    if number in (errno.EACCES, errno.EPERM):
        return f"You may not listen on port {port}. Ports below 1024 are reserved; choose another with --port."
    if number == errno.EADDRNOTAVAIL:
        return f"This computer does not have the address {host}. 127.0.0.1 is itself, 0.0.0.0 all of its addresses."
    return f"Cannot listen on {host}, port {port}: {error}."


def announce(address: str) -> None:
    """Prints where the service listens, once it does."""
    print(f"Bummerl listens on {address} (the API: {address}/docs). Ctrl-C stops it.", flush=True)


def url(listener: socket.socket) -> str:
    """The address of a listening socket as one types it into a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def log_to_stderr(config: Config) -> None:
    """Sends the log to standard error, if the settings want one."""
    if config.log_requests:
        logs.to_stderr()
