"""For those who run the service: is it alive, is it ready, what has it done."""

from __future__ import annotations

from importlib.metadata import version

from bummerl.interpreter import engine
from flask import Blueprint, Response

from ..answers import json_answer
from ..listening import STOPPING
from ..problems import Refusal
from ..state import config, state
from ..storing import storing

routes = Blueprint("health", __name__)


@routes.get("/readyz")
def ready() -> Response:
    """That this process can do all that it is there for: it is not about to stop, and its store answers.

    Where the store does not answer everything that needs none is still served.
    """
    if STOPPING.is_set():
        detail = "The service is about to stop."
        raise Refusal(503, "request.stopping", detail, headers={"Retry-After": "5", "Cache-Control": "no-store"})
    if config().database is not None:
        with storing() as store:
            store.ping()
    return health()


@routes.get("/healthz")
@routes.get("/livez")
def health() -> Response:
    """That the process answers."""
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
