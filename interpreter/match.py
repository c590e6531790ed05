"""Hands in a row: who deals, what a game is worth, what is carried over."""

from __future__ import annotations

from typing import Any

from .adjudication import adjudicate


def adjudicate_match(match: Any, *, lang: str = "en", ruleset: Any = None, options: Any = None) -> dict[str, Any]:
    """A verdict for each hand, and the running score."""
    hands = match.get("hands", []) if isinstance(match, dict) else []
    ruleset = ruleset if ruleset is not None else match.get("ruleset")
    options = options if options is not None else match.get("options")
    return {"hands": [adjudicate(h, ruleset=ruleset, options=options, lang=lang) for h in hands], "score": {}}
