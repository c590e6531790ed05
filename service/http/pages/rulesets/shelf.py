"""The rulesets that there are, by country, as far as they answer to a search."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from bummerl.rulesets import Ruleset, Summary, catalogue, load

from ..words import PageWords
from .captions import in_language


@dataclass(frozen=True)
class Volume:
    """One ruleset in the list."""

    id: str
    title: str
    title_lang: str
    about: str
    about_lang: str
    cards: int
    seats: int
    target: str | None
    """What a match is played to, if that is a number above nothing."""
    elsewhere: str
    """The other countries in which it is played."""


def shelves(words: PageWords, query: str = "", seats: int | None = None) -> list[tuple[str, list[Volume]]]:
    """The rulesets that fit, by the name of the country where they are at home: where there are most, first."""
    found: dict[str, list[Summary]] = {}
    for one in catalogue():
        if seats in (None, one.seats) and _fits(one, query, words):
            found.setdefault(one.country[0] if one.country else "", []).append(one)
    heads = {one.family for one in catalogue()}
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), words.countries([item[0]])))
    return [
        (words.countries([code]) if code else words("list.anywhere"), [
            _volume(one, words) for one in sorted(kin, key=lambda one: (one.id not in heads, one.seats, one.id))
        ])
        for code, kin in ordered
    ]  # fmt: skip


def seat_counts() -> list[int]:
    """For how many players there are rulesets."""
    return sorted({one.seats for one in catalogue()})


def plain_letters(text: str) -> str:
    """A text as it is looked for: small letters without accents.

    >>> plain_letters("Königsgang, Snapszli hárman")
    'konigsgang, snapszli harman'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def _fits(one: Summary, query: str, words: PageWords) -> bool:
    known = _known(one.id) + plain_letters(words.countries(one.country))
    return all(word in known for word in plain_letters(query).split())


@cache
def _known(id: str) -> str:
    """All that a ruleset is found by: its names, what is special, its rules' ids; in all languages."""
    ruleset = load(id)
    texts = [id, *ruleset.title.values(), *ruleset.data.get("about", {}).values(), *ruleset.rules]
    texts += [name for contract in ruleset.data.get("contracts", ()) for name in contract.get("text", {}).values()]
    return plain_letters("\n".join(texts)) + "\n"


def _volume(one: Summary, words: PageWords) -> Volume:
    title_lang, title = in_language(one.title, words.lang)
    about_lang, about = in_language(one.about, words.lang)
    elsewhere = words.countries(one.country[1:])
    return Volume(
        one.id, title, title_lang, about, about_lang, one.cards, one.seats, target_of(load(one.id)), elsewhere
    )


def target_of(ruleset: Ruleset) -> str | None:
    """What a match is played to: a number above nothing, of an option its default."""
    said: Any = ruleset.data.get("match", {}).get("target")
    option = ruleset.options.get(str(said).removeprefix("option."))
    number = str(option.default if option is not None and str(said).startswith("option.") else said)
    return number if number.isdigit() and int(number) else None


def titles(ids: Iterable[str], words: PageWords) -> Iterator[tuple[str, str, str]]:
    """Id, title and its language of those rulesets that there are."""
    known = {one.id: one for one in catalogue()}
    for id in dict.fromkeys(ids):
        if id in known:
            lang, title = in_language(known[id].title, words.lang)
            yield id, title, lang
