"""What two verdicts must have in common to be the same ruling, in whatever language each was given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def same_ruling(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two verdicts on a record rule alike: same status, same moves refused by the same rules, same result."""
    return _gist(one) == _gist(other)


def _gist(verdict: Mapping[str, Any]) -> tuple[Any, ...]:
    outcome = verdict.get("outcome") or {}
    return (
        verdict["status"],
        [(violation["move"], violation["rule"]) for violation in verdict.get("violations", ())],
        [outcome.get(key) for key in ("winner", "game_points", "payments")],
    )
