"""The service on gunicorn: several processes that share the work, each with several threads."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from .config import Config
from .listening import announce, goodbye, log_to_stderr, url

_METRICS = "PROMETHEUS_MULTIPROC_DIR"


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's worker with threads, which gives up the address as soon as it is to stop.

    Connections are then refused, and not left waiting for a server that only finishes what it has begun.
    """

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
