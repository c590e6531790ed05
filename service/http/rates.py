"""How much one client gets: so many requests, and so many rulings kept.

Counting is the library `limits`' work.  A window begins with a client's first request and ends after the minute, hour
or day that the rate names.  In memory each process counts for itself: with several workers a client gets never less
than its rate, and at most as many times the rate as there are workers; a storage that they share makes it exact.
Health, metrics and the files that pages are made of are not counted.
"""

from __future__ import annotations

import os
from math import ceil
from time import time
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Flask, Response, g, request

from .access import client_whatever_comes
from .config import Config
from .logs import LOGGER
from .problems import Refusal
from .state import State, state

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

FREE: Final = frozenset({"/healthz", "/livez", "/readyz", "/metrics", "/static/<path:name>", "/docs/static/<name>"})
REQUESTS: Final = "requests"
KEEPING: Final = "keeping"


class Share(NamedTuple):
    """What is left to a client: of which rate, how much, and after how many seconds all of it is there again."""

    policy: str
    left: int
    seconds: int

    def __str__(self) -> str:
        """As the field RateLimit has it."""
        return f'"{self.policy}";r={self.left};t={self.seconds}'


class Rates:
    """The rates of one application.  Raises `ValueError` for settings that cannot be read."""

    def __init__(self, config: Config) -> None:
        self._items = {
            REQUESTS: _read("BUMMERL_RATES", config.rates),
            KEEPING: _read("BUMMERL_KEEPING_RATES", config.keeping_rates),
        }
        self.policies: Final = {
            what: ", ".join(f'"{_policy(what, item)}";q={item.amount};w={item.get_expiry()}' for item in items)
            for what, items in self._items.items()
        }
        self._url = config.rate_storage
        self._limiters: dict[int, FixedWindowRateLimiter] = {}
        if not self._url.startswith("memory:"):
            self._limiter()  # what cannot be had is told at the start

    def count(self, what: str, who: str) -> Share | None:
        """Counts one request of a client, and gives what is left of the rate that is nearest to its end; None if there
        is no rate.

        Raises `Refusal` (429) if nothing was left.
        """
        from limits.errors import StorageError

        items = self._items[what]
        if not items:
            return None
        limiter = self._limiter()
        shares = []
        try:
            for item in items:
                taken = limiter.hit(item, what, who)
                reset, left = limiter.get_window_stats(item, what, who)
                share = Share(_policy(what, item), left, max(1, ceil(reset - time())))
                if not taken:
                    raise self._refusal(what, item, share)
                shares.append(share)
        except StorageError as error:  # better nobody counted than nobody served
            LOGGER.warning("rates", extra={"detail": str(error.storage_error)[:200]})
            return None
        return min(shares, key=lambda share: share.left)

    def _refusal(self, what: str, item: RateLimitItem, share: Share) -> Refusal:
        doing = "have rulings kept" if what == KEEPING else "ask"
        often = f"{item.amount} times in {item.get_expiry()} seconds"
        detail = f"You may {doing} {often}; ask again in {share.seconds} seconds."
        headers = {"Retry-After": str(share.seconds), "RateLimit": str(share), "RateLimit-Policy": self.policies[what]}
        return Refusal(429, "request.rate", detail, headers=headers)

    def _limiter(self) -> FixedWindowRateLimiter:
        """This process's limiter: connections and locks are not taken along when processes part."""
        found = self._limiters.get(os.getpid())
        if found is None:
            from limits.errors import ConfigurationError
            from limits.storage import storage_from_string
            from limits.strategies import FixedWindowRateLimiter

            try:
                storage = storage_from_string(self._url, wrap_exceptions=True)
            except (ConfigurationError, ValueError) as error:
                raise ValueError(f"BUMMERL_RATE_STORAGE is `{self._url.partition(':')[0]}:…`: {error}") from None
            found = self._limiters.setdefault(os.getpid(), FixedWindowRateLimiter(storage))
        return found


def register(app: Flask, app_state: State) -> None:
    """Counts the requests that `app` gets, if the settings name a rate.  Raises `ValueError` for one that is none."""
    config = app_state.config
    if not config.rates and not config.keeping_rates:
        return
    rates = app_state.rates = Rates(config)

    def begin() -> None:
        rule = request.url_rule
        if rule is None or rule.rule not in FREE:
            g.share = rates.count(REQUESTS, client_whatever_comes())

    def finish(response: Response) -> Response:
        share: Share | None = g.get("share")
        if share is not None and response.status_code != 429:
            response.headers["RateLimit"] = str(share)
            response.headers["RateLimit-Policy"] = rates.policies[REQUESTS]
        return response

    app.before_request(begin)
    app.after_request(finish)


def count_keeping() -> None:
    """Counts one ruling that this client wants to have kept.  Raises `Refusal` (429) if it may have no more for now."""
    rates = state().rates
    if rates is not None:
        rates.count(KEEPING, client_whatever_comes())


def _policy(what: str, item: RateLimitItem) -> str:
    return f"{what}-{item.get_expiry()}s"


def _read(variable: str, text: str) -> list[RateLimitItem]:
    if not text:
        return []
    try:
        from limits import parse_many
    except ImportError:
        raise ValueError(f"{variable} needs the package `limits`: pip install 'bummerl[serve]'") from None
    try:
        return list(parse_many(text))
    except ValueError:
        raise ValueError(f"{variable} is `{text}`; write it as `600/minute` or `20/second;600/minute`") from None
