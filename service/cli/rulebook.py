"""A ruleset as a rule book in the terminal: what is played with, house rules to choose, every rule with its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..spelled import plain
from .labels import Labels
from .options import as_source
from .page import Page, bold, dim

if TYPE_CHECKING:
    from bummerl.rulesets import Citation, Option, Rule, Ruleset

KINDS = ("duty", "requirement", "end", "bonus", "score", "tier", "irregularity", "unit", "basic")
"""The kinds of rules, in the order in which a hand meets them."""
SAID = ("when", "that", "play", "to", "winner", "points", "worth")
"""The members of a rule that are conditions or effects, in the order in which they are read."""


def titled(title: Mapping[str, str] | str, lang: str) -> str:
    """A title in a language, in English, or in whatever there is."""
    if isinstance(title, str):
        return title
    return title.get(lang) or title.get("en") or next(iter(title.values()), "")


def source_text(name: str) -> str:
    """The ruleset's file as it was written."""
    from bummerl.rulesets.shipped import text_of

    source = as_source(name)
    if isinstance(source, Path):
        return source.read_text(encoding="utf-8")
    text = text_of(source)
    if text is None:
        raise click.UsageError(f"The ruleset `{name}` has no file of its own.")
    return text


def show_ruleset(page: Page, ruleset: Ruleset, lang: str) -> None:
    """Print the rule book."""
    labels = Labels(lang)
    page.line(bold(titled(ruleset.title, lang)), "  ", dim(f"{ruleset.id} {ruleset.version}"))
    if ruleset.parents:
        page.line(dim(labels("book.extends", parents=labels.listed(list(ruleset.parents)))))
    page.heading(labels("book.played-with"))
    page.labelled(list(_played_with(ruleset, labels)))
    if ruleset.options:
        page.heading(labels("book.options"))
        for option in ruleset.options.values():
            _show_option(page, option, labels)
    for kind in KINDS:
        rules = [rule for rule in ruleset.rules.values() if rule.kind == kind]
        if rules:
            page.heading(labels(f"kind.{kind}"))
            for rule in rules:
                _show_rule(page, rule, lang)
    page.line()
    page.line(dim(ruleset.digest))


def _played_with(ruleset: Ruleset, labels: Labels) -> Iterator[tuple[str, str, str]]:
    data = ruleset.data
    seats, deck = data.get("seats"), data.get("deck") or {}
    yield labels("book.players"), str(seats), ""
    if data.get("partners"):
        yield labels("book.partners"), sides(data["partners"]), ""
    suits, ranks = deck.get("suits") or (), deck.get("ranks") or {}
    cards = len(suits) * len(ranks) * int(deck.get("copies") or 1)
    yield labels("book.cards"), f"{cards}: {' '.join(map(str, suits))}", ""
    if isinstance(ranks, Mapping):
        yield labels("book.ranks"), "  ".join(f"{rank} {points}" for rank, points in ranks.items()), ""
    deal = [dealt(str(what), n, labels) for step in data.get("deal") or () for what, n in step.items()]
    yield labels("book.deal"), ", ".join(deal), ""
    if data.get("moves"):
        yield (
            labels("book.moves"),
            "  ".join(n for n, move in data["moves"].items() if move not in ("off", None, False)),
            "",
        )
    contracts = data.get("contracts")
    if contracts:
        yield labels("book.contracts"), "  ".join(str(c.get("id")) for c in contracts if isinstance(c, Mapping)), ""
    if data.get("multiply") is not None:
        yield labels("book.multiply"), plain(data["multiply"]), ""
    target = (data.get("match") or {}).get("target")
    if target is not None:
        yield labels("book.target"), *aimed_at(str(target), ruleset.options)


def aimed_at(target: str, options: Mapping[str, Option]) -> tuple[str, str]:
    """What a match is played to, and the option that may say otherwise: of an option, its default."""
    option = options.get(target.removeprefix("option."))
    return (plain(option.default), target) if option and target == f"option.{option.name}" else (target, "")


def sides(partners: Any) -> str:
    """Who plays with whom: a list of sides, or the condition by which it is found out."""
    if isinstance(partners, list):
        return " · ".join(" ".join(map(str, side)) if isinstance(side, list) else str(side) for side in partners)
    return plain(partners)


def dealt(what: str, n: Any, labels: Labels) -> str:
    """One step of the deal in words, such as `3 cards each`; one that has no words as the ruleset writes it."""
    count = labels("deal.rest") if n == "rest" else str(n)
    return labels(f"deal.{what}", n=count) if labels.has(f"deal.{what}") else f"{what} {count}"


def _show_option(page: Page, option: Option, labels: Labels) -> None:
    title, text = option.title(labels.lang), option.text(labels.lang)
    default = dim(labels("book.default", value=plain(option.default)))
    named = any(option.called(value, labels.lang) for value in option.values)
    allowed = "" if named else " | ".join(plain(value) for value in option.allowed)
    between = "".join(f"  {part}" for part in (title, allowed) if part)
    page.line(bold(option.name), between, "  ", default, indent=2)
    if named:
        rows = [(plain(value), option.called(value, labels.lang) or "", "") for value in option.values]
        page.labelled(rows, indent=4)
    if text:
        page.paragraph(text, indent=4)


def _show_rule(page: Page, rule: Rule, lang: str) -> None:
    space = page.width - 2 - len(rule.id) - len(rule.contract or "")
    page.line(bold(rule.id), " " * max(2, space), dim(rule.contract or ""), indent=2)
    text = rule.text(lang)
    if text:
        page.paragraph(text, indent=4)
    show_condition(page, rule, indent=4)
    for cite in rule.cite:
        page.paragraph(f"— {cited(cite)}", indent=4, dim=True)


def show_condition(page: Page, rule: Rule, indent: int) -> None:
    """What a rule says exactly, in the language of the ruleset."""
    rows = [(name, dim(plain(rule.said[name])), "") for name in SAID if name in rule.said]
    page.labelled(rows, indent=indent)


def cited(cite: Citation) -> str:
    """A source in words: title, publisher, and the place in it."""
    publisher = f" ({cite.publisher})" if cite.publisher else ""
    return f"{cite.title}{publisher}" + (f": {cite.ref}" if cite.ref else "")
