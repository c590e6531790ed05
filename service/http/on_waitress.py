"""The service on waitress: one process with several threads, wherever Python runs.

It takes a request in before it answers, so a batch is answered when all of it has arrived.
"""

from __future__ import annotations

import signal
import socket
import threading
from typing import Any, NoReturn

import waitress.server  # type: ignore[import-untyped]
from waitress.task import ThreadedTaskDispatcher  # type: ignore[import-untyped]

from . import logs
from .app import complete, create_app
from .config import Config
from .listening import STOPPING, announce, goodbye, url


def run(listener: socket.socket, config: Config, threads: int, grace: float) -> None:
    """Serves on `listener` until it is told to stop, then finishes what was begun."""
    logs.to_stderr()
    dispatcher = ThreadedTaskDispatcher()
    dispatcher.set_thread_count(threads)
    server = waitress.server.create_server(
        complete(create_app(config, create=False)),
        sockets=[listener],
        threads=threads,
        _dispatcher=dispatcher,
        max_request_body_size=config.max_batch + 1,
        ident=None,
        clear_untrusted_proxy_headers=False,  # `access` must see that there is a proxy which nobody told of
    )
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _stop)
    announce(url(listener), config)
    try:
        server.run()
    finally:
        dispatcher.shutdown(cancel_pending=False, timeout=grace)
        server.close()
        goodbye()


def _stop(_number: int, _frame: Any) -> NoReturn:
    STOPPING.set()
    raise SystemExit(0)
