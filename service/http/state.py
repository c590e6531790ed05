"""What belongs to one application: its settings and its counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app

from .config import Config
from .metrics import Metrics

_KEY = "bummerl"


@dataclass(frozen=True, slots=True)
class State:
    """The settings of an application, and its counters if it counts."""

    config: Config
    metrics: Metrics | None


def keep(app: Flask, state: State) -> None:
    """Makes `state` the state of `app`."""
    app.extensions[_KEY] = state


def state() -> State:
    """The state of the application that serves this request."""
    return cast(State, current_app.extensions[_KEY])


def config() -> Config:
    """The settings of the application that serves this request."""
    return state().config


def count(verdicts: Mapping[str, int]) -> None:
    """Counts verdicts by status, if this application counts."""
    metrics = state().metrics
    if metrics is not None:
        metrics.verdicts(verdicts)
