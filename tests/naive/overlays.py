"""A contract's rules laid over the base rules, as the reference says under "Laying one file over another"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OVERLAID = ("terms", "play", "moves", "ends", "bonuses", "score", "tiers", "irregularities", "multiply")
REPLACED_WHOLE = ("order", "text", "for", "then_may")
NEW_LINES_LAST = ("require", "ends", "bonuses")


def overlaid(base: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """The complete rules while this contract is played."""
    return maps(base, {part: contract[part] for part in OVERLAID if part in contract})


def written_out(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The contracts by their names; one that is `like` another is laid over that one first."""
    contracts: dict[str, dict[str, Any]] = {}
    for contract in data.get("contracts", []):
        model = contracts.get(contract.get("like", ""), {})
        parts = {part: contract[part] for part in OVERLAID if part in contract}
        contracts[contract["id"]] = maps(model, parts)
    return contracts


def maps(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    result = dict(below)
    for key, value in above.items():
        mine = below.get(key)
        if key in REPLACED_WHOLE:
            result[key] = value
        elif isinstance(value, dict) and isinstance(mine, dict):
            result[key] = maps(mine, value)
        elif isinstance(value, list) and all(isinstance(rule, dict) and "id" in rule for rule in value):
            result[key] = lists(mine or [], value, new_lines_last=key in NEW_LINES_LAST)
        else:
            result[key] = value
    return result


def lists(below: list[dict[str, Any]], above: list[dict[str, Any]], new_lines_last: bool) -> list[dict[str, Any]]:
    result = list(below)
    first = 0  # where the next new line of an ordered list goes
    for rule in above:
        ids = [other["id"] for other in result]
        plain = {key: value for key, value in rule.items() if key not in ("before", "after")}
        if rule.get("off"):
            place = ids.index(rule["id"])
            first -= place < first
            del result[place]
        elif rule["id"] in ids:
            result[ids.index(rule["id"])] = plain
        elif "before" in rule:
            result.insert(ids.index(rule["before"]), plain)
        elif "after" in rule:
            result.insert(ids.index(rule["after"]) + 1, plain)
        elif new_lines_last:
            result.append(plain)
        else:
            result.insert(first, plain)
            first += 1
    return result
