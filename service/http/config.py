"""What an installation may set: limits, and how to log.  Every setting has a `BUMMERL_…` environment variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one service; the defaults are safe for a service that anybody may call.

    Sizes are bytes, times seconds.  A request over a limit is refused with a problem that names the limit.
    """

    max_record: int = MIB
    """The body of a request that carries a record, a match, a comparison."""
    max_batch: int = 64 * MIB
    """The body of a batch."""
    max_ruleset: int = 200 * KIB
    """A ruleset posted to be checked, and a ruleset object inside a record."""
    max_moves: int = 2_000
    """Moves of one record."""
    max_hands: int = 500
    """Hands of one match or one log."""
    max_compared: int = 64
    """Rulesets of one comparison."""
    max_rules: int = 16
    """Different house rulesets of one comparison; different rules that the hands of one match are played under."""
    max_batch_records: int = 1_000_000
    """Records of one batch."""
    max_batch_seconds: float = 600.0
    """How long one batch may take, waiting for the client included."""
    max_body_seconds: float = 10.0
    """How long the body of another request than a batch may take to arrive, and a second more for each 16 KiB of it."""
    log_requests: bool = True
    """One line of JSON on standard error for each request."""
    metrics: bool = True
    """Count requests and verdicts for Prometheus (needs the package `prometheus-client`)."""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Config:
        """The defaults, with what `BUMMERL_MAX_RECORD=2097152` and the like say otherwise.

        Raises `ValueError`, naming the variable, for a value that is no number or is below zero.
        """
        environ = os.environ if environ is None else environ
        given: dict[str, Any] = {}
        for field in fields(cls):
            variable = f"BUMMERL_{field.name.upper()}"
            if variable in environ:
                given[field.name] = _value(variable, environ[variable], getattr(_DEFAULTS, field.name))
        return replace(_DEFAULTS, **given)


def _value(variable: str, text: str, default: bool | float) -> bool | float:
    if isinstance(default, bool):
        if text.lower() in ("1", "true", "yes", "on"):
            return True
        if text.lower() in ("0", "false", "no", "off"):
            return False
        raise ValueError(f"{variable} is `{text}`; it must be yes or no")
    try:
        number = type(default)(text)
    except ValueError:
        raise ValueError(f"{variable} is `{text}`; it must be a number") from None
    if not 0 <= number < 1e15:
        raise ValueError(f"{variable} is `{text}`; it must not be below zero or beyond measure")
    return number


_DEFAULTS = Config()
