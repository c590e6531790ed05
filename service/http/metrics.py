"""Counts for Prometheus: requests, how long they took, verdicts.

Where several processes serve, each counts in files of the folder PROMETHEUS_MULTIPROC_DIR and any of them adds all up.
Without the package `prometheus-client` nothing is counted, and `/metrics` says so.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import ModuleType

METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


def library() -> ModuleType | None:
    """The package `prometheus_client`, if it is installed."""
    try:
        import prometheus_client
    except ImportError:
        return None
    return prometheus_client


class Metrics:
    """The counters of one application."""

    def __init__(self, prometheus: ModuleType) -> None:
        self._prometheus = prometheus
        self._registry = prometheus.CollectorRegistry()
        self._requests = prometheus.Counter(
            "bummerl_requests", "Requests answered.", ["method", "route", "status"], registry=self._registry
        )
        self._seconds = prometheus.Histogram(
            "bummerl_request_seconds",
            "From the arrival of a request until its answer was ready (a batch: was sent).",
            ["route"],
            buckets=SECONDS,
            registry=self._registry,
        )
        self._verdicts = prometheus.Counter("bummerl_verdicts", "Verdicts given.", ["status"], registry=self._registry)
        self._known: dict[tuple[str, str, int], tuple[object, object]] = {}
        self._verdict_counts: dict[str, object] = {}

    def request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Counts one request; `route` is the address with its placeholders."""
        key = (method if method in METHODS else "other", route or "none", status)
        if (counters := self._known.get(key)) is None:
            counters = self._requests.labels(*key), self._seconds.labels(key[1])
            self._known[key] = counters
        counters[0].inc()  # type: ignore[attr-defined]
        counters[1].observe(seconds)  # type: ignore[attr-defined]

    def verdicts(self, counts: Mapping[str, int]) -> None:
        """Counts verdicts by their status."""
        for status, count in counts.items():
            counter = self._verdict_counts.get(status)
            if counter is None:
                counter = self._verdict_counts[status] = self._verdicts.labels(status)
            counter.inc(count)  # type: ignore[attr-defined]

    def exposition(self) -> tuple[bytes, str]:
        """All counts as Prometheus reads them, and the media type of that."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            from prometheus_client import multiprocess

            registry = self._prometheus.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return self._prometheus.generate_latest(registry), self._prometheus.CONTENT_TYPE_LATEST
