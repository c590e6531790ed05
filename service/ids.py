"""The ids of rulesets as people type them: in any case, as long as only one can be meant."""

from __future__ import annotations

from bummerl.grammar import Hand, read_log
from bummerl.rulesets.shipped import ids


def as_known(name: str) -> str:
    """The id of the shipped ruleset that `name` is but for capital letters and the spaces around it, else `name`."""
    known = ids()
    if name in known:
        return name
    meant = [each for each in known if each.casefold() == name.strip().casefold()]
    return meant[0] if len(meant) == 1 else name


def read_hands(text: str) -> list[Hand]:
    """The hands of a move log, at least one, each with its ruleset called by its id."""
    found = read_log(text)
    for hand in found:
        if (name := hand.record.get("ruleset")) and isinstance(name, str):
            hand.record["ruleset"] = as_known(name)
    return found
