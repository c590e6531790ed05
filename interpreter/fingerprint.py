"""The number that belongs to a text of `core.py`: a compiled core that was built from another text is noticed by it."""

from __future__ import annotations

import re
import zlib
from typing import Final

STAMP: Final = re.compile(r"^FINGERPRINT = \d+$", re.MULTILINE)


def fingerprint(text: str) -> int:
    """The number of this text, whatever number stands in it."""
    return zlib.crc32(STAMP.sub("", text.replace("\r\n", "\n"), count=1).encode())


def stamped(text: str) -> str:
    """The text with its own number."""
    return STAMP.sub(f"FINGERPRINT = {fingerprint(text)}", text, count=1)
