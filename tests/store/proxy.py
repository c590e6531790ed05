"""A way to a server that can be cut: what a network, or a server that starts again, does to connections."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Proxy:
    """Passes on what comes in at `port` to `target`, until it is cut; afterwards it can be mended."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._cut = False
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._run(self._accept)

    def cut(self) -> None:
        """Break every connection, and answer no new one."""
        self._cut = True
        for each in self._sockets:
            _end(each)
        self._sockets.clear()

    def mend(self) -> None:
        """Answer again."""
        self._cut = False

    def close(self) -> None:
        """End all of it."""
        self.cut()
        _end(self._server)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                self._run(_pass_on, near, far)
                self._run(_pass_on, far, near)

    def _run(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    _end(source)
    _end(target)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
