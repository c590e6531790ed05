"""The rulesets to choose from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from bummerl.rulesets import catalogue, load
from bummerl.rulesets.library import Summary

from ..words import PageWords


@dataclass(frozen=True)
class Group:
    """Rulesets of one family and country, under a heading."""

    heading: str
    rulesets: tuple[tuple[str, str], ...]
    """Id and title of each."""


@cache
def usual() -> str:
    """The ruleset of an empty desk: the head of the family that has most members."""
    families = Counter(summary.family for summary in catalogue())
    return families.most_common(1)[0][0]


def groups(words: PageWords) -> list[Group]:
    """All rulesets, by family and country; families with more members come first."""
    summaries = list(catalogue())
    families = Counter(summary.family for summary in summaries)
    homes = Counter((summary.family, summary.country) for summary in summaries)

    def key(summary: Summary) -> tuple[object, ...]:
        home = (summary.family, summary.country)
        head = summary.id != summary.family
        return (-families[summary.family], summary.family, -homes[home], summary.country, summary.seats, head)

    found = []
    for (family, country), members in groupby(sorted(summaries, key=key), key=lambda each: (each.family, each.country)):
        heading = words("desk.ruleset.group", family=family_title(family, words.lang), country=words.countries(country))
        titles = [(each.id, title(each, words.lang)) for each in members]
        found.append(Group(heading, tuple(titles)))
    return found


def family_title(family: str, lang: str) -> str:
    """What a family is called."""
    summary = next((each for each in catalogue() if each.id == family), None)
    if summary is None:
        return family
    return summary.family_title or title(summary, lang)


def title(summary: Summary, lang: str) -> str:
    """What a ruleset is called in a language."""
    return summary.title.get(lang) or summary.title.get("en") or load(summary.id).id
