"""Which rulesets a hand is held against: those that were ticked, those that fit it, or those of its family."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from bummerl.rulesets import Ruleset, Summary, catalogue

from ..words import PageWords

ASKED: Final = "asked"
FIT: Final = "fit"
FAMILY: Final = "family"
_BRACKETS: Final = re.compile(r" \([^()]*\)$")


@dataclass(frozen=True)
class Volume:
    """One ruleset to be ticked."""

    id: str
    title: str
    seats: int
    cards: int


@dataclass(frozen=True)
class Shelf:
    """Rulesets of one family and country."""

    heading: str
    rulesets: tuple[Volume, ...]


def titled(texts: Mapping[str, str], id: str, lang: str) -> str:
    """What a ruleset is called."""
    return texts.get(lang) or texts.get("en") or id


@cache
def short_titles(lang: str) -> Mapping[str, str]:
    """What each ruleset is called where there is little room: without what stands behind it in brackets, as long as it
    can be told from the others.
    """
    whole = {one.id: titled(one.title, one.id, lang) for one in catalogue()}
    short = {id: _BRACKETS.sub("", title) for id, title in whole.items()}
    same = Counter(short.values())
    return {id: title if same[title] == 1 else whole[id] for id, title in short.items()}


def short_title(id: str, lang: str) -> str:
    """The short title of a ruleset."""
    return short_titles(lang).get(id, id)


def shelves(words: PageWords) -> list[Shelf]:
    """All rulesets, by family and country; families with more members come first, and in each its head."""
    kin = Counter(one.family for one in catalogue())
    heads = {one.id: one for one in catalogue()}

    def key(one: Summary) -> tuple[object, ...]:
        return (-kin[one.family], one.family, one.country != heads[one.family].country, one.country, one.seats,
                one.id != one.family, one.id)  # fmt: skip

    found = []
    for (family, country), members in groupby(sorted(catalogue(), key=key), lambda one: (one.family, one.country)):
        head = heads[family]
        family_title = head.family_title or titled(head.title, family, words.lang)
        heading = words("shelf", family=family_title, country=words.countries(country))
        volumes = (Volume(one.id, titled(one.title, one.id, words.lang), one.seats, one.cards) for one in members)
        found.append(Shelf(heading, tuple(volumes)))
    return found


def fitting(own: Ruleset | None, *, family: bool = False) -> list[str]:
    """The rulesets that a hand made for `own` may fit, its own first: as many players and cards; of its family only if
    it is asked.  All, if it is not known what the hand was made for.
    """
    every = list(catalogue())
    made_for = next((one for one in every if own is not None and one.id == own.id), None)
    if made_for is None:
        return [one.id for one in every]
    fit = [one for one in every if (one.seats, one.cards) == (made_for.seats, made_for.cards)]
    if family:
        fit = [one for one in fit if one.family == made_for.family]
    fit.sort(key=lambda one: (one.id != made_for.id, one.family != made_for.family, one.id != one.family))
    return [one.id for one in fit]
