"""The address of the service: opening it, naming it, and what is said when it cannot be had."""

from __future__ import annotations

import errno
import socket
import sys
from contextlib import suppress

from . import logs
from .config import Config


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


def announce(address: str) -> None:
    """Prints where the service listens, once it does."""
    print(f"Bummerl listens on {address} (the API: {address}/docs). Ctrl-C stops it.", flush=True)


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


def log_to_stderr(config: Config) -> None:
    """Sends the log to standard error, if the settings want one."""
    if config.log_requests:
        logs.to_stderr()
