"""Whether a verdict that comes from elsewhere has what everybody who shows one relies on."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any, Final

Shape = Mapping[str, type | tuple[type, ...]]
_VERDICT: Final[Shape] = {
    "status": str,
    "moves_checked": int,
    "violations": list,
    "outcome": (dict, NoneType),
    "score": (dict, NoneType),
    "to_move": (str, list, NoneType),
    "legal": list,
}
_VIOLATION: Final[Shape] = {
    "move": int,
    "trick": int,
    "seat": (str, list, NoneType),
    "token": str,
    "seat_move": int,
    "rule": str,
    "message": str,
    "legal": list,
    "facts": dict,
}
_OUTCOME: Final[Shape] = {"winner": (str, list, NoneType), "game_points": int, "rule": str, "message": str}
_KEPT: Final = frozenset({"complete", "ongoing", "illegal", "undetermined"})
"""What a verdict can be that was kept: a hand that cannot be read is not."""


def is_verdict(verdict: Mapping[str, Any]) -> bool:
    """Whether it is one that was given on a hand that could be read."""
    if not _fits(verdict, _VERDICT) or verdict["status"] not in _KEPT or not _are_texts(verdict["legal"]):
        return False
    violations, outcome, status = verdict["violations"], verdict["outcome"], verdict["status"]
    if not all(_fits(each, _VIOLATION) and _are_texts(each["legal"]) for each in violations):
        return False
    if outcome is not None and not _fits(outcome, _OUTCOME):
        return False
    if status == "undetermined" and not (_fits(verdict, {"message": str, "facts": dict})):
        return False
    return bool(violations) if status == "illegal" else outcome is not None or status != "complete"


def _fits(value: Any, shape: Shape) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(value.get(name, ...), kind) and not isinstance(value[name], bool) for name, kind in shape.items()
    )


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
