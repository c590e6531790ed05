"""What happens around every request: its id, the headers of every answer, a line in the log, the counts."""

from __future__ import annotations

import logging
from functools import partial
from time import perf_counter
from typing import Any

from flask import Flask, Response, g, request

from .config import Config
from .logs import LOGGER, network
from .metrics import METHODS, Metrics
from .request_ids import HEADER, request_id

_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
POLICY = "default-src 'none'; frame-ancestors 'none'"


def register(app: Flask, config: Config, metrics: Metrics | None) -> None:
    """Adds all of it to `app`."""

    whose = str if config.log_addresses else network

    def begin() -> None:
        g.started = perf_counter()
        g.request_id = request_id(request.environ.get("HTTP_X_REQUEST_ID"))

    def finish(response: Response) -> Response:
        if "started" not in g:
            begin()
        headers = response.headers
        headers.add(HEADER, g.request_id)
        for name, value in _HEADERS:
            headers.add(name, value)
        if "Content-Security-Policy" not in headers:
            headers.add("Content-Security-Policy", POLICY)
        if "Referrer-Policy" not in headers:
            # Told nothing at all, a browser would send a form of ours with `Origin: null`.
            headers.add("Referrer-Policy", "same-origin" if response.mimetype == "text/html" else "no-referrer")
        if config.hsts and request.is_secure:
            headers.add("Strict-Transport-Security", f"max-age={config.hsts}")
        note = _note(response, whose(request.remote_addr or ""))
        if response.is_streamed:
            response.call_on_close(partial(done, note, g.started))
        else:
            done(note, g.started)
        return response

    def done(note: dict[str, Any], started: float) -> None:
        seconds = perf_counter() - started
        if metrics is not None:
            metrics.request(note["method"], note["route"], note["status"], seconds)
            if note["status"] == 429:
                metrics.limited()
        if config.log_requests and LOGGER.isEnabledFor(logging.INFO):
            LOGGER.info("request", extra={**note, "ms": round(seconds * 1000, 3)})

    app.before_request(begin)
    app.after_request(finish)


def _note(response: Response, client: str | None) -> dict[str, Any]:
    environ = request.environ
    method = environ["REQUEST_METHOD"]
    rule = request.url_rule
    note = {
        "request_id": g.request_id,
        "method": method if method in METHODS else "other",
        "route": rule.rule if rule is not None else None,
        "status": response.status_code,
        "bytes_in": environ.get("CONTENT_LENGTH"),
        "bytes_out": response.headers.get("Content-Length"),
        "client": client,
    }
    return note if "problem" not in g else note | {"code": g.problem}
