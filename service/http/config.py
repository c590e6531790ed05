"""What an installation may set: limits, and how to log.  Every setting has a `BUMMERL_…` environment variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_address
from typing import Any, Final, Literal, get_args

Keeping = Literal["open", "token", "off"]

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one service.  The limits are safe for a service that anybody may call; how often each may call
    is up to `rates`, or to `at`.

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
    """How long the body of another request than a batch may take to arrive, or an answer to be taken, and a second more
    for each 16 KiB of it.
    """
    log_requests: bool = True
    """One line of JSON on standard error for each request."""
    log_addresses: bool = False
    """Whole addresses of clients in the log; otherwise only the networks that they are part of."""
    metrics: bool = True
    """Count requests and verdicts for Prometheus (needs the package `prometheus-client`)."""
    database: str | None = field(default=None, repr=False)
    """Where rulings are kept: a file, or the URL of a database; nothing is kept without it."""
    keeping: Keeping = "token"
    """Who may keep rulings: everybody who reaches the service, who has a token, or nobody."""
    rates: str = ""
    """How many requests of one client are answered, such as `600/minute` or `20/second;600/minute`; empty: all."""
    keeping_rates: str = ""
    """How many rulings one client may have kept, written alike; requests that keep count for `rates` as well."""
    rate_storage: str = field(default="memory://", repr=False)
    """Where requests are counted: in each process for itself, or at a URL of the library `limits`, `redis://…`."""
    forwarded: int = 0
    """How many proxies stand before the service: so many entries of X-Forwarded-For, -Proto, -Host, -Prefix count."""
    hsts: int = 0
    """Where requests come by HTTPS: for so many seconds browsers shall use nothing else (Strict-Transport-Security)."""
    secret: str = field(default="", repr=False)
    """What form tokens are signed with; a random one for each start if it is empty."""

    @classmethod
    def at(cls, host: str, environ: Mapping[str, str] | None = None, **given: Any) -> Config:
        """The settings of a service that listens at `host`: what is `given` (None: not given), else what the
        environment says, else what is safe at such an address.

        At a loopback address without a proxy before it, who reaches the service sits at this computer: keeping is open
        to them, and they are not counted. Anywhere else keeping needs a token, and each client has its share.
        Raises `ValueError`, naming the setting, for a value that it cannot have.
        """
        environ = os.environ if environ is None else environ
        given = {name: value for name, value in given.items() if value is not None}
        said = {setting.name for setting in fields(cls) if _said(setting.name, environ)}
        found = replace(cls.from_environment(environ), **given)
        safe = _ALONE if is_loopback(host) and not found.forwarded else _PUBLIC
        return replace(found, **{name: value for name, value in safe.items() if name not in {*given, *said}})

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Config:
        """The defaults, with what `BUMMERL_MAX_RECORD=2097152` and the like say otherwise; a variable that is empty
        says nothing.

        Raises `ValueError`, naming the variable, for a value that it cannot have.
        """
        environ = os.environ if environ is None else environ
        given: dict[str, Any] = {}
        for setting in fields(cls):
            variable = _variable(setting.name)
            if _said(setting.name, environ):
                given[setting.name] = _value(variable, environ[variable], getattr(_DEFAULTS, setting.name))
        return replace(_DEFAULTS, **given)

    def __post_init__(self) -> None:
        """Raises `ValueError` for a word that `keeping` cannot be."""
        if self.keeping not in get_args(Keeping):
            *words, last = get_args(Keeping)
            raise ValueError(f"BUMMERL_KEEPING is `{self.keeping}`; it must be {', '.join(words)} or {last}")


def is_loopback(host: str) -> bool:
    """Whether a host, a name or an address, is this computer as only it sees itself."""
    name = host.strip("[]").partition("%")[0]
    try:
        address = ip_address(name)
    except ValueError:
        return name.lower() == "localhost"
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def _variable(name: str) -> str:
    return f"BUMMERL_{name.upper()}"


def _said(name: str, environ: Mapping[str, str]) -> bool:
    text = environ.get(_variable(name))
    return text is not None and (bool(text.strip()) or name in _MAY_BE_NONE)


def _value(variable: str, text: str, default: bool | float | str | None) -> bool | float | str | None:
    if default is None or isinstance(default, str):
        word = text.strip()
        none = word.lower() == NONE and variable in map(_variable, _MAY_BE_NONE)
        return default if none or not word else word
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


NONE: Final = "none"
"""The word for no database, and for no rate."""
_MAY_BE_NONE: Final = ("database", "rates", "keeping_rates")
_DEFAULTS = Config()
_ALONE: Final[Mapping[str, Any]] = {"keeping": "open", "rates": "", "keeping_rates": ""}
_PUBLIC: Final[Mapping[str, Any]] = {"keeping": "token", "rates": "600/minute", "keeping_rates": "30/minute;500/day"}
