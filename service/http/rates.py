"""How much one client gets: so many requests, and so many rulings kept.

A window begins with a client's first request and ends after the minute, hour or day that the rate names.  In memory
each process counts for itself: with several workers a client gets never less than its rate, and at most as many times
the rate as there are workers; a storage that they share, one that the library `limits` knows, makes it exact.
Health, metrics and the files that pages are made of are not counted.
"""

from __future__ import annotations

import os
from math import ceil
from time import time
from typing import Final, NamedTuple, Protocol

from flask import Flask, Response, request

from .access import client_whatever_comes
from .config import Config
from .logs import LOGGER
from .problems import Refusal
from .state import State, state
from .windows import Windows

FREE: Final = frozenset({"/healthz", "/livez", "/readyz", "/metrics"})
FILES: Final = ("/static/", "/docs/static/")
_SHARE: Final = "bummerl.share"
"""What is left is kept in the request's environment: looking into it costs less than `flask.g`."""
REQUESTS: Final = "requests"
KEEPING: Final = "keeping"


class Rate(NamedTuple):
    """So much in so many seconds; `name` is how the field RateLimit calls it."""

    name: str
    amount: int
    seconds: int

    def __str__(self) -> str:
        """As the field RateLimit-Policy has it."""
        return f'"{self.name}";q={self.amount};w={self.seconds}'


class Share(NamedTuple):
    """What is left to a client under a rate, and after how many seconds all of it is there again."""

    rate: Rate
    left: int
    seconds: int

    def __str__(self) -> str:
        """As the field RateLimit has it."""
        return f'"{self.rate.name}";r={self.left};t={self.seconds}'


class Counting(Protocol):
    """Where requests are counted: here, or in a storage of `limits`."""

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Counts, and gives the count of the window, which a first one opens for `expiry` seconds."""

    def get_expiry(self, key: str) -> float:
        """When the window is over."""


class Rates:
    """The rates of one application.  Raises `ValueError` for settings that cannot be read."""

    def __init__(self, config: Config) -> None:
        self._rates: Final = {
            REQUESTS: _read("BUMMERL_RATES", REQUESTS, config.rates),
            KEEPING: _read("BUMMERL_KEEPING_RATES", KEEPING, config.keeping_rates),
        }
        self.policies: Final = {what: ", ".join(map(str, rates)) for what, rates in self._rates.items()}
        self._url = config.rate_storage
        self._countings: dict[int, Counting] = {}
        self._counting()  # what cannot be had is told at the start

    def count(self, what: str, who: str) -> Share | None:
        """Counts one request of a client, and gives what is left of the rate that is nearest to its end; None if there
        is no rate.

        Raises `Refusal` (429) if nothing was left.
        """
        nearest: Share | None = None
        try:
            counting = self._counting()
            for rate in self._rates[what]:
                key = f"bummerl/{rate.name}/{who}"
                left = rate.amount - counting.incr(key, rate.seconds)
                share = Share(rate, max(left, 0), max(1, ceil(counting.get_expiry(key) - time())))
                if left < 0:
                    raise self._refusal(what, share)
                if nearest is None or share.left < nearest.left:
                    nearest = share
        except Refusal:
            raise
        except Exception as error:  # whatever a storage far away raises: better nobody counted than nobody served
            LOGGER.warning("rates", extra={"detail": str(error)[:200]})
        return nearest

    def _refusal(self, what: str, share: Share) -> Refusal:
        doing = "have rulings kept" if what == KEEPING else "ask"
        often = f"{share.rate.amount} times in {share.rate.seconds} seconds"
        detail = f"You may {doing} {often}; ask again in {share.seconds} seconds."
        headers = {"Retry-After": str(share.seconds), "RateLimit": str(share), "RateLimit-Policy": self.policies[what]}
        return Refusal(429, "request.rate", detail, headers=headers)

    def _counting(self) -> Counting:
        """Where this process counts: connections and locks are not taken along when processes part."""
        found = self._countings.get(os.getpid())
        return self._countings.setdefault(os.getpid(), _opened(self._url)) if found is None else found


def register(app: Flask, app_state: State) -> None:
    """Counts the requests that `app` gets, if the settings name a rate.  Raises `ValueError` for one that is none."""
    config = app_state.config
    if not config.rates and not config.keeping_rates:
        return
    rates = app_state.rates = Rates(config)

    def begin() -> None:
        environ = request.environ
        path = environ["PATH_INFO"]
        if path not in FREE and not path.startswith(FILES):
            environ[_SHARE] = rates.count(REQUESTS, client_whatever_comes(environ))

    def finish(response: Response) -> Response:
        share: Share | None = request.environ.get(_SHARE)
        if share is not None:
            response.headers.add("RateLimit", str(share))
            response.headers.add("RateLimit-Policy", rates.policies[REQUESTS])
        return response

    app.before_request(begin)
    app.after_request(finish)


def count_keeping() -> None:
    """Counts one ruling that this client wants to have kept.  Raises `Refusal` (429) if it may have no more for now."""
    rates = state().rates
    if rates is not None:
        rates.count(KEEPING, client_whatever_comes(request.environ))


def _read(variable: str, what: str, text: str) -> tuple[Rate, ...]:
    if not text:
        return ()
    try:
        from limits import parse_many
    except ImportError:
        raise ValueError(f"{variable} needs the package `limits`: pip install 'bummerl[serve]'") from None
    try:
        found = parse_many(text)
    except ValueError:
        raise ValueError(f"{variable} is `{text}`; write it as `600/minute` or `20/second;600/minute`") from None
    rates: dict[int, int] = {}  # by window: of two in the same the smaller one holds
    for item in found:
        seconds = item.get_expiry()
        rates[seconds] = min(item.amount, rates.get(seconds, item.amount))
    return tuple(Rate(f"{what}-{seconds}s", amount, seconds) for seconds, amount in rates.items())


def _opened(url: str) -> Counting:
    if url.startswith("memory:"):
        return Windows()
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string

    try:
        return storage_from_string(url)  # type: ignore[return-value]
    except (ConfigurationError, ValueError) as error:
        raise ValueError(f"BUMMERL_RATE_STORAGE is `{url.partition(':')[0]}:…`: {error}") from None
