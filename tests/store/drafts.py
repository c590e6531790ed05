"""Rulings to keep."""

from __future__ import annotations

from typing import Any

from bummerl.rulesets.digest import digest
from bummerl.service.store import Draft, StoredRuleset


def ruleset(n: int = 0) -> StoredRuleset:
    """A small ruleset; as many different ones as wanted.  The order of ranks counts in a digest."""
    source = {"ruleset": f"house-{n}", "deck": {"ranks": {"T": 10, "A": 11 + n}}, "texts": {"de": "Zehner über As"}}
    return StoredRuleset(f"house-{n}", "1.0.0", digest(source), source)


def draft(n: int = 0, rules: StoredRuleset | None = None, **changed: Any) -> Draft:
    """A ruling with everything that JSON can hold in it; `n` tells one from another."""
    record = {
        "players": {"B": "Bert", "A": "Žofie 🂡"},
        "moves": ["SA", "ST"],
        "odd": ["\ud800", "a\0b", 0.1, -0.0, 1e300, 10**40, None, True, [], {}, {"z": 1, "a": 2}],
        "n": n,
    }
    violation = {
        "move": 1,
        "trick": 1,
        "seat": "B",
        "token": "ST",
        "seat_move": 1,
        "rule": "follow.suit",
        "message": "B muss Farbe bekennen.",
        "legal": ["SA"],
        "facts": {},
    }
    verdict = {
        "status": "illegal",
        "moves_checked": 1,
        "violations": [violation],
        "outcome": {"winner": "A", "game_points": 3, "rule": "score.plain", "message": "A gewinnt."},
        "score": None,
        "to_move": None,
        "legal": [],
    }
    given: dict[str, Any] = {
        "record": record,
        "log": '[Players "Žofie; Bert"]\r\n1. SA ST {\0}',
        "ruleset": rules or ruleset(),
        "options": {"last_trick_bonus": 10, "open": False},
        "lang": "de",
        "cards": "german.de",
        "verdict": verdict,
        "engine": "0.1.0",
    }
    return Draft(**{**given, **changed})
