"""Contracts: what `like` means, and the complete rules that hold while one is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bummerl.grammar import suggest

from .inherit import Misfit, lay, settle
from .origin import Laid, Origin
from .source import Source

OVERLAY: Final = ("terms", "play", "moves", "ends", "bonuses", "score", "tiers", "irregularities", "multiply")
"""What a contract may change."""
NOT_SHARED: Final = ("require", "text", "like")
"""What a contract `like` another does not take from it: who may call it, and its name."""


def resolve_likes(rules: Laid, misfits: list[Misfit]) -> Laid:
    """Each contract with what it takes from the one it is like; that one stands above it."""
    if not any("like" in contract for contract in rules.value.get("contracts", ())):
        return rules
    contracts, done = rules.child("contracts"), dict[str, Laid]()
    for i in range(len(contracts.value)):
        contract = contracts.child(i)
        name = contract.value.get("like")
        if name is not None:
            own = {key: value for key, value in contract.value.items() if key != "like"}
            model = done.get(name)
            if model is None:
                misfits.append(
                    Misfit(
                        "ruleset.unknown-contract",
                        f"there is no contract `{name}` above `{contract.value['id']}`",
                        contract.origin.child("like"),
                        name,
                        suggest(name, done),
                    )
                )
                contract = Laid(own, contract.origin)
            else:
                shared = {key: value for key, value in model.value.items() if key not in NOT_SHARED}
                contract = lay(Laid(shared, model.origin), Laid(own, contract.origin))
        done[contract.value["id"]] = contract
    made = list(done.values())
    origin = Origin(
        contracts.origin.source, contracts.origin.path, {i: contract.origin for i, contract in enumerate(made)}
    )
    return Laid(
        {**rules.value, "contracts": [contract.value for contract in made]},
        Origin(rules.origin.source, rules.origin.path, {"contracts": origin}, rules.origin),
    )


def laid_under(rules: Laid, contract: int, misfits: list[Misfit]) -> Laid:
    """The rules that hold under a contract, with their origins."""
    overlay = rules.child("contracts").child(contract)
    part = {key: value for key, value in overlay.value.items() if key in OVERLAY}
    return settle(lay(rules, Laid(part, overlay.origin)), misfits)


def under_contract(data: Mapping[str, Any], contract: int) -> dict[str, Any]:
    """The rules that hold under a contract, by its number. `data` are resolved rules."""
    nowhere = Origin(Source(data))
    value: dict[str, Any] = laid_under(Laid(data, nowhere), contract, []).value
    return value
