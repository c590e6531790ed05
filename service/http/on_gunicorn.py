"""The service on gunicorn: several processes that share the work, each with several threads."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sys
import tempfile
from contextlib import suppress
from http import HTTPStatus
from typing import Any, ClassVar

from flask import Flask
from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.http import errors  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from .config import Config
from .listening import announce, goodbye, log_to_stderr, url
from .logs import LOGGER
from .patience import Patient
from .problems import MEDIA_TYPE, Refusal

_STATUS = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
"""What is no plain 400 among the requests that gunicorn cannot read."""
_OUR_FAULT = tuple(
    getattr(errors, name) for name in ("InvalidResponseHeader", "InvalidResponseHeaderName") if hasattr(errors, name)
)
_METRICS = "PROMETHEUS_MULTIPROC_DIR"


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, which gives up the address as soon as it is to stop.

    Connections are then refused, and not left waiting for a server that only finishes what it has begun.
    """

    patience: ClassVar[float] = Config().max_body_seconds

    def handle(self, conn: Any) -> Any:
        """Serves a request on a connection, whose client is not waited for beyond measure."""
        if conn.parser is not None:
            conn.parser.unreader.sock.begin()
        else:
            made = conn.init

            def init() -> None:
                made()
                reader = conn.parser.unreader
                if not isinstance(reader.sock, Patient):
                    reader.sock = Patient(reader.sock, self.patience, lambda: not self.alive)

            conn.init = init
        return super().handle(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answers what is no HTTP as everything else is answered: with a problem, and a line in the log."""
        if not isinstance(exc, errors.ParseException) or isinstance(exc, _OUR_FAULT):
            super().handle_error(req, client, addr, exc)
            return
        status = next((code for kind, code in _STATUS.items() if isinstance(exc, kind)), HTTPStatus.BAD_REQUEST)
        refusal = Refusal(status, "request.malformed", f"{status.phrase}: {exc}"[:300])
        body = json.dumps(refusal.body(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
            f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        LOGGER.info("request", extra={"method": None, "route": None, "status": status.value, "detail": str(exc)[:200]})
        with suppress(OSError):
            util.write_nonblock(client, head.encode("ascii") + body)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Begins or ends to accept connections."""
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                listener.close()


class Application(BaseApplication):  # type: ignore[misc]
    """gunicorn, told what it needs to know from here and not from the command line or its own files."""

    def __init__(self, config: Config, settings: dict[str, Any]) -> None:
        self._config, self._settings = config, settings
        super().__init__()

    def load_config(self) -> None:
        """Hands the settings over; one that this gunicorn does not know is left out."""
        for name, value in self._settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Makes the application, once, before the processes part."""
        from .app import create_app

        return create_app(self._config)


def run(listener: socket.socket, config: Config, workers: int, threads: int, grace: float) -> None:
    """Serves on `listener` until SIGTERM or SIGINT."""
    log_to_stderr(config)
    Worker.patience = config.max_body_seconds
    folder = tempfile.mkdtemp(prefix="bummerl-metrics-")
    os.environ[_METRICS] = folder
    master = os.getpid()
    address = url(listener)

    def started(_arbiter: Any) -> None:
        announce(address)

    def worker_gone(_arbiter: Any, worker: Any) -> None:
        if config.metrics and (prometheus := sys.modules.get("prometheus_client.multiprocess")):
            prometheus.mark_process_dead(worker.pid)

    settings = {
        "bind": f"fd://{listener.detach()}",
        "workers": workers,
        "worker_class": Worker,
        "threads": threads,
        "preload_app": True,
        "graceful_timeout": max(1, round(grace)),
        "timeout": max(30, round(grace)),
        "keepalive": 15,
        "loglevel": "warning",
        "control_socket_disable": True,
        "proc_name": "bummerl",
        "when_ready": started,
        "child_exit": worker_gone,
    }
    if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK):
        settings["worker_tmp_dir"] = "/dev/shm"
    try:
        Application(config, settings).run()
    except SystemExit as end:
        if end.code not in (0, None) or os.getpid() != master:
            raise
    finally:
        if os.getpid() == master:
            goodbye()
            shutil.rmtree(folder, ignore_errors=True)
            os.environ.pop(_METRICS, None)
