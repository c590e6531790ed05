"""An id for each request, to be found again in the answer and in the log."""

from __future__ import annotations

import os
import re

HEADER = "X-Request-ID"
_sane = re.compile(r"[A-Za-z0-9._:@/+=-]{1,100}").fullmatch


def request_id(given: str | None) -> str:
    """The id the client sent, if it is short and plain; otherwise a new one."""
    return given if given and _sane(given) else os.urandom(8).hex()
