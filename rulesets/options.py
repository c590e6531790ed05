"""Settling house rules: what a record, a header or a command gives, laid over the defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bummerl.grammar import Problem, pointer, suggest
from bummerl.grammar.diagnostics import listed, shown

from . import limits

_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}")
_TRUTHS: Final[dict[str, Any]] = {"yes": True, "true": True, "no": False, "false": False}
MOST_PROBLEMS: Final = 100
"""So many mistakes in options are told."""
_IT_IS: Final = {"truth": "yes or no", "number": "a whole number", "word": "one of its words"}


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule that can be switched: its type (`number`, `truth`, `word`), what it is by default, and what it may
    be.

    `texts` says by language what it is about, `titles` what it is called, and `names` what its values are called, each
    by the value as a log writes it.
    """

    name: str
    type: str
    default: Any
    allowed: tuple[Any, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def values(self) -> tuple[Any, ...]:
        """All values it may have; none if any number will do."""
        return self.allowed or ((True, False) if self.type == "truth" else ())

    def text(self, lang: str = "en") -> str | None:
        """What it is about, in a language, or else in English."""
        return self.texts.get(lang) or self.texts.get("en")

    def title(self, lang: str = "en") -> str | None:
        """What it is called, in a language, or else in English."""
        return self.titles.get(lang) or self.titles.get("en")

    def called(self, value: Any, lang: str = "en") -> str | None:
        """What one of its values is called, in a language, or else in English."""
        names = self.names.get(written(value), {})
        return names.get(lang) or names.get("en")


def option_of(name: str, option: Mapping[str, Any]) -> Option:
    """An option as its declaration says it."""
    kind = option["type"]
    allowed = tuple(value_as(kind, choice) for choice in option.get("allowed", ()))
    default, texts, titles = value_as(kind, option["default"]), option.get("text", {}), option.get("title", {})
    found = Option(name, kind, default, allowed, texts, titles)
    names = option.get("names", {})
    return replace(found, names={value: names[value] for value in names if not wrong(found, value_as(kind, value))})


def value_as(type: str, given: Any) -> Any:
    """A value as an option of this type has it: text is read as a header writes it. What does not fit comes back as
    it was.
    """
    if not isinstance(given, str):
        return given
    if type == "truth":
        return _TRUTHS.get(given, given)
    if type == "number" and _NUMBER.fullmatch(given.strip()):
        return int(given)
    return given


def wrong(option: Option, value: Any) -> str | None:
    """Why a value does not fit an option, in words; None if it does."""
    fits: type[Any] = {"truth": bool, "number": int, "word": str}[option.type]
    if not isinstance(value, fits) or (option.type == "number" and isinstance(value, bool)):
        return f"it is {_IT_IS[option.type]}"
    if option.allowed and value not in option.allowed:
        return f"it is {listed([said(choice) for choice in option.allowed])}"
    if option.type == "number" and abs(int(value)) > limits.NUMBER:
        return f"numbers stay within {limits.NUMBER:,} either way"
    return None


def written(value: Any) -> str:
    """An option's value as a log writes it.

    >>> written(True), written(10), written("claim")
    ('yes', '10', 'claim')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def said(value: Any) -> str:
    """An option's value in a message: as a log writes it, and no longer than can be read.

    >>> said(True), said(10), said("claim")
    ('yes', '10', 'claim')
    """
    return shown(written(value))


def settle(options: Mapping[str, Option], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Every option's value, and a problem (`record.option`) for each name or value that does not fit; its `path` is
    `/NAME`.
    """
    settled = {name: option.default for name, option in options.items()}
    problems: list[Problem] = []
    for name, raw in given.items():
        if len(problems) == MOST_PROBLEMS:
            break
        option = options.get(name)
        if option is None:
            problems.append(_no_such(str(name), options))
            continue
        value = value_as(option.type, raw)
        reason = wrong(option, value)
        if reason is None:
            settled[name] = value
        else:
            problems.append(_no_value(option, raw, reason))
    return settled, problems


def _no_such(name: str, options: Mapping[str, Option]) -> Problem:
    """An option that there is not; those there are, are listed if they are few."""
    message = f"the ruleset has no option `{shown(name)}`"
    if not options:
        message += "; it has none"
    elif len(options) <= 12:
        message += f"; it has {listed([f'`{option}`' for option in options], 'and')}"
    return Problem(
        "record.option", message, token=shown(name), suggestion=suggest(name, options), path=pointer((name,))
    )


def _no_value(option: Option, raw: Any, reason: str) -> Problem:
    """A value that an option cannot have."""
    return Problem(
        "record.option",
        f"option `{option.name}` cannot be {said(raw)}: {reason}",
        token=said(raw),
        suggestion=suggest(raw, map(str, option.allowed)) if isinstance(raw, str) else None,
        path=pointer((option.name,)),
        expected=tuple(map(said, option.allowed)),
    )
