"""A rule's words as a rule book prints them, where no hand is being played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ..model import Ruleset
from ..texts import in_general

FACTS: Final[Mapping[str, str]] = {
    "actor": "the player",
    "turn": "the player to move",
    "led.suit": "the suit led",
    "led": "the card led",
    "best": "the best card so far",
    "said": "the figure announced",
    "number": "the number said",
    "suit": "the suit",
    "card": "the card",
    "trump": "the trump suit",
    "turn_up": "the turn-up",
    "talon.size": "the cards left in the talon",
    "trick.number": "the number of the trick",
    "last_trick.winner": "the winner of the last trick",
}
"""Facts of the language that read better in other words than their names."""
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_ASIDE: Final = re.compile(r" \(\{[^{}.]+(\.[^{}]+)?\}\)")
_TWICE: Final = re.compile(r"\b([Tt]he) \*the ")
_NUMBER: Final = re.compile(r"-?[0-9]+")


def worded(text: str, ruleset: Ruleset) -> str:
    """A text with what its braces name, in Markdown: figures of the ruleset as figures, anything else in italics.

    What a hand would only put in brackets behind its name is left out.
    """
    text = _ASIDE.sub("", in_general(text, ruleset.typist))
    said = _HOLE.sub(lambda found: _in_words(found[1].strip(), ruleset), text)
    said = _TWICE.sub(r"\1 *", said)
    return said[:1] + said[1].upper() + said[2:] if said.startswith("*") else said


def _in_words(name: str, ruleset: Ruleset) -> str:
    option = ruleset.options.get(name.removeprefix("option."))
    if name.startswith("option.") and option is not None:
        return value(option.default)
    term = str(ruleset.data.get("terms", {}).get(name, ""))
    if _NUMBER.fullmatch(term):
        return term
    return f"*{FACTS.get(name) or _of(name)}*"


def _of(name: str) -> str:
    """`winner.tricks` as `tricks of winner`."""
    return " of ".join(part.replace("_", " ") for part in reversed(name.split(".")))


def value(said: Any) -> str:
    """A value as a ruleset writes it."""
    return {True: "yes", False: "no"}.get(said, str(said)) if isinstance(said, bool) else str(said)


def code(said: Any) -> str:
    """An expression, set as code."""
    return f"`{value(said)}`"


def english(texts: Mapping[str, str] | str | None) -> str:
    """The English one of some texts."""
    return texts if isinstance(texts, str) else (texts or {}).get("en", "")
