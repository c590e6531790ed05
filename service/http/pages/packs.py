"""Which cards a page shows: the pack of a ruleset in the pictures and words that the reader chose.

Pictures and words are independent: German words with French pictures are common.  A style of pictures is offered for a
ruleset if its lexicon has a name for every card; a pack that nobody has drawn is shown with plain faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bummerl.rulesets import Lexicon
from bummerl.rulesets.lexicon import names_of
from markupsafe import Markup

from . import drawings
from .choice import Choice


@dataclass(frozen=True)
class Pack:
    """The cards of a ruleset as one reader sees them; `style` is how they are drawn, `lexicon` what they are called."""

    style: str
    lexicon: Lexicon
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    offered: tuple[str, ...]
    """The styles that have every card of this pack."""

    @property
    def cards(self) -> list[str]:
        """The codes of all cards, suit by suit, the highest rank first."""
        return [suit + rank for suit in self.suits for rank in self.ranks]

    def name(self, card: str) -> str:
        """`queen of spades`."""
        return self.lexicon.card(card[:1], card[1:])

    def suit_name(self, suit: str) -> str:
        """`spades`."""
        return self.lexicon.suit(suit)

    def letter(self, card: str) -> str:
        """What is printed in the corner of a card."""
        return drawings.index(self.style, card[1:], self._rank_letter(card[1:]))

    def suit_class(self, suit: str) -> str:
        """The class that gives a suit its colour."""
        return drawings.suit_class(self.style, suit)

    def card_id(self, card: str) -> str:
        """The id of the symbol of a card."""
        return drawings.card_id(self.style, card)

    def pip_id(self, suit: str) -> str:
        """The id of the symbol of a suit."""
        return drawings.pip_id(self.style, suit)

    def sheet(self, cards: Iterable[str] | None = None) -> Markup:
        """The symbols of these cards, or of all, to be put into the page once."""
        shown = self.cards if cards is None else list(cards)
        return drawings.sheet(
            self.style,
            [(card[:1], card[1:]) for card in shown],
            {rank: self._rank_letter(rank) for rank in self.ranks},
            {suit: self.lexicon.suits[suit].letter if suit in self.lexicon.suits else suit for suit in self.suits},
            lang_suits=self.suits,
        )

    def sorted(self, cards: Iterable[str]) -> list[str]:
        """Cards by suit and rank, as one holds them; those that are not of this pack last."""
        return sorted(cards, key=lambda card: self._place.get(card, len(self._place)))

    @cached_property
    def _place(self) -> dict[str, int]:
        return {card: place for place, card in enumerate(self.cards)}

    def _rank_letter(self, rank: str) -> str:
        return self.lexicon.ranks[rank].letter if rank in self.lexicon.ranks else rank


def pack_of(deck: Mapping[str, Any], choice: Choice) -> Pack:
    """The pack for a ruleset's `deck`, as `choice` wants it, or as near to that as it has pictures."""
    suits, ranks = tuple(map(str, deck["suits"])), tuple(map(str, deck["ranks"]))
    own = deck.get("style")
    offered = tuple(style for style in drawings.STYLES if names_of(style, choice.lang).fits(suits, ranks))
    wishes = (choice.cards, drawings.at_home(choice.lang), own, *offered)
    style = next((wish for wish in wishes if wish in offered), drawings.PLAIN)
    lexicon = names_of(style if style in offered else own, choice.lang)
    return Pack(style, lexicon, suits, ranks, offered)


def colours_of(pack: Pack | None, choice: Choice) -> str:
    """Whether suits have two colours or four: what the reader chose, or else what is printed on such cards."""
    four = pack is not None and drawings.printed_colours(pack.style) > 2
    return choice.colours or ("four" if four else "two")
