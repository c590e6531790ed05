"""Rulesets as the service shows them."""

from __future__ import annotations

from typing import Any

from bummerl.rulesets import Ruleset


def summary(entry: Any) -> dict[str, Any]:
    """A ruleset in a list."""
    return {
        "id": entry.id,
        "version": entry.version,
        "title": dict(entry.title),
        "seats": entry.seats,
        "cards": entry.cards,
        "family": entry.family,
        "digest": entry.digest,
    }


def resolved(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset with all that it inherits."""
    return {
        "id": ruleset.id,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "title": ruleset.title,
        "ruleset": ruleset.data,
    }


def difference(entry: Any) -> dict[str, Any]:
    return entry.to_json()


def source(ruleset: Ruleset) -> bytes:
    return b""


def checked(text: str) -> dict[str, Any]:
    return {"valid": True, "problems": []}
