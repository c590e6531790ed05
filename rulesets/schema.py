"""The JSON Schema of rulesets, and what it finds wrong with data."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from . import limits
from .shape import MISSING_KEY, UNKNOWN_KEY, Fault, faults_of, not_a_map
from .source import Steps

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

ABOUT_KEYS: Final = (UNKNOWN_KEY, "ruleset.spelling")


def schema_text() -> str:
    """The schema as it is written, for an editor."""
    return resources.files(__package__).joinpath("ruleset.schema.json").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """The schema itself (2020-12), descriptions and all: editors read it, too."""
    found: dict[str, Any] = json.loads(schema_text())
    return found


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def faults(data: Any) -> list[Fault]:
    """Everything in which data are not shaped as a ruleset: at each place one fault, of its key rather than its value.

    No more are looked for once there are `limits.PROBLEMS`.
    """
    if not isinstance(data, dict):
        return [not_a_map(data)]
    found: dict[Steps, Fault] = {}
    for error in _validator().iter_errors(data):
        for fault in faults_of(error):
            place = (*fault.path, str(fault.token)) if fault.code == MISSING_KEY else fault.path
            if place not in found or fault.code in ABOUT_KEYS:
                found[place] = fault
        if len(found) >= limits.PROBLEMS:
            break
    return list(found.values())
