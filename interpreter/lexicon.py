"""The names of cards in people's own words."""

from __future__ import annotations

from typing import Any


class Lexicon:
    """The names of a pack's suits and ranks; a pack without one is named by its codes."""

    def __init__(self, style: Any) -> None:
        self.style = style

    def card(self, lang: str, suit: str, rank: str) -> str:
        """The name of a card."""
        return suit + rank

    def suit(self, lang: str, suit: str) -> str:
        """The name of a suit."""
        return suit

    def rank(self, lang: str, rank: str) -> str:
        """The name of a rank."""
        return rank
