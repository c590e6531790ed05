"""The same record under several rulesets: where and by which rule they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .adjudication import adjudicate


def compare(record: Any, rulesets: Sequence[Any], *, lang: str = "en", options: Mapping[str, Any] | None = None, hand: Any = None) -> dict[str, Any]:
    """Each ruleset's verdict on the record."""
    verdicts = [adjudicate(record, ruleset=r, options=options, lang=lang, hand=hand) for r in rulesets]
    names = [r if isinstance(r, str) else (v["ruleset"] or {}).get("id") for r, v in zip(rulesets, verdicts, strict=True)]
    return {"rulesets": names, "verdicts": verdicts, "groups": [], "parts": None}
