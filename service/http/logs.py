"""Logs as lines of JSON: when, what, which request.  Nothing of a record is written, nor who plays, nor a query.

That holds for what went wrong, too: of an exception its kind and where it happened are told, but not its message, and
of what libraries have to say only the sentence, because the rest may be something that somebody sent.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Final

LOGGER = logging.getLogger("bummerl.http")
_PLAIN = frozenset(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "taskName"}
_TRUSTED: Final = (LOGGER.name, "psycopg.pool")
"""Who says nothing but what may be read: ourselves, and why there is no connection to the database."""
_HARMLESS: Final = re.compile(r"SIG[A-Z0-9]+")


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON; what was passed as `extra` becomes keys."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, without a line end."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if record.name in _TRUSTED else _sentence(record),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _PLAIN})
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = where(record.exc_info[1])
        return json.dumps(line, default=str, ensure_ascii=False)


def where(error: BaseException) -> str:
    """An exception and what caused it, each by its kind and where it happened; messages are left out."""
    told: list[str] = []
    following: BaseException | None = error
    while following is not None and len(told) < 10:
        told.append("".join(traceback.format_tb(following.__traceback__)) + type(following).__qualname__)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return "\nbecause of\n".join(told)


def _sentence(record: logging.LogRecord) -> str:
    """What a library says, with numbers and names of signals, and without anything else that was put into it."""
    if not isinstance(record.args, tuple) or not record.args:
        return str(record.msg)
    given = (a if isinstance(a, int | float) or _HARMLESS.fullmatch(str(a)) else "…" for a in record.args)
    try:
        return str(record.msg) % tuple(given)
    except (TypeError, ValueError):
        return str(record.msg)


@lru_cache(maxsize=4096)
def network(address: str) -> str | None:
    """The network that a client's address is part of, 256 addresses or a site of IPv6: enough to see whence trouble
    comes, and nobody's name.
    """
    try:
        known: Any = ip_address(address)
    except ValueError:
        return None
    known = getattr(known, "ipv4_mapped", None) or known
    return str(ip_network((known, 24 if known.version == 4 else 48), strict=False))


def handler() -> logging.Handler:
    """What writes lines of JSON to standard error."""
    found = logging.StreamHandler(sys.stderr)
    found.setFormatter(JsonLines())
    return found


def to_stderr(level: int = logging.INFO) -> None:
    """Sends the service's log to standard error, and warnings of libraries with it.

    For programs that serve; a library leaves this to its host.
    """
    LOGGER.handlers[:] = [handler()]
    LOGGER.setLevel(level)
    LOGGER.propagate = False
    logging.getLogger().handlers[:] = LOGGER.handlers
