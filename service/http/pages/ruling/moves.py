"""What could come, sorted by how a page shows it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from ..tokens import Token, read


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards to draw as pictures, everything else, and what others than the player on turn may do."""

    cards: tuple[str, ...]
    words: tuple[Token, ...]
    others: tuple[Token, ...]


def choice(tokens: Iterable[str], cards: Container[str]) -> Choice:
    """Legal tokens, sorted by how they are shown."""
    moves = [read(token, cards) for token in tokens]
    own = [move for move in moves if move.seat is None]
    return Choice(
        tuple(str(move.card) for move in own if move.plain),
        tuple(move for move in own if not move.plain),
        tuple(move for move in moves if move.seat is not None),
    )
