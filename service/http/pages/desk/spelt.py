"""Cards as a log spells them: by their codes, or in the letters of the lexicon that its header `Cards` names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bummerl.grammar import NAMING
from bummerl.interpreter.vocabulary import spelling_of_codes
from bummerl.rulesets import lexicon as lexicons
from bummerl.rulesets.spelling import plain, spelling_of

from .logtext import UNKNOWN, seat_and_token

MELD: Final = "+"


@dataclass(frozen=True)
class Spelt:
    """How the cards of one pack stand in one log."""

    forms: Mapping[str, str]
    """Every way to write a card, as `plain` gives it, and its code."""
    letters: Mapping[str, str]
    """What is written for each card and each suit, by its code."""

    def read(self, card: str) -> str:
        """The code of a card as it was written; `?` for one that is not known and for what is no card."""
        return self.forms.get(plain(card), UNKNOWN)

    def write(self, token: str) -> str:
        """A move or a card by its code, as this log writes it."""
        seat, word = seat_and_token(token)
        head, colon, about = word.partition(":")
        if colon:
            word = f"{head}:{self.letters.get(about, about) if head in NAMING else about}"
        else:
            card, meld, points = word.partition(MELD)
            word = f"{self.letters.get(card, card)}{meld}{points}"
        return word if seat is None else f"{seat}:{word}"


def spelt(deck: Mapping[str, Any], cards: str | None) -> Spelt:
    """The spelling of a ruleset's pack in a log whose header `Cards` says `cards`."""
    suits, ranks = tuple(map(str, deck["suits"])), tuple(map(str, deck["ranks"]))
    named = lexicons.lexicon(cards) if cards else None
    if named is None or not named.fits(suits, ranks):
        codes = [suit + rank for suit in suits for rank in ranks]
        return Spelt(spelling_of_codes(suits, ranks).cards, {code: code for code in (*codes, *suits)})
    letters = {suit + rank: named.letters(suit, rank) for suit in suits for rank in ranks}
    code_of = {letter: code for code, letter in letters.items()}
    forms = {form: code_of[letter] for form, letter in spelling_of(named, suits, ranks).cards.items()}
    return Spelt(forms, letters | {suit: named.suits[suit].letter for suit in suits})
