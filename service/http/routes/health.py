"""For those who run the service: is it alive, is it ready, what has it done."""

from __future__ import annotations

from importlib.metadata import version

from bummerl.interpreter import engine
from flask import Blueprint, Response

from ..answers import json_answer
from ..problems import Refusal
from ..state import state

routes = Blueprint("health", __name__)


@routes.get("/healthz")
@routes.get("/livez")
@routes.get("/readyz")
def health() -> Response:
    """That the process answers; it needs nothing else to do its work, so it is ready as soon as it is alive."""
    response = json_answer({"status": "ok", "version": version("bummerl"), "engine": engine()})
    response.cache_control.no_store = True
    return response


@routes.get("/metrics")
def metrics() -> Response:
    """What was counted, as Prometheus reads it."""
    counters = state().metrics
    if counters is None:
        raise Refusal(503, "request.metrics", "Nothing is counted here: install `prometheus-client` to have metrics.")
    text, media_type = counters.exposition()
    return Response(text, content_type=media_type)
