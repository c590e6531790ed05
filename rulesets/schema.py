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


def schema_text(of: str = "ruleset") -> str:
    """The schema of rulesets, or of another kind of file, as it is written: for an editor."""
    return resources.files(__package__).joinpath(f"{of}.schema.json").read_text(encoding="utf-8")


def schema() -> dict[str, Any]:
    """The schema itself (2020-12), descriptions and all: editors read it, too."""
    found: dict[str, Any] = json.loads(schema_text())
    return found


@cache
def _validator(of: str = "ruleset") -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema_text(of)))


def faults(data: Any) -> list[Fault]:
    """Everything in which data are not shaped as a ruleset: at each place one fault, of its key rather than its value.

    No more are looked for once there are `limits.PROBLEMS`.
    """
    return _faults(data, _validator(), "a ruleset")


def lexicon_faults(data: Any) -> list[Fault]:
    """The same of a lexicon."""
    return _faults(data, _validator("lexicon"), "a lexicon")


def _faults(data: Any, validator: Draft202012Validator, kind: str) -> list[Fault]:
    if not isinstance(data, dict):
        return [not_a_map(data, kind)]
    found: dict[Steps, Fault] = {}
    for error in validator.iter_errors(data):
        for fault in faults_of(error):
            place = (*fault.path, str(fault.token)) if fault.code == MISSING_KEY else fault.path
            if place not in found or fault.code in ABOUT_KEYS:
                found[place] = fault
        if len(found) >= limits.PROBLEMS:
            break
    return list(found.values())
