"""Moves in the reader's words: what a button says, and what a ruling says of a move that could come or did.

`say.word.*` has what the notation and the shipped rulesets have words for; what only a house ruleset knows is said as
it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .packs import Pack
from .tokens import Token
from .words import PageWords


@dataclass(frozen=True, slots=True)
class Said:
    """A move in words: what is said, and the card, suit (by code) or other thing that it is about."""

    words: str
    card: str = ""
    suit: str = ""
    thing: str = ""


class Saying:
    """Says the moves of one ruleset for one reader."""

    def __init__(self, words: PageWords, pack: Pack, contracts: Iterable[Mapping[str, Any]] = ()) -> None:
        self._words, self._pack = words, pack
        self._contracts = {str(contract["id"]): contract_text(contract, words.lang) for contract in contracts}
        self._cards = frozenset(pack.cards)

    def said(self, token: Token) -> Said:
        """A move, taken apart as far as a page draws its parts."""
        about = token.about or ""
        if token.number is not None:
            if token.card is not None:
                return Said(self._words("say.meld.card", points=token.number), card=token.card)
            return Said(self._words("say.meld.only", points=token.number, suit=self.about(about)))
        if token.card is not None:
            return Said(self._words("say.play"), card=token.card)
        words = word_text(self._words, token.word or "")
        if about in self._pack.suits:
            return Said(words, suit=about)
        return Said(words, card=about) if about in self._cards else Said(words, thing=self.about(about))

    def grouped(self, tokens: Iterable[Token]) -> list[list[Said]]:
        """Moves, those together that are said in the same words of different things."""
        found: dict[str, list[Said]] = {}
        for said in map(self.said, tokens):
            found.setdefault(said.words, []).append(said)
        return list(found.values())

    def text(self, token: Token) -> str:
        """A move as plain text, without who makes it."""
        said = self.said(token)
        about = said.thing or self.about(said.card or said.suit)
        return self._words("say.about", words=said.words, about=about) if about else said.words

    def about(self, about: str) -> str:
        """What a word is about: a suit, a card, a contract; or as it is written."""
        if about in self._pack.suits:
            return self._pack.suit_name(about)
        return self._pack.name(about) if about in self._cards else self.contract(about)

    def contract(self, id: str) -> str:
        """The name of a contract; its id, if the ruleset does not name it."""
        return self._contracts.get(id, id)


def word_text(words: PageWords, word: str) -> str:
    """What a word of the log means; the word itself if only its ruleset knows it."""
    key = f"say.word.{word}"
    return words(key) if words.has(key) else word


def contract_text(contract: Mapping[str, Any], lang: str) -> str:
    """What a contract is called, in English if it has no name in this language."""
    text = contract.get("text")
    found = (text.get(lang) or text.get("en")) if isinstance(text, Mapping) else text
    return str(found or contract["id"])
