"""What belongs to one application: its settings, its counters, its store."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from flask import Flask, current_app

from ..store import Store, StoreError, open_store
from .config import Config
from .fired import Decided
from .metrics import Metrics
from .observed import observed

if TYPE_CHECKING:
    from .rates import Rates

_KEY = "bummerl"
AGAIN: Final = 1.0
"""Seconds for which a database that could not be opened is taken to be away still, so that not every request waits."""


class State:
    """The settings of an application, its counters if it counts, and the secret that form tokens are signed with.

    Made before processes part, so that all of them have the same secret; the store is opened by each for itself.
    """

    def __init__(self, config: Config, metrics: Metrics | None) -> None:
        self.config: Final = config
        self.metrics: Final = metrics
        self.rates: Rates | None = None
        self.secret: Final = config.secret or secrets.token_urlsafe(32)
        self._lock = Lock()
        self._store: tuple[int, Store] | None = None
        self._failed: tuple[float, StoreError] | None = None
        if metrics is not None and config.database is not None:
            metrics.census(self._held)

    @property
    def store(self) -> Store | None:
        """Where rulings are kept, None if nowhere.  Raises `StoreError` while the database cannot be opened."""
        if self.config.database is None:
            return None
        opened = self._store
        return opened[1] if opened is not None and opened[0] == os.getpid() else self._open(self.config.database)

    def _held(self) -> int | None:
        """How many rulings are kept; None if the store does not answer."""
        try:
            store = self.store
            return store.count() if store is not None else None
        except StoreError:
            return None

    def _open(self, database: str) -> Store:
        known = self._failed
        if not self._lock.acquire(blocking=known is None):  # another one is trying already
            assert known is not None
            raise StoreError(known[1].code, known[1].message)
        try:
            if self._store is not None and self._store[0] == os.getpid():
                return self._store[1]
            if self._failed is not None and monotonic() < self._failed[0] + AGAIN:
                raise StoreError(self._failed[1].code, self._failed[1].message)
            began = monotonic()
            try:
                store = observed(open_store(database, create=False), self.metrics)
            except StoreError as error:
                if self.metrics is not None:
                    self.metrics.stored("open", monotonic() - began, error.code)
                self._failed = monotonic(), error
                raise
            self._store, self._failed = (os.getpid(), store), None
            return store
        finally:
            self._lock.release()


def keep(app: Flask, state: State) -> None:
    """Makes `state` the state of `app`."""
    app.extensions[_KEY] = state


def state() -> State:
    """The state of the application that serves this request."""
    return cast(State, current_app.extensions[_KEY])


def config() -> Config:
    """The settings of the application that serves this request."""
    return state().config


def count(verdicts: Mapping[Decided, int]) -> None:
    """Counts verdicts by status and rule, if this application counts."""
    metrics = state().metrics
    if metrics is not None:
        metrics.verdicts(verdicts)
