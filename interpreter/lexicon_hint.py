"""In which lexicon a log seems to be written that names none, and whose cards are no codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bummerl.rulesets import lexicon_ids
from bummerl.rulesets.spelling import plain

from .faults import Fault
from .messages import say
from .rules import Rules

FEWEST: Final = 3
"""So many different words must be odd: one or two are slips."""
MOST: Final = 12
"""So many of them are looked up."""
MOST_NAMED: Final = 2
"""So many lexicons are named."""
ODD: Final = frozenset({"record.card", "record.move"})
"""The codes of a word that is no card, or no move."""
_SEAT: Final = re.compile(r"[A-Z]:")


def hint(faults: Sequence[Fault], rules: Rules, lang: str) -> str | None:
    """A sentence that says which lexicon to name; nothing if the faults are of another kind."""
    words = list(dict.fromkeys(_cards(faults)))[:MOST]
    if len(words) < FEWEST:
        return None
    ids = sorted(filter(rules.knows, lexicon_ids()), key=lambda id: (id.partition(".")[2] != lang, id))
    found = [id for id in ids if all(word in rules.spelling_in(id).cards for word in words)][:MOST_NAMED]
    return say(lang, "cards.hint", ids=found, id=found[0]) if found else None


def is_odd(fault: Fault) -> bool:
    """Whether this is a word in the place of a card or a move that is none."""
    return fault.code in ODD and fault.message != "card.unclear"


def _cards(faults: Iterable[Fault]) -> Iterable[str]:
    for fault in filter(is_odd, faults):
        said = fault.values.get("card", fault.token)
        if isinstance(said, str):
            yield plain(_SEAT.sub("", said, count=1).partition("+")[0])
