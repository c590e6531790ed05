"""The OpenAPI document, and the check of request bodies against it.

The document is the only description of the API: what is published is what is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError

from .answers import dumps
from .bodies import MAX_DEPTH, size
from .config import Config
from .few import few_house_rulesets
from .fits import plainly_fits
from .problems import Refusal
from .schema_errors import errors_of

MOST_ERRORS = 20
MOST_VALUES = 20_000
"""Numbers, strings, lists and objects in one record: checking that many takes a third of a second."""
MOST_IN_MANY = 100_000
"""The same in a match or a comparison."""


@cache
def document_source() -> bytes:
    """The OpenAPI document as it was written, in YAML."""
    return files(__package__).joinpath("openapi.yaml").read_bytes()


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    found = yaml.load(document_source(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if not isinstance(found, dict):
        raise TypeError("openapi.yaml is not a mapping")
    return found


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator for one schema of the document's components."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document()["components"]})


def check_record(value: Any, limits: Config) -> None:
    """Refuses, with 422, a value that is no `Record`."""
    if not plainly_fits(value):
        _check("Record", value, MOST_VALUES)
    _limits(value, limits, "")


def _limits(record: dict[str, Any], limits: Config, inside: str) -> None:
    if len(record["moves"]) > limits.max_moves:
        _too_many(f"A record has at most {limits.max_moves} moves.", f"{inside}/moves")
    _small(record.get("ruleset"), limits, f"{inside}/ruleset")


def check_match(value: Any, limits: Config) -> None:
    """Refuses, with 422, a value that is no `Match`."""
    _check("Match", value, MOST_IN_MANY)
    _small(value.get("ruleset"), limits, "/ruleset")
    if len(value["hands"]) > limits.max_hands:
        _too_many(f"A match has at most {limits.max_hands} hands.", "/hands")
    for i, hand in enumerate(value["hands"]):
        _limits(hand, limits, f"/hands/{i}")


def check_comparison(value: Any, limits: Config) -> None:
    """Refuses, with 422, a value that is no `ComparisonRequest`."""
    _check("ComparisonRequest", value, MOST_IN_MANY)
    for i, ruleset in enumerate(value["rulesets"]):
        _small(ruleset, limits, f"/rulesets/{i}")
    few_house_rulesets(value["rulesets"], limits.max_rules)
    _limits(value["record"], limits, "/record")


def check_keeping(value: Any, limits: Config) -> None:
    """Refuses, with 422, a value that is no `KeepRequest`."""
    _check("KeepRequest", value, MOST_VALUES)
    _small(value.get("ruleset"), limits, "/ruleset")
    _limits(value["record"], limits, "/record")


def check_quick_question(value: Any, limits: Config) -> None:
    """Refuses, with 422, a value that is no `QuickQuestion`."""
    _check("QuickQuestion", value, MOST_VALUES)
    for i, ruleset in enumerate(value["rulesets"]):
        _small(ruleset, limits, f"/rulesets/{i}")


def _check(name: str, value: Any, most: int) -> None:
    found_size = size(value, most)
    if found_size.depth > MAX_DEPTH:
        _refuse([{"code": "request.schema", "message": f"Nested more than {MAX_DEPTH} deep.", "pointer": ""}])
    if found_size.values > most:
        _too_many(f"The body has more than {most} values.", "")
    found: Iterator[ValidationError] = validator(name).iter_errors(value)
    errors = errors_of(found, MOST_ERRORS)
    if errors:
        _refuse(errors)


def _small(ruleset: Any, limits: Config, pointer: str) -> None:
    if isinstance(ruleset, dict) and len(dumps(ruleset)) > limits.max_ruleset:
        _too_many(f"A ruleset has at most {limits.max_ruleset} bytes.", pointer)


def _too_many(message: str, pointer: str) -> None:
    raise Refusal(
        422, "request.too-many", message, [{"code": "request.too-many", "message": message, "pointer": pointer}]
    )


def _refuse(errors: list[dict[str, Any]]) -> None:
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    raise Refusal(422, "request.schema", f"{errors[0]['message']}{more}", errors)
