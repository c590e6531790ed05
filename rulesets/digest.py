"""The digest of resolved rules: the same on every machine and version of Python, and different when anything that
counts is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest(data: Mapping[str, Any]) -> str:
    """`sha256:` and 64 hexadecimal digits, over canonical JSON: keys sorted, except those whose order is a rule.

    The order of `deck.ranks` is which card beats which, so it is written as a list of pairs.
    """
    deck = data.get("deck")
    if isinstance(deck, Mapping) and isinstance(deck.get("ranks"), Mapping):
        data = {**data, "deck": {**deck, "ranks": [[rank, points] for rank, points in deck["ranks"].items()]}}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()
