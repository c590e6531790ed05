"""Settling house rules: what a record, a header or a command gives, laid over the defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bummerl.grammar import Problem, suggest
from bummerl.grammar.diagnostics import listed, shown

from . import limits
from .model import Option

_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")


def option_of(name: str, option: Mapping[str, Any]) -> Option:
    """An option as its declaration says it."""
    kind = option["type"]
    allowed = tuple(value_as(kind, choice) for choice in option.get("allowed", ()))
    return Option(name, kind, value_as(kind, option["default"]), allowed, option.get("text", {}))


def value_as(type: str, given: Any) -> Any:
    """A value as an option of this type has it: text is read as a header writes it. What does not fit comes back as
    it was.
    """
    if type == "truth":
        return (
            {"yes": True, "true": True, "no": False, "false": False}.get(given, given)
            if isinstance(given, str)
            else given
        )
    if type == "number" and isinstance(given, str) and _NUMBER.fullmatch(given.strip()):
        return int(given)
    return given


def wrong(option: Option, value: Any) -> str | None:
    """Why a value does not fit an option, in words; None if it does."""
    fits: type[Any] = {"truth": bool, "number": int, "word": str}[option.type]
    if not isinstance(value, fits) or (option.type == "number" and isinstance(value, bool)):
        return {"truth": "it is yes or no", "number": "it is a whole number", "word": "it is one of its words"}[
            option.type
        ]
    if option.allowed and value not in option.allowed:
        return f"it is {listed([said(choice) for choice in option.allowed])}"
    if option.type == "number" and abs(int(value)) > limits.NUMBER:
        return f"numbers stay within {limits.NUMBER:,} either way"
    return None


def said(value: Any) -> str:
    """An option's value as people write it.

    >>> said(True), said(10), said("claim")
    ('yes', '10', 'claim')
    """
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else shown(str(value))


MOST_PROBLEMS = 100
"""So many mistakes in options are told."""


def settle(options: Mapping[str, Option], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Every option's value, and a problem (`record.option`) for each name or value that does not fit; its `path` is
    `/NAME`.
    """
    settled = {name: option.default for name, option in options.items()}
    problems = []
    for name, raw in given.items():
        if len(problems) == MOST_PROBLEMS:
            break
        path = f"/{name}".replace("~", "~0") if isinstance(name, str) else "/"
        option = options.get(name)
        if option is None:
            known = (
                f"; it has {listed([f'`{o}`' for o in options], 'and')}"
                if 0 < len(options) <= 12
                else ""
                if options
                else "; it has none"
            )
            problems.append(
                Problem(
                    "record.option",
                    f"the ruleset has no option `{shown(str(name))}`{known}",
                    token=shown(str(name)),
                    suggestion=suggest(str(name), options),
                    path=path,
                )
            )
            continue
        value = value_as(option.type, raw)
        reason = wrong(option, value)
        if reason is None:
            settled[name] = value
        else:
            meant = suggest(raw, map(str, option.allowed)) if isinstance(raw, str) else None
            problems.append(
                Problem(
                    "record.option",
                    f"option `{name}` cannot be {said(raw)}: {reason}",
                    token=said(raw),
                    suggestion=meant,
                    path=path,
                    expected=tuple(map(said, option.allowed)),
                )
            )
    return settled, problems
