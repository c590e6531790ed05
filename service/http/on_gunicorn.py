"""The service on gunicorn: several processes that share the work, each with several threads."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import tempfile
from contextlib import suppress
from http import HTTPStatus
from time import monotonic, sleep
from typing import Any, ClassVar

from flask import Flask
from gunicorn import arbiter, glogging, util  # type: ignore[import-untyped]
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.http import errors  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from . import handover, logs
from .config import Config
from .listening import STOPPING, announce, goodbye, url
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
RETIRE = signal.SIGUSR2
_ENDS = {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}
_MEANT = {signal.SIGHUP, *_ENDS}
"""Signals that must not be lost, nor end the process, while it becomes another program."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, which gives up the address as soon as it is to stop.

    Connections are then refused, and not left waiting for a server that only finishes what it has begun.
    """

    patience: ClassVar[float] = Config().max_body_seconds

    def handle(self, conn: Any) -> Any:
        """Serves a request on a connection, whose client is not waited for beyond measure."""
        if conn.parser is not None:
            conn.sock.begin()
        else:
            made = conn.init

            def init() -> None:
                made()
                if not isinstance(conn.sock, Patient):
                    conn.sock = Patient(conn.sock, self.patience, lambda: not self.alive)
                    conn.parser.unreader.sock = conn.sock

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
        note = {"method": None, "route": None, "status": status.value, "code": "request.malformed"}
        LOGGER.info("request", extra={**note, "reason": type(exc).__name__})
        with suppress(OSError):
            util.write_nonblock(client, head.encode("ascii") + body)

    def init_signals(self) -> None:
        """Listens to signals: SIGUSR2 is for one whose work a new process takes over."""
        super().init_signals()
        signal.signal(RETIRE, self.handle_retire)
        signal.siginterrupt(RETIRE, False)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Finishes what was begun; the service is to stop, and says so to whoever still asks."""
        STOPPING.set()
        super().handle_exit(sig, frame)

    def handle_retire(self, sig: int, frame: Any) -> None:
        """Finishes what was begun; the service goes on without this process."""
        super().handle_exit(sig, frame)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Begins or ends to accept connections."""
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                listener.close()


class Log(glogging.Logger):  # type: ignore[misc]
    """gunicorn's own log, in lines like ours."""

    def setup(self, cfg: Any) -> None:
        """Sends what gunicorn has to say to standard error."""
        super().setup(cfg)
        self.error_log.handlers[:] = [logs.handler()]


class Arbiter(arbiter.Arbiter):  # type: ignore[misc]
    """gunicorn's main process, which on SIGHUP becomes the program that is on the disk then."""

    def __init__(self, app: Application, before: handover.Inherited | None, counts: str) -> None:
        super().__init__(app)
        self._old = list(before.workers) if before is not None else []
        self._counts = counts
        self._patience = monotonic() + self.cfg.graceful_timeout + 5

    def init_signals(self) -> None:
        """Listens to signals, those that have waited since the program before handed over included."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _MEANT)

    def handle_hup(self) -> None:
        """Restarts: see `handover`."""
        listener, workers = self.LISTENERS[0].fileno(), [*self._old, *self.WORKERS]
        left = handover.Inherited(os.getpid(), listener, workers, self._counts)
        if not handover.rehearsed(left):
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, _MEANT)
        waiting = []
        while not self.SIG_QUEUE.empty():
            waiting.append(self.SIG_QUEUE.get_nowait())
        if not _ENDS.intersection(waiting):
            handover.hand_over(left, self.app.remembered)
        for number in waiting:  # nothing was handed over
            self.SIG_QUEUE.put_nowait(number)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _MEANT)

    def spawn_workers(self) -> None:
        """Starts workers; those of the program before retire as soon as there are new ones."""
        super().spawn_workers()
        handover.send(RETIRE, self._old)

    def manage_workers(self) -> None:
        """Sees that there are as many workers as there shall be, and that old ones do not finish for ever."""
        super().manage_workers()
        if self._old and monotonic() > self._patience:
            handover.send(signal.SIGKILL, self._old)
            self._old.clear()

    def reap_workers(self) -> None:
        """Lets go of workers that have ended; their numbers may soon be those of others."""
        super().reap_workers()
        self._old = [number for number in self._old if handover.still_runs(number)]

    def stop(self, graceful: bool = True) -> None:
        """Stops all workers, and waits for those of the program before, too."""
        handover.send(signal.SIGTERM if graceful else signal.SIGQUIT, self._old)
        end = monotonic() + self.cfg.graceful_timeout
        super().stop(graceful)
        while any(map(handover.still_runs, self._old)) and monotonic() < end:
            sleep(0.1)
        handover.send(signal.SIGKILL, self._old)


class Application(BaseApplication):  # type: ignore[misc]
    """gunicorn, told what it needs to know from here and not from the command line or its own files."""

    def __init__(self, config: Config, settings: dict[str, Any]) -> None:
        self._config, self._settings = config, settings
        self.remembered = {"BUMMERL_SECRET": config.secret}
        super().__init__()

    def load_config(self) -> None:
        """Hands the settings over; one that this gunicorn does not know is left out."""
        for name, value in self._settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Makes the application, once, before the processes part."""
        from .app import complete, create_app

        return complete(create_app(self._config, create=False))


def run(
    listener: socket.socket,
    config: Config,
    workers: int,
    threads: int,
    grace: float,
    before: handover.Inherited | None = None,
) -> None:
    """Serves on `listener` until SIGTERM or SIGINT; `before` is what a program has handed over."""
    logs.to_stderr()
    Worker.patience = config.max_body_seconds
    folder = before.counts if before is not None else tempfile.mkdtemp(prefix="bummerl-metrics-")
    os.environ[handover.COUNTS] = folder
    master = os.getpid()
    address = url(listener)

    def started(_arbiter: Any) -> None:
        announce(address, config, again=before is not None)

    settings = _settings(workers, threads, grace)
    settings |= {"bind": f"fd://{listener.detach()}", "when_ready": started}
    try:
        Arbiter(Application(config, settings), before, folder).run()
    except SystemExit as end:
        if end.code not in (0, None) or os.getpid() != master:
            raise
        goodbye()
    finally:
        if os.getpid() == master:
            shutil.rmtree(folder, ignore_errors=True)
            os.environ.pop(handover.COUNTS, None)


def rehearse(config: Config, workers: int, threads: int, grace: float) -> None:
    """Does what `run` does until it would listen: makes the application, and gunicorn's main process."""
    Arbiter(Application(config, _settings(workers, threads, grace)), None, "")


def _settings(workers: int, threads: int, grace: float) -> dict[str, Any]:
    """What gunicorn is told, but for the address."""
    found = {
        "workers": workers,
        "worker_class": Worker,
        "threads": threads,
        "preload_app": True,
        "graceful_timeout": max(1, round(grace)),
        "timeout": max(30, round(grace)),
        "keepalive": 15,
        "loglevel": "warning",
        "logger_class": Log,
        "control_socket_disable": True,
        "proc_name": "bummerl",
        "forwarded_allow_ips": "",  # the application knows whom to believe
    }
    if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK):
        found["worker_tmp_dir"] = "/dev/shm"
    return found
