"""The players of a hand as a page names them: told apart, never inflected, isolated from the text around them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from .words import PageWords


@dataclass(frozen=True)
class People:
    """The players of one hand for one reader."""

    said: Mapping[str, str]
    """Their names by seat, as the record has them."""
    words: PageWords

    @property
    def names(self) -> dict[str, str]:
        """Their names by seat, told apart."""
        return told_apart(self.said)

    def plain(self, seats: str | Sequence[str] | None) -> str:
        """A player, partners, or nobody, as text: for what takes no HTML."""
        return self.words.players(seats, self.names)

    def who(self, seats: str | Sequence[str] | None) -> Markup:
        """A player, partners, or nobody, as a part of a sentence."""
        if not seats:
            return escape(self.words("nobody"))
        names = self.names
        each = [seats] if isinstance(seats, str) else list(seats)
        return listed([Markup("<bdi>{}</bdi>").format(names.get(seat, seat)) for seat in each], self.words)

    def told(self, text: str) -> Markup:
        """A sentence of the engine, names in it isolated."""
        return isolated(text, self.said)


def listed(parts: Sequence[Markup], words: PageWords) -> Markup:
    """`a, b and c`, of pieces of HTML."""
    if len(parts) < 2:
        return Markup("").join(parts)
    return words.html("list", head=Markup(", ").join(parts[:-1]), last=parts[-1])


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by seat; where two players have the same, the seat stands behind it."""
    said = [name.casefold() for name in names.values()]
    return {seat: name if said.count(name.casefold()) == 1 else f"{name} ({seat})" for seat, name in names.items()}


def isolated(text: str, names: Mapping[str, str]) -> Markup:
    """A sentence as HTML, with each name in it in a `bdi` of its own, whichever way it is written."""
    known = sorted(set(names.values()), key=len, reverse=True)
    if not known:
        return escape(text)
    parts = re.split(rf"(?<!\w)({'|'.join(map(re.escape, known))})(?!\w)", text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )
