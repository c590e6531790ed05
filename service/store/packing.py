"""JSON as it lies in the database: compact, ASCII, deflated; what comes out is what went in, keys in their order."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any


def packed(value: Mapping[str, Any]) -> bytes:
    """A JSON object as few bytes."""
    return zlib.compress(json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii"))


def unpacked(data: bytes) -> dict[str, Any]:
    """The object again."""
    value: dict[str, Any] = json.loads(zlib.decompress(data))
    return value
