"""The address of the service: opening it, naming it, what is said when it cannot be had, and when it is given up."""

from __future__ import annotations

import errno
import socket
import sys
import threading
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from .config import Config

STOPPING: Final = threading.Event()
"""Set in a process of a service that has been told to stop."""


class ServeError(Exception):
    """The service cannot start; the message says why, and what to do about it."""


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


def announce(address: str, config: Config, *, again: bool = False) -> None:
    """Prints where the service listens, once it does, where rulings are kept and who may keep them.

    `again`: it has been restarted and says so, but nothing that was said before.
    """
    if again:
        print(f"Bummerl has restarted on {address}.", flush=True)
        return
    print(f"Bummerl listens on {address} (the API: {address}/docs). Ctrl-C stops it.", flush=True)
    print(keeps(config), flush=True)


def keeps(config: Config) -> str:
    """Where rulings are kept and who may keep them, in a sentence or two."""
    if config.database is None:
        return "No rulings are kept."
    place = f"Rulings are kept in {_place(config.database)}"
    if config.keeping == "off":
        return f"{place}; no more are taken in."
    if config.keeping == "token":
        return f"{place}; who keeps one needs a token (bummerl tokens create)."
    return f"{place}; everybody who reaches this address may keep them."


def _place(database: str) -> str:
    """A database without who opens it and with which password."""
    parts = urlsplit(database)
    if parts.scheme not in ("postgresql", "postgres"):
        return database
    where = parts.netloc.rpartition("@")[2] or "this computer"
    return f"PostgreSQL at {where}, database {parts.path.lstrip('/') or 'of the same name as the user'}"


def goodbye() -> None:
    """Says that nothing is left to do: what had begun is finished."""
    with suppress(OSError):  # whoever started us may have gone
        print("Bummerl has stopped.", flush=True)


def url(listener: socket.socket) -> str:
    """The address of a listening socket as one types it into a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
