"""What can be played and said now, as buttons; what is not allowed stands apart, and can be entered as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bummerl.rulesets import Ruleset

from ..saying import contract_text, word_text
from .logtext import seat_and_token
from .spelt import MELD
from .standing import Standing

MOST_IN_FULL: Final = 6
"""So many declarations are written out; more of them, of a hand that is not known, stand as signs."""


@dataclass(frozen=True)
class Said:
    """One thing to say: its token by code, its words, who says it, and the card or suit that it is about, by code.

    `sign`: shown as the sign of its card or suit alone.
    """

    token: str
    text: str
    seat: str = ""
    card: str = ""
    suit: str = ""
    sign: bool = False


@dataclass(frozen=True)
class Line:
    """Things to say that go together, with what they have in common in front; it may be empty."""

    lead: str
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Sayings:
    """What is legal, and what else this ruleset has words for."""

    legal: list[Line] = field(default_factory=list)
    other: list[Line] = field(default_factory=list)


def sayings(now: Standing) -> Sayings:
    """Everything but cards that somebody could say now."""
    position = now.position
    if position is None or now.status not in ("ongoing", "undetermined", "complete"):
        return Sayings()
    legal = [token for token in now.legal if not now.is_card(token)]
    allowed = {seat_and_token(token)[1] for token in legal}
    other = [token for token in _all(now.ruleset, position["hands"], now) if token not in allowed]
    short = sum(MELD in token for token in legal) > MOST_IN_FULL
    return Sayings(_Told(now, short=short).lines(legal), _Told(now, short=True).lines(other))


def _all(ruleset: Ruleset, hands: Mapping[str, list[str]], now: Standing) -> Iterable[str]:
    """Every word of a ruleset, with everything that it may be about."""
    turn = now.position["to_move"] if now.position else None
    held = hands.get(turn, []) if isinstance(turn, str) else []
    deck = ruleset.data["deck"]
    for word, move in ruleset.data["moves"].items():
        if move == "off" or not isinstance(move, Mapping):
            continue
        match move.get("names"):
            case None:
                yield word
            case "suit":
                yield from (f"{word}:{suit}" for suit in deck["suits"])
            case "contract":
                yield from (f"{word}:{contract['id']}" for contract in ruleset.data.get("contracts", ()))
            case "card":
                yield from (f"{word}:{card}" for card in now.pack.sorted(held))
            case "meld":
                for points in move.get("says", ()):
                    yield from (f"{card}{MELD}{points}" for card in now.pack.sorted(held))
                    yield from (f"{suit}{MELD}{points}" for suit in deck["suits"])


class _Told:
    """Puts tokens into words and into lines."""

    def __init__(self, now: Standing, *, short: bool = False) -> None:
        """`short`: declarations of all suits and cards stand in a line, as signs."""
        self.now, self.words, self.short = now, now.frame.words, short
        self.contracts = {each["id"]: each for each in now.ruleset.data.get("contracts", ())}

    def lines(self, tokens: Iterable[str]) -> list[Line]:
        """Tokens by what they have in common: words first, then those that are about something or that several can
        say, word by word.
        """
        found = list(tokens)
        said_by = [seat_and_token(token) for token in found]
        shared = {word for seat, word in said_by if seat is not None}
        lines: dict[str, list[Said]] = {}
        for token, (seat, word) in zip(found, said_by, strict=True):
            lead, said = self.told(token, word)
            if word in shared and not lead:
                lead, said = said.text, replace(said, text="")
            by = seat or (self.now.mover if word in shared else "")
            lines.setdefault(lead, []).append(replace(said, seat=by))
        return [Line(lead, tuple(said)) for lead, said in sorted(lines.items(), key=lambda line: bool(line[0]))]

    def told(self, token: str, word: str) -> tuple[str, Said]:
        """One token: what stands in front of its line, and its button."""
        head, colon, about = word.partition(":")
        card, meld, points = word.partition(MELD)
        if meld:
            return self._meld(token, card, points)
        if colon:
            return self._about(token, head, about)
        return "", Said(token, word_text(self.words, word))

    def _meld(self, token: str, card: str, points: str) -> tuple[str, Said]:
        pack = self.now.pack
        suit = card[0]
        if self.short:
            if card == suit:
                lead = self.words("desk.say.meld.bare", points=points)
                return lead, Said(token, pack.suit_name(suit), suit=suit, sign=True)
            return self.words("desk.say.meld.play", points=points), Said(token, pack.name(card), card=card, sign=True)
        lead = self.words("desk.say.meld", points=points, suit=pack.suit_name(suit))
        if len(card) == 1:
            return lead, Said(token, self.words("desk.say.meld.only"), suit=suit)
        return lead, Said(token, self.words("desk.say.meld.lead", card=pack.name(card)), card=card)

    def _about(self, token: str, word: str, about: str) -> tuple[str, Said]:
        pack, lead = self.now.pack, word_text(self.words, word)
        if about in self.contracts:
            return lead, Said(token, contract_text(self.contracts[about], self.words.lang))
        if about in pack.suits:
            return lead, Said(token, pack.suit_name(about), suit=about)
        if self.now.is_card(about):
            return lead, Said(token, pack.name(about), card=about)
        return lead, Said(token, about)
