"""An example of a ruleset: one of its own worked hands, or a deal with nothing played yet."""

from __future__ import annotations

from random import Random
from typing import Any

from bummerl.grammar import write_log
from bummerl.interpreter import CODES, replay
from bummerl.rulesets import Ruleset
from bummerl.rulesets.rulings import Ruling, rulings_of

from .dealing import TALON, sizes


def sample(ruleset: Ruleset, *, named: bool) -> str:
    """The log of an example; `named`: with the id of the ruleset in it."""
    record = _worked(ruleset) or _dealt(ruleset)
    record = {name: value for name, value in record.items() if name != "ruleset"}
    head = {"ruleset": ruleset.id} if named else {}
    return write_log({**head, **record, "trick_numbers": _numbers(record, ruleset)})


def _numbers(record: dict[str, Any], ruleset: Ruleset) -> dict[str, int]:
    """The number of each trick, by the move that begins it."""
    before = replay(record, ruleset=ruleset, cards=CODES)["positions"][: len(record["moves"])]
    return {str(move): at["trick"] for move, at in enumerate(before) if at["position"] is not None}


def _worked(ruleset: Ruleset) -> dict[str, Any] | None:
    """The longest of the first worked hands that were played out under the usual options."""
    found = [dict(each.record) for each in rulings_of(ruleset.id)[0] if isinstance(each, Ruling)]
    played = [record for record in found if record.get("deal", {}).get("hands") and not record.get("options")]
    return max(played, key=lambda record: len(record["moves"]), default=None)


def _dealt(ruleset: Ruleset) -> dict[str, Any]:
    """A deal, the same one each time."""
    deck = ruleset.data["deck"]
    cards = [f"{suit}{rank}" for suit in deck["suits"] for rank in deck["ranks"]] * deck.get("copies", 1)
    Random(ruleset.digest).shuffle(cards)
    own = sizes(ruleset, {}, None)
    deal: dict[str, Any] = {"hands": {}}
    for seat, size in own.hands.items():
        if size:
            deal["hands"][seat], cards = cards[:size], cards[size:]
    if own.turn_up and not own.shown:
        deal["turn_up"], cards = cards[0], cards[1:]
    if own.talon:
        deal[TALON.lower()] = cards[: own.talon]
    return {"dealer": own.dealer, "deal": deal, "moves": []}
