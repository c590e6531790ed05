"""What cards are called, and how they are written: `ace of spades`, `Pik-Ass`, `as de oros`.

A lexicon is a file `lexicons/STYLE.LANGUAGE.yaml`: the names, letters and other spellings of one pack in one language,
by the codes of suits and ranks that rulesets use. docs/cards.md describes the files; `check_lexicon` checks them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from bummerl.grammar import suggest

from . import source

ENGLISH: Final = "en"
_PLACEHOLDERS: Final = re.compile(r"\{rank\}|\{suit\}")


@dataclass(frozen=True, slots=True)
class Called:
    """A suit or a rank: its name, the letter it is written with, other ways to say it, and a sign to draw, if any."""

    name: str
    letter: str
    also: tuple[str, ...] = ()
    sign: str = ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write it, its letter first."""
        return tuple(dict.fromkeys([self.letter, self.name, *self.also, *([self.sign] if self.sign else [])]))


@dataclass(frozen=True, eq=False)
class Lexicon:
    """One lexicon. `pattern` makes the name of a card of `{rank}` and `{suit}`; suits and ranks are by code."""

    id: str
    title: str
    pattern: str
    suits: Mapping[str, Called]
    ranks: Mapping[str, Called]

    @property
    def style(self) -> str:
        """The pack: what stands before the dot of the id."""
        return self.id.partition(".")[0]

    @property
    def language(self) -> str:
        """The language: what stands behind the dot of the id."""
        return self.id.partition(".")[2]

    def names(self, suit: str, rank: str) -> bool:
        """Whether there is a name for a card of this suit and rank, given by their codes."""
        return suit in self.suits and rank in self.ranks

    def card(self, suit: str, rank: str) -> str:
        """The name of a card, such as `ace of spades`, or its code."""
        if not self.names(suit, rank):
            return suit + rank
        return self.pattern.replace("{rank}", self.ranks[rank].name).replace("{suit}", self.suits[suit].name)

    def letters(self, suit: str, rank: str) -> str:
        """A card as it is written in a log, the letter of its suit first."""
        return self.suits[suit].letter + self.ranks[rank].letter

    def short(self, suit: str, rank: str) -> str:
        """A card in little room: the sign of its suit if there is one, and the letter of its rank."""
        return (self.suits[suit].sign or self.suits[suit].letter) + self.ranks[rank].letter

    def suit(self, suit: str) -> str:
        """The name of a suit, such as `spades`, or its code."""
        return self.suits[suit].name if suit in self.suits else suit

    def rank(self, rank: str) -> str:
        """The name of a rank, such as `ace`, or its code."""
        return self.ranks[rank].name if rank in self.ranks else rank

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """What may stand between suit and rank of a name in a log: nothing, a hyphen, or what the pattern says."""
        between = _PLACEHOLDERS.split(self.pattern)[1].strip().strip("-")
        return ("", "-", f"-{between}-") if between else ("", "-")

    @property
    def suit_comes_first(self) -> bool:
        """Whether the pattern names the suit before the rank."""
        return self.pattern.index("{suit}") < self.pattern.index("{rank}")

    def fits(self, suits: Mapping[str, Any] | tuple[str, ...], ranks: Mapping[str, Any] | tuple[str, ...]) -> bool:
        """Whether every card of a pack has a name here."""
        return all(suit in self.suits for suit in suits) and all(rank in self.ranks for rank in ranks)


def lexicon_of(data: Mapping[str, Any]) -> Lexicon:
    """The lexicon that a file says, which has the shape of one."""
    return Lexicon(data["lexicon"], data["title"], data["card"], _called(data["suits"]), _called(data["ranks"]))


def _called(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Called]:
    return {
        code: Called(said["name"], said.get("letter", code), tuple(said.get("also", ())), said.get("sign", ""))
        for code, said in entries.items()
    }


@cache
def lexicon_ids() -> tuple[str, ...]:
    """The ids of all lexicons, in order."""
    found = files(__package__).joinpath("lexicons").iterdir()
    return tuple(sorted(file.name.removesuffix(".yaml") for file in found if file.name.endswith(".yaml")))


def lexicon_text(name: str) -> str:
    """The file of a lexicon, as it is written. `name` is one of `lexicon_ids()`."""
    return files(__package__).joinpath("lexicons", f"{name}.yaml").read_text(encoding="utf-8")


@cache
def _shipped(name: str) -> Lexicon:
    read, problems = source.read(lexicon_text(name), f"{name}.yaml")
    if read is None or problems:
        raise ValueError("\n".join(map(str, problems)))
    return lexicon_of(read.data)


def lexicon(name: str) -> Lexicon | None:
    """The lexicon of this id, in small or capital letters; `None` if there is none."""
    known = name.lower()
    return _shipped(known) if known in lexicon_ids() else None


def lexicon_meant(name: str) -> str | None:
    """The id that was probably meant by a name that is none."""
    return suggest(name.lower(), lexicon_ids()) if len(name) <= 60 else None


NOBODYS: Final = Lexicon("", "", "{suit}{rank}", {}, {})
"""The lexicon of a pack that nobody has named: every card is called by its code."""


def names_of(style: str | None, lang: str) -> Lexicon:
    """What the cards of a style of pack are called in a language; in English where it has no lexicon of its own, and by
    their codes where the style has none.
    """
    for name in (f"{style}.{lang}", f"{style}.{ENGLISH}"):
        if name in lexicon_ids():
            return _shipped(name)
    return NOBODYS
