"""The top row of the desk: ruleset, house rules, who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bummerl.rulesets.options import Option, written

from ..house_rules import called, caption
from .draft import Setup
from .facts import Facts
from .standing import DEAL, Standing

MOST_CHOICES: Final = 4
"""So many values of an option stand in a row; more of them are a number field or a menu."""


@dataclass(frozen=True)
class Field:
    """An option as a field: its values as they are written in a log and as people read them."""

    name: str
    text: str
    about: str
    """More about it; nothing where the text says all."""
    kind: str
    """`row`, `menu` or `number`."""
    choices: tuple[tuple[str, str], ...]
    value: str
    changed: bool
    tongue: str
    """The language of the text, if it is not that of the page."""

    @property
    def said(self) -> str:
        """The value as people read it."""
        return dict(self.choices).get(self.value, self.value)


def options(now: Standing) -> list[Field]:
    """The house rules of a ruleset."""
    return [_field(option, now) for option in now.ruleset.options.values()]


def shown(now: Standing, fields: list[Field], facts: Facts | None) -> Setup:
    """The setup as the page shows it."""
    dealer = now.log.header("Dealer") or ""
    return Setup(
        "" if now.draft.house is not None else now.ruleset.id,
        {field.name: field.value for field in fields},
        {seat: now.names.get(seat, "") for seat in now.seats},
        dealer if dealer in now.seats else "",
        facts.values if facts is not None and now.phase == DEAL else {},
    )


def _field(option: Option, now: Standing) -> Field:
    words = now.frame.words
    value = now.options.get(option.name, option.default)
    choices = tuple((written(each), called(option, each, words)) for each in option.values)
    kind = "number" if not choices else "row" if len(choices) <= MOST_CHOICES else "menu"
    text, about, tongue = caption(option, words.lang)
    return Field(option.name, text, about, kind, choices, written(value), value != option.default, tongue)


def title(now: Standing) -> str:
    """What the ruleset is called."""
    names: Mapping[str, str] = now.ruleset.title
    return names.get(now.frame.lang) or names.get("en") or now.ruleset.id
