"""The facts that a ruleset looks at, as fields of a form.

Which there are follows from the ruleset: what the moves note of the players (`who closed`), with what is noted by the
same move under it; a table of points and tricks for each side; everything else is folded away until it decides.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bummerl.rulesets import Ruleset
from bummerl.rulesets.options import Option, written

from ..house_rules import called, caption
from ..words import PageWords

NOBODY: Final = "nobody"
COUNTED: Final = ("points", "tricks")
"""What is asked of each side in a table."""
MOST_ROW: Final = 6
"""So many values stand in a row; more of them are a menu."""
_OF_THE_TABLE: Final = ("dealer",)
"""What is known before a card is played, and seldom decides."""
OPENING: Final = ("players", "player", "contract")
"""Kinds of facts that a question begins with."""


@dataclass(frozen=True)
class Choice:
    """One value of a fact: as it is written in the address, and as people read it."""

    value: str
    text: str
    seat: str | None = None


@dataclass
class Field:
    """A fact as a field."""

    name: str
    text: str
    kind: str
    """`row`, `menu` or `number`."""
    value: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    rough: bool = False
    """The bounds are so wide that they tell nobody anything."""
    problem: str | None = None
    then: list[Field] = field(default_factory=list)
    """What is asked only if this was somebody."""

    @property
    def id(self) -> str:
        """The id of the field in the page."""
        return "fact-" + "".join(char if char.isalnum() else "-" for char in self.name)

    @property
    def chosen(self) -> bool:
        """Whether the value is one of the choices."""
        return any(each.value == self.value for each in self.choices)

    @property
    def told(self) -> bool:
        """Whether the reader has said something here or under it."""
        return bool(self.value) or any(each.told for each in self.then)

    def all(self) -> Iterator[Field]:
        """This field and those under it."""
        yield self
        for each in self.then:
            yield from each.all()


@dataclass
class Sheet:
    """The form of one ruleset."""

    main: list[Field]
    counted: list[tuple[str, dict[str, Field]]]
    """Sides by a seat each, with points and tricks."""
    columns: list[str]
    more: list[Field]

    def folded(self, next: str | None) -> list[Field]:
        """Fields that are folded away: nothing is told there, and they do not decide."""
        return [each for each in self.more if not each.told and each.name != next]

    def all(self) -> Iterator[Field]:
        """Every field."""
        for each in (*self.main, *(one for _, row in self.counted for one in row.values()), *self.more):
            yield from each.all()


def sheet(ruleset: Ruleset, facts: Sequence[Mapping[str, Any]], told: Mapping[str, str], words: PageWords) -> Sheet:
    """The form for the facts that a ruleset looks at; `told` is what the reader has said."""
    fields = {str(one["fact"]): _field(ruleset, one, told, words) for one in facts}
    under = noted_with(ruleset, fields)
    main, more = list[Field](), list[Field]()
    counted: dict[str, dict[str, Field]] = {}
    for one in facts:
        name = str(one["fact"])
        seat, _, member = name.partition(".")
        if member in COUNTED and len(seat) == 1:
            counted.setdefault(seat, {})[member] = fields[name]
        elif name in under:
            fields[under[name]].then.append(fields[name])
        elif one["kind"] in OPENING and "." not in name and name not in _OF_THE_TABLE:
            main.append(fields[name])
        else:
            more.append(fields[name])
    main.sort(key=lambda each: (each.kind != "menu", not each.then))
    columns = [member for member in COUNTED if any(member in row for row in counted.values())]
    return Sheet(main, sorted(counted.items()), columns, more)


def noted_with(ruleset: Ruleset, fields: Container[str]) -> dict[str, str]:
    """Facts that are noted by the same move as who made it, each with that."""
    found: dict[str, str] = {}
    for move in ruleset.data.get("moves", {}).values():
        noted = move.get("set", {}) if isinstance(move, Mapping) else {}
        makers = [name for name, value in noted.items() if value == "actor" and name in fields]
        for name in noted:
            if makers and name in fields and name not in makers:
                found.setdefault(name, makers[0])
    return found


def _field(ruleset: Ruleset, fact: Mapping[str, Any], told: Mapping[str, str], words: PageWords) -> Field:
    name, text = str(fact["fact"]), str(fact["text"])
    value = told.get(name, "")
    text = text[:1].upper() + text[1:]
    if "allowed" not in fact:
        return Field(name, text, "number", value, least=fact["min"], most=fact["max"],
                     rough=fact.get("rough", False))  # fmt: skip
    choices = tuple(_choice(ruleset, str(fact["kind"]), each, words) for each in fact["allowed"])
    values = {each.value.lower(): each.value for each in choices}
    kind = "row" if len(choices) <= MOST_ROW else "menu"
    return Field(name, text, kind, values.get(value.lower(), value), choices)


def _choice(ruleset: Ruleset, kind: str, value: Any, words: PageWords) -> Choice:
    if isinstance(value, bool):
        return Choice("yes" if value else "no", words("quick.yes" if value else "quick.no"))
    if isinstance(value, list):
        return Choice(",".join(value), words.listed(value))
    text = str(value)
    if text == NOBODY:
        return Choice(text, words("quick.nobody"))
    if text == "none":
        return Choice(text, words("quick.none"))
    if kind == "contract":
        return Choice(text, _contract(ruleset, text, words.lang))
    return Choice(text, text, text if kind in ("player", "players") else None)


def _contract(ruleset: Ruleset, id: str, lang: str) -> str:
    contracts: list[dict[str, Any]] = ruleset.data.get("contracts", [])
    found = next((one for one in contracts if one["id"] == id), dict[str, Any]())
    text = found.get("text") or {}
    return text if isinstance(text, str) else str(text.get(lang) or text.get("en") or id)


@dataclass(frozen=True)
class OptionField:
    """A house rule as a menu; the first value is the ruleset's own."""

    name: str
    text: str
    about: str
    """More about it; nothing where the text says all."""
    tongue: str
    choices: tuple[Choice, ...]
    value: str


def option_fields(options: Iterable[Option], chosen: Mapping[str, str], words: PageWords) -> list[OptionField]:
    """The house rules that have a list of values."""
    found = []
    for option in options:
        choices = tuple(Choice(written(each), called(option, each, words)) for each in option.values)
        if choices:
            value = chosen.get(option.name, written(option.default))
            found.append(OptionField(option.name, *caption(option, words.lang), choices, value))
    return found
