"""Runs the service on a production server: gunicorn where there are Unix processes, waitress elsewhere.

What can be wrong is looked at here, before anything else, and is a sentence, not a traceback: the settings, the
database (which is brought up to date now, once, and not by each worker), the port. Port 0 means any free port, which is
then printed. SIGTERM or Ctrl-C stops accepting, finishes what was begun, and ends with 0.
"""

from __future__ import annotations

import os
import secrets
import socket
import sys
from dataclasses import replace
from typing import Literal

from bummerl.interpreter import score
from bummerl.rulesets import catalogue

from ..store import StoreError, open_store
from .config import Config
from .handover import inherited, rehearsing
from .listening import ServeError, listen

THREADS = 8
GRACE = 60.0
__all__ = ["GRACE", "THREADS", "ServeError", "serve"]


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    workers: int | None = None,
    threads: int = THREADS,
    grace: float = GRACE,
    server: Literal["gunicorn", "waitress"] | None = None,
    config: Config | None = None,
) -> None:
    """Serves until it is told to stop.

    `workers` are processes (as many as processors if not given; gunicorn only), `threads` the requests that each
    serves at once. `grace` is how many seconds requests that have begun may still take after SIGTERM.  `config`
    defaults to what the environment says, and else to what is safe at this address.  Raises `ServeError` if the
    settings are wrong, the database or the address cannot be had, or no server is installed.
    """
    server = server or ("waitress" if sys.platform == "win32" else "gunicorn")
    try:
        config = Config.at(host) if config is None else config
        config = config if config.secret else replace(config, secret=secrets.token_urlsafe(32))
        workers = workers or os.cpu_count() or 1
        before = inherited()
        if rehearsing():
            rehearse(config, workers, threads, grace)
            return
        if config.database is not None:
            open_store(config.database, create=before is None).close()
    except ValueError as error:
        raise ServeError(f"{error}.") from None
    except StoreError as error:
        raise ServeError(str(error)) from None
    listener = listen(host, port) if before is None else socket.socket(fileno=before.listener)
    try:
        warm()
        if server == "gunicorn":
            from . import on_gunicorn

            on_gunicorn.run(listener, config, workers, threads, grace, before)
        else:
            from . import on_waitress

            on_waitress.run(listener, config, threads, grace)
    except ValueError as error:
        raise ServeError(f"{error}.") from None
    except ImportError as error:
        if error.name not in ("gunicorn", "waitress"):
            raise
        raise ServeError(
            f"{error.name} is not installed; install the service with: pip install 'bummerl[serve]' "
            "(in a working copy: pip install '.[serve]')."
        ) from None
    finally:
        listener.close()


def rehearse(config: Config, workers: int, threads: int, grace: float) -> None:
    """Does all that can fail before the service serves, and leaves no trace of it.

    The database is looked into, but not brought up to date: if this fails the program before goes on using it.
    """
    from . import on_gunicorn

    warm()
    on_gunicorn.rehearse(config, workers, threads, grace)
    if config.database is not None:
        open_store(config.database, create=False, migrate=False).close()


def warm() -> None:
    """Reads all rulesets once, before processes part, and what is known of their facts.

    The quick question does so when it is asked a fact that none of them has.
    """
    score({"a slip": 1}, [catalogue()[0].id])
