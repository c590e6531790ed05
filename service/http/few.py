"""How many rulesets one request may have made: a house ruleset, like a set of options, is built before it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from bummerl.grammar import Hand

from .answers import dumps
from .problems import Refusal

RULES: Final = ("ruleset", "options", "cards")
"""What a hand is judged under: all of it together is built once."""


def few_house_rulesets(rulesets: Sequence[Any], most: int) -> None:
    """Refuses, with 422, more than `most` different house rulesets."""
    found = set[bytes]()
    for i, ruleset in enumerate(rulesets):
        if isinstance(ruleset, Mapping):
            found.add(dumps(ruleset))
        if len(found) > most:
            refuse(f"At most {most} different house rulesets are taken at once.", f"/rulesets/{i}")


def few_rules(hands: Sequence[Any], most: int) -> None:
    """Refuses, with 422, a match whose hands are played under more than `most` different rules. A hand that says
    nothing is played under those of the match.
    """
    found = set[bytes]()
    for i, hand in enumerate(hands):
        record = hand.record if isinstance(hand, Hand) else hand
        found.add(dumps([record.get(part) for part in RULES]))
        if len(found) > most:
            message = (
                f"The hands of a match are played under at most {most} different rulesets, options and card names."
            )
            refuse(message, f"/hands/{i}", hand if isinstance(hand, Hand) else None)


def refuse(message: str, pointer: str, hand: Hand | None = None) -> NoReturn:
    """Raises the refusal, at its place in the body or the log."""
    place: dict[str, Any] = {"pointer": pointer} if hand is None else {"line": hand.line, "column": 1}
    raise Refusal(422, "request.too-many", message, [{"code": "request.too-many", "message": message, **place}])
