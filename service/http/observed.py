"""The store as it is seen by those who count: what it was asked for, how long that took, what it could not do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Any, Final, cast

from ..store import Kept, Store, StoreError
from .metrics import Metrics

TIMED: Final = frozenset({"keep", "ruling", "delete", "listed", "token", "count", "ping"})
"""What is counted; what streams takes as long as its reader does."""


def observed(store: Store, metrics: Metrics | None) -> Store:
    """The same store, whose doings are counted by `metrics`, if anything counts."""
    return store if metrics is None else cast(Store, _Observed(store, metrics))


class _Observed:
    """Passes everything on, and counts it."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name in TIMED:
            found = self._timed(name, found)
            setattr(self, name, found)
        return found

    def _timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        metrics = self._metrics

        @wraps(call)
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = perf_counter()
            try:
                result = call(*args, **kwargs)
            except StoreError as error:
                metrics.stored(name, perf_counter() - began, error.code)
                raise
            metrics.stored(name, perf_counter() - began)
            if isinstance(result, Kept) and not result.repeated:
                metrics.kept()
            elif name == "delete" and result is True:
                metrics.deleted()
            return result

        return timed
