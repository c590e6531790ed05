"""Runs the service on a production server: gunicorn where there are Unix processes, waitress elsewhere.

The socket is opened here, before anything else: a port that is in use is a sentence, not a traceback, and port 0 means
any free port, which is then printed.  SIGTERM or Ctrl-C stops accepting, finishes what was begun, and ends with 0.
"""

from __future__ import annotations

import os
import sys
from typing import Literal

from bummerl.interpreter import score
from bummerl.rulesets import catalogue

from .config import Config
from .listening import ServeError, listen

THREADS = 8
__all__ = ["ServeError", "serve"]


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
        warm()
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
            f"{error.name} is not installed; install the service with: pip install 'bummerl[serve]' "
            "(in a working copy: pip install '.[serve]')."
        ) from None
    finally:
        listener.close()


def warm() -> None:
    """Reads all rulesets once, before processes part: whether a fact is a slip is asked of every one of them."""
    score({"a slip": 1}, [catalogue()[0].id])
