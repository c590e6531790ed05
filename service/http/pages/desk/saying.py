"""What can be played and said now, as buttons; what is not allowed stands apart, and can be entered as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bummerl.rulesets import Ruleset

from ..saying import contract_text, word_text
from .logtext import seat_and_token
from .spelt import MELD
from .standing import Standing


@dataclass(frozen=True)
class Said:
    """One thing to say: its token by code, its words, and the card or suit that it is about, by code."""

    token: str
    text: str
    card: str = ""
    suit: str = ""


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
    told = _Told(now)
    mine = set(legal)
    other = [token for token in _all(now.ruleset, position["hands"], now) if token not in mine]
    return Sayings(told.lines(legal), told.lines(other))


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
                yield from (f"{suit}{MELD}{points}" for suit in deck["suits"] for points in move.get("says", ()))


class _Told:
    """Puts tokens into words and into lines."""

    def __init__(self, now: Standing) -> None:
        self.now, self.words = now, now.frame.words
        self.contracts = {each["id"]: each for each in now.ruleset.data.get("contracts", ())}

    def lines(self, tokens: Iterable[str]) -> list[Line]:
        """Tokens by what they have in common: words first, then those that are about something, word by word."""
        lines: dict[str, list[Said]] = {}
        for token in tokens:
            lead, said = self.told(token)
            lines.setdefault(lead, []).append(said)
        return [Line(lead, tuple(said)) for lead, said in sorted(lines.items(), key=lambda line: bool(line[0]))]

    def told(self, token: str) -> tuple[str, Said]:
        """One token: what stands in front of its line, and its button."""
        seat, word = seat_and_token(token)
        head, colon, about = word.partition(":")
        card, meld, points = word.partition(MELD)
        if meld:
            lead, said = self._meld(token, card, points)
        elif colon:
            lead, said = self._about(token, head, about)
        else:
            lead, said = "", Said(token, word_text(self.words, word))
        if seat is None:
            return lead, said
        player = self.now.names.get(seat, seat)
        text = self.words("desk.say.by", player=player, words=said.text)
        return lead, Said(said.token, text, said.card, said.suit)

    def _meld(self, token: str, card: str, points: str) -> tuple[str, Said]:
        pack = self.now.pack
        suit = card[0]
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
