"""The service as `bummerl serve` runs it, on a free loopback port, with two more routes: one that does nothing, and one
that tells how much processor time the service has used.

As a script it serves, with one worker process, until it is told to stop; `Server` is the other side: a few connections
kept alive, one request waiting on each, so that the server is what is measured.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

EMPTY, CLOCK = "/bench/empty", "/bench/clock"
CONNECTIONS = 4


def serve() -> None:
    """The service with its empty route."""
    from bummerl.service.http import app, server
    from flask import Flask, Response, jsonify, request

    create_app = app.create_app

    def with_empty_route(*args: object, **kwargs: object) -> Flask:
        flask = create_app(*args, **kwargs)  # type: ignore[arg-type]

        @flask.post(EMPTY)
        def empty() -> Response:
            request.get_json()
            return jsonify({})

        @flask.post(CLOCK)
        def clock() -> Response:
            return jsonify(time.process_time())

        return flask

    app.create_app = with_empty_route
    server.serve("127.0.0.1", 0, workers=1, server="gunicorn")


class Server:
    """The service as a process, one engine or the other. Raises `OSError` if it does not start."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "bench.web"]
        env = {**os.environ, **environment, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env,
                                        cwd=Path(__file__).parents[1])
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        address = line.partition("http://127.0.0.1:")[2]
        if not address:
            raise OSError(f"the service did not start: {line.strip()!r}")
        self.port = int(address.split()[0].rstrip("/"))
        self.sockets = [socket.create_connection(("127.0.0.1", self.port), timeout=20) for _ in range(CONNECTIONS)]

    def __enter__(self) -> Server:
        """Itself, to be stopped at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ask it to stop, and wait."""
        for connection in self.sockets:
            connection.close()
        self.process.terminate()
        self.process.wait(20)

    def measure(self, requests: list[bytes], seconds: float) -> tuple[int, float]:
        """Sends these requests in turn for about so long: how many were answered, in which processor time."""
        done, begin = 0, self.clock()
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for connection in self.sockets:
                connection.sendall(requests[done % len(requests)])
                done += 1
            for connection in self.sockets:
                answer(connection)
        return done, self.clock() - begin

    def clock(self) -> float:
        """Processor seconds that the server has used: it has one process."""
        self.sockets[0].sendall(request(CLOCK, b"{}"))
        return float(answer(self.sockets[0]))


def request(path: str, body: bytes) -> bytes:
    """A request as it goes over the wire."""
    kind, length = "Content-Type: application/json", f"Content-Length: {len(body)}"
    return "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", kind, length, "", "")).encode() + body


def answer(connection: socket.socket) -> bytes:
    """One answer, whole; it must be a success."""
    got = connection.recv(65536)
    head, end, body = got.partition(b"\r\n\r\n")
    while not end:
        got += connection.recv(65536)
        head, end, body = got.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise OSError(f"the service answered {got[:300]!r}")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += connection.recv(65536)
    return body


if __name__ == "__main__":
    serve()
