"""Times as programs read them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal


def said(time: datetime, exact: Literal["milliseconds", "seconds"] = "milliseconds") -> str:
    """A time with a zone as RFC 3339 has it, in UTC: `2026-11-30T20:00:00.000Z`."""
    return time.astimezone(UTC).isoformat(timespec=exact).replace("+00:00", "Z")
