"""What decided a result: the rows of the score in the order in which they were asked, down to the ones that held."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bummerl.rulesets import Ruleset
from bummerl.rulesets.texts import in_general

PARTS: Final = ("bonuses", "score", "tiers")
WORTH: Final = ("worth", "points")
_hole = re.compile(r"\{([^{}]*)\}")
_figure = re.compile(r"-?[0-9]+").fullmatch
GAP: Final = "…"
"""What stands where a rule names somebody or something of a hand that it does not fit."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A row: its rule, its text, what it is worth if that is a plain figure, the values it saw, whether it held."""

    part: str
    rule: str
    text: str | None
    worth: str | None
    values: tuple[tuple[str, str], ...]
    held: bool


def ladder(trace: list[dict[str, Any]], ruleset: Ruleset, names: Mapping[str, str], lang: str) -> list[Rung]:
    """The rows that were asked for a result.  A bonus that nobody has is not worth a row."""
    steps = [step for step in trace if step["part"] in PARTS and (step["held"] or step["part"] != "bonuses")]
    return [_rung(step, ruleset, names, lang) for step in steps]


def _rung(step: Mapping[str, Any], ruleset: Ruleset, names: Mapping[str, str], lang: str) -> Rung:
    rule = ruleset.rules.get(step["rule"])
    said = rule.said if rule is not None else {}
    worth = next((str(said[key]) for key in WORTH if _figure(str(said.get(key)))), None)
    text = step.get("text") or (general(rule.text(lang) or "", ruleset) if rule is not None else None)
    values = tuple((name, shown(value, names)) for name, value in step["values"].items())
    return Rung(step["part"], step["rule"], text or None, worth, values, bool(step["held"]))


def general(text: str, ruleset: Ruleset) -> str:
    """The first sentence of a rule where it speaks of no hand: figures of the ruleset stand, all else is left open."""
    terms, options = ruleset.data.get("terms") or {}, ruleset.options

    def figure(found: re.Match[str]) -> str:
        name = found[1].strip()
        option = options.get(name.removeprefix("option.")) if name.startswith("option.") else None
        said = str(option.default if option is not None else terms.get(name, ""))
        return said if _figure(said) else GAP

    return _hole.sub(figure, in_general(text, ruleset.typist)).partition(". ")[0].replace(f"{GAP}.", GAP)


def shown(value: Any, names: Mapping[str, str]) -> str:
    """A value of the rules' language: players by name, all else as the rules write it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str():
            return names.get(value, value)
        case list() | tuple():
            return ", ".join(shown(item, names) for item in value) or "none"
        case _:
            return str(value)
