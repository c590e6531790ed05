"""A move as it is written, taken apart.  Cards are codes here; what was read from a record is known to be a move."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from bummerl.grammar import SEATS

_SEAT: Final = re.compile(rf"([{''.join(SEATS)}]):(?=.)")
_MELD: Final = re.compile(r"(?P<of>.+)\+(?P<number>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Token:
    """What a move says: a card, a declaration (`number`, and `card` if it is led with it), cards drawn, or a `word`."""

    seat: str | None = None
    """Who moves, where that is written in front because it is not the player on turn."""
    word: str | None = None
    about: str | None = None
    """What the word, or the declaration, is about: a suit, a card, a contract."""
    card: str | None = None
    number: int | None = None
    drawn: tuple[str, ...] | None = None

    @property
    def plain(self) -> bool:
        """Whether the player on turn plays a card, and no more."""
        return self.card is not None and self.number is None and self.seat is None


def read(token: str, cards: Container[str]) -> Token:
    """Takes a move apart; `cards` are the codes of the pack."""
    text = token.strip()
    named = _SEAT.match(text)
    seat = named[1] if named else None
    text = text[named.end() :] if named else text
    if text.startswith("("):
        return Token(drawn=tuple(text.strip("()").split()))
    if text in cards:
        return Token(seat, card=text)
    if meld := _MELD.fullmatch(text):
        of, number = meld["of"], int(meld["number"])
        return Token(seat, about=of[:1], card=of if of in cards else None, number=number)
    word, _, about = text.partition(":")
    return Token(seat, word=word, about=about or None)
