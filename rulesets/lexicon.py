"""What cards are called: `ace of spades`, `Pik-Ass`, `as de oros`.

A lexicon is a file `lexicons/STYLE.LANGUAGE.yaml`. A ruleset names the style of its pack (`deck.style: french`);
without a style, or where no lexicon knows a suit or rank, a card is called by its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from . import source

ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one style of pack in one language; `pattern` joins `{rank}` and `{suit}` to the name of a card."""

    pattern: str
    suits: Mapping[str, str]
    ranks: Mapping[str, str]


_NOBODY_KNOWS: Final = Names("{suit}{rank}", {}, {})


@cache
def names() -> Mapping[str, Names]:
    """Every lexicon there is, by `STYLE.LANGUAGE`."""
    found = {}
    for file in files(__package__).joinpath("lexicons").iterdir():
        if file.name.endswith(".yaml"):
            read, problems = source.read(file.read_text(encoding="utf-8"), file.name)
            if read is None or problems:
                raise ValueError("\n".join(map(str, problems)))
            said = read.data
            found[file.name.removesuffix(".yaml")] = Names(said["card"], said["suits"], said["ranks"])
    return found


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the cards of one style of pack are called, in any language that has a file for it; otherwise in English."""

    style: str | None

    def names(self, lang: str) -> Names:
        """The names in a language, or in English, or none."""
        known = names()
        return known.get(f"{self.style}.{lang}") or known.get(f"{self.style}.{ENGLISH}") or _NOBODY_KNOWS

    def card(self, lang: str, suit: str, rank: str) -> str:
        """The name of a card, such as `ace of spades`, or its code."""
        here = self.names(lang)
        if suit not in here.suits or rank not in here.ranks:
            return suit + rank
        return here.pattern.replace("{rank}", here.ranks[rank]).replace("{suit}", here.suits[suit])

    def suit(self, lang: str, suit: str) -> str:
        """The name of a suit, such as `spades`, or its code."""
        return self.names(lang).suits.get(suit, suit)

    def rank(self, lang: str, rank: str) -> str:
        """The name of a rank, such as `ace`, or its code."""
        return self.names(lang).ranks.get(rank, rank)
