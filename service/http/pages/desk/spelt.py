"""Cards as a log spells them: by their codes, or in the letters of the lexicon that its header `Cards` names."""

from __future__ import annotations

from typing import Any, Final

from bummerl.grammar import NAMING
from bummerl.interpreter import Unusable, canonical
from bummerl.rulesets import Lexicon, Ruleset
from bummerl.rulesets.lexicon import lexicon

from .logtext import UNKNOWN, seat_and_token

MELD: Final = "+"


class Spelt:
    """How the cards of a ruleset stand in a log whose header `Cards` says `cards`."""

    def __init__(self, ruleset: Ruleset, cards: str | None) -> None:
        deck = ruleset.data["deck"]
        suits, ranks = tuple(map(str, deck["suits"])), tuple(map(str, deck["ranks"]))
        named = lexicon(cards) if cards else None
        self._ruleset = ruleset
        self._lexicon: Lexicon | None = named if named is not None and named.fits(suits, ranks) else None
        self._codes = {suit + rank for suit in suits for rank in ranks}
        self.suits = suits
        """The suits by their codes."""
        self.cards = self._lexicon.id if self._lexicon is not None else None
        """The lexicon in whose letters the log is written; `None` for codes."""
        self._known = {self._written(code): code for code in self._codes}

    def read(self, card: str) -> str:
        """The code of a card as it was written; `?` for one that is not known and for what is no card."""
        if card != UNKNOWN and card not in self._known:
            self._known[card] = self._meant(card)
        return self._known.get(card, UNKNOWN)

    def write(self, token: str) -> str:
        """A move or a card by its code, as this log writes it."""
        seat, word = seat_and_token(token)
        head, colon, about = word.partition(":")
        if colon:
            word = f"{head}:{self._written(about) if head in NAMING else about}"
        else:
            card, meld, points = word.partition(MELD)
            word = f"{self._written(card)}{meld}{points}"
        return word if seat is None else f"{seat}:{word}"

    def _written(self, code: str) -> str:
        if self._lexicon is not None and code in self._codes:
            return self._lexicon.letters(code[:1], code[1:])
        if self._lexicon is not None and code in self.suits:
            return self._lexicon.suits[code].letter
        return code

    def _meant(self, card: str) -> str:
        record: dict[str, Any] = {"moves": [card]}
        if self._lexicon is not None:
            record["cards"] = self._lexicon.id
        try:
            found = canonical(record, ruleset=self._ruleset)["moves"][0]
        except Unusable:
            return UNKNOWN
        return found if found in self._codes else UNKNOWN
