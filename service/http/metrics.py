"""Counts for Prometheus: requests, how long they took, verdicts and the rules that decided them, what the store does.

Where several processes serve, each counts in files of the folder PROMETHEUS_MULTIPROC_DIR and any of them adds all up.
What the store holds is asked of the store when somebody looks, by each process every ten seconds at most. Without the
package `prometheus-client` nothing is counted, and `/metrics` says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from time import monotonic
from types import ModuleType
from typing import Any, Final

from .fired import Decided

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""What a method is called by its name; any other word is somebody's own."""
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
STORE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
FRESH: Final = 10.0
"""So many seconds the number of kept rulings is believed before it is counted again."""


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
        self._rules = prometheus.Counter(
            "bummerl_rules",
            "Verdicts that a rule decided: it forbade a move, or gave the result.",
            ["ruleset", "rule"],
            registry=self._registry,
        )
        self._limited = prometheus.Counter(
            "bummerl_rate_limited", "Requests refused because their client made too many.", registry=self._registry
        )
        self._kept = prometheus.Counter("bummerl_rulings_kept", "Rulings kept.", registry=self._registry)
        self._deleted = prometheus.Counter("bummerl_rulings_deleted", "Rulings deleted.", registry=self._registry)
        self._failed = prometheus.Counter(
            "bummerl_store_failures", "What the store could not do.", ["operation", "code"], registry=self._registry
        )
        self._store_seconds = prometheus.Histogram(
            "bummerl_store_seconds",
            "How long the store took.",
            ["operation"],
            buckets=STORE_SECONDS,
            registry=self._registry,
        )
        self._known: dict[tuple[str, str, int], tuple[object, object]] = {}
        self._verdict_counts: dict[str, object] = {}
        self._rule_counts: dict[tuple[str, str], object] = {}
        self._census: Census | None = None

    def request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Counts one request; `route` is the address with its placeholders."""
        key = (method if method in METHODS else "other", route or "none", status)
        if (counters := self._known.get(key)) is None:
            counters = self._requests.labels(*key), self._seconds.labels(key[1])
            self._known[key] = counters
        counters[0].inc()  # type: ignore[attr-defined]
        counters[1].observe(seconds)  # type: ignore[attr-defined]

    def verdicts(self, counts: Mapping[Decided, int]) -> None:
        """Counts verdicts by their status and by the rule that decided."""
        for (status, ruleset, rule), count in counts.items():
            counter = self._verdict_counts.get(status)
            if counter is None:
                counter = self._verdict_counts[status] = self._verdicts.labels(status)
            counter.inc(count)  # type: ignore[attr-defined]
            if ruleset is None or rule is None:
                continue
            if (counter := self._rule_counts.get((ruleset, rule))) is None:
                counter = self._rule_counts[ruleset, rule] = self._rules.labels(ruleset, rule)
            counter.inc(count)  # type: ignore[attr-defined]

    def limited(self) -> None:
        """Counts a request that was refused because its client made too many."""
        self._limited.inc()

    def kept(self) -> None:
        """Counts a ruling that was kept."""
        self._kept.inc()

    def deleted(self) -> None:
        """Counts a ruling that was deleted."""
        self._deleted.inc()

    def stored(self, operation: str, seconds: float, failure: str | None = None) -> None:
        """Counts something that the store was asked for; `failure` is the code if it could not do it."""
        self._store_seconds.labels(operation).observe(seconds)
        if failure is not None:
            self._failed.labels(operation, failure).inc()

    def census(self, count: Callable[[], int | None]) -> None:
        """Tells how many rulings there are: `count` asks the store, None if it does not answer."""
        self._census = Census(count)

    def exposition(self) -> tuple[bytes, str]:
        """All counts as Prometheus reads them, and the media type of that."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            from prometheus_client import multiprocess

            registry = self._prometheus.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = self._prometheus.generate_latest(registry)
        if self._census is not None:
            held = self._prometheus.CollectorRegistry()
            held.register(self._census)
            text += self._prometheus.generate_latest(held)
        return text, self._prometheus.CONTENT_TYPE_LATEST


class Census:
    """How many rulings the store holds, asked of it when somebody looks, but not more often than it is worth."""

    def __init__(self, count: Callable[[], int | None]) -> None:
        self._count, self._lock = count, Lock()
        self._known: int | None = None
        self._until = 0.0

    def describe(self) -> list[Any]:
        """Nothing beforehand: registering shall not ask the store."""
        return []

    def collect(self) -> Iterator[Any]:
        """Whether the store answers, and how many rulings it holds."""
        from prometheus_client.core import GaugeMetricFamily

        with self._lock:
            if monotonic() >= self._until:
                self._known, self._until = self._count(), monotonic() + FRESH
            known = self._known
        yield GaugeMetricFamily("bummerl_store_up", "Whether the store answers.", value=float(known is not None))
        if known is not None:
            yield GaugeMetricFamily("bummerl_rulings", "Rulings that are kept now.", value=float(known))
