"""The same record with its cards written otherwise: by their codes, or with the letters of a lexicon.

Nothing is judged and nothing is lost: what is no card, suit or move stays as it was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.grammar import NAMING

from .image import MELD_SIGN, NAMES_SIGN, OTHER_WORD
from .rules import Rules
from .vocabulary import Misread


class Rewriter:
    """Reads cards and moves as one set of rules has them written, and writes them as another does.

    Both are the same rules, by their codes or in a lexicon.
    """

    def __init__(self, read: Rules, write: Rules) -> None:
        self.read, self.write = read, write
        self._suits = dict(zip(read.suits, write.suits, strict=True))

    def card(self, text: Any) -> Any:
        """A card; what is none stays as it is."""
        try:
            return self.write.codes[self.read.vocabulary.card(text)] if isinstance(text, str) else text
        except Misread:
            return text

    def cards(self, texts: Any) -> Any:
        """A list of cards."""
        return [self.card(text) for text in texts] if isinstance(texts, list | tuple) else texts

    def suit(self, text: Any) -> Any:
        """A suit; what is none stays as it is."""
        try:
            return self._suits[self.read.vocabulary.suit(text)] if isinstance(text, str) else text
        except Misread:
            return text

    def move(self, text: str) -> str:
        """A move. Raises `Misread` if it is none."""
        vocabulary = self.read.vocabulary
        token = vocabulary.token(text)
        name = vocabulary.word(token)
        if name != OTHER_WORD and name[-1] != NAMES_SIGN:
            return self.write.vocabulary.text(token)
        seat, colon, rest = text.partition(NAMES_SIGN) if text[1:2] == NAMES_SIGN else ("", "", text)
        return seat + colon + self._other(rest)

    def _other(self, text: str) -> str:
        """A move that this ruleset has no use for: the cards and suits that it names."""
        what, sign, said = text.partition(MELD_SIGN)
        if sign:
            suit = self.suit(what)
            return f"{suit if suit != what else self.card(what)}{sign}{said}"
        word, sign, named = text.partition(NAMES_SIGN)
        kind = NAMING.get(word)
        if kind == "card":
            return f"{word}{sign}{self.card(named)}"
        return f"{word}{sign}{self.suit(named)}" if kind == "suit" else text

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """A whole record that could be read. Raises `Misread` if a move is none."""
        found = dict(record)
        for key in ("deal", "position"):
            if isinstance(record.get(key), Mapping):
                found[key] = self._held(record[key])
        found["moves"] = [self.move(text) for text in record.get("moves") or ()]
        lexicon = self.write.lexicon
        found.pop("cards", None)
        return found | ({"cards": lexicon.id} if lexicon is not None else {})

    def _held(self, part: Mapping[str, Any]) -> dict[str, Any]:
        """A deal, or a position: the cards in hands and talon, and what a position knows besides."""
        found = dict(part)
        if isinstance(part.get("hands"), Mapping):
            found["hands"] = {seat: self.cards(cards) for seat, cards in part["hands"].items()}
        for key, rewrite in (("turn_up", self.card), ("talon", self.cards), ("trump", self.suit)):
            if key in part:
                found[key] = rewrite(part[key])
        if isinstance(part.get("seats"), Mapping):
            found["seats"] = {seat: self._facts(facts) for seat, facts in part["seats"].items()}
        if isinstance(part.get("memory"), Mapping):
            found["memory"] = {name: self._kept(name, value) for name, value in part["memory"].items()}
        return found

    def _facts(self, facts: Any) -> Any:
        """What a seat has in a position: the tricks that it won, the cards it played and the suits of its melds."""
        if not isinstance(facts, Mapping):
            return facts
        found = dict(facts)
        if isinstance(facts.get("won"), list | tuple):
            found["won"] = [self.cards(trick) for trick in facts["won"]]
        if "played" in facts:
            found["played"] = self.cards(facts["played"])
        if isinstance(facts.get("melds"), Mapping):
            found["melds"] = {self.suit(suit): points for suit, points in facts["melds"].items()}
        return found

    def _kept(self, name: str, value: Any) -> Any:
        """What the ruleset keeps in mind, where that is a card or a suit."""
        slot = self.read.memory.get(name)
        kind = slot.type if slot is not None else None
        if isinstance(value, Mapping):
            return {seat: self._kept(name, one) for seat, one in value.items()}
        if isinstance(value, list):
            return [self._kept(name, one) for one in value]
        if kind in ("card", "cards"):
            return self.card(value)
        return self.suit(value) if kind in ("suit", "suits") else value
