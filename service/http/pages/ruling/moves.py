"""A move as it stands in a log, taken apart as far as a page draws its parts."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Final

ANNOUNCED: Final = "+"


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the seat in front of it, the card that it plays, and the rest, a figure announced or a word."""

    token: str
    seat: str | None
    card: str | None
    rest: str

    @property
    def plain(self) -> bool:
        """Whether it only plays a card."""
        return self.card is not None and not self.rest and self.seat is None


def move_of(token: str, cards: Container[str]) -> Move:
    """A token as a move, where `cards` are the codes of the pack."""
    seat, colon, rest = token.strip().partition(":")
    if not (colon and len(seat) == 1 and seat.isupper()):
        seat, rest = "", token.strip()
    card, plus, figure = rest.partition(ANNOUNCED)
    if card in cards:
        return Move(token, seat or None, card, plus + figure)
    return Move(token, seat or None, None, rest)


def is_draw(token: str) -> bool:
    """Whether a token is what somebody wrote down as drawn: that is no player's move."""
    return token.lstrip().startswith("(")


@dataclass(frozen=True, slots=True)
class Choice:
    """What could come: cards to draw as pictures, everything else, and what others than the player on turn may do."""

    cards: tuple[str, ...]
    words: tuple[Move, ...]
    others: tuple[Move, ...]


def choice(tokens: Iterable[str], cards: Container[str]) -> Choice:
    """Legal tokens, sorted by how they are shown."""
    moves = [move_of(token, cards) for token in tokens]
    own = [move for move in moves if move.seat is None]
    return Choice(
        tuple(str(move.card) for move in own if move.plain),
        tuple(move for move in own if not move.plain),
        tuple(move for move in moves if move.seat is not None),
    )
