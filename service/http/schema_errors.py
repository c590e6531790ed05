"""What the schema validator found, in words that say what to do, each with its JSON pointer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from typing import Any

from bummerl.grammar import suggest
from jsonschema import ValidationError

_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def errors_of(found: Iterable[ValidationError], most: int) -> list[dict[str, Any]]:
    """The first `most` errors, in the order of the document that was sent."""
    errors = [entry for error in islice(found, most) for entry in _entries(error)][:most]
    return sorted(errors, key=lambda entry: str(entry["pointer"]))


def pointer(parts: Iterable[str | int]) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1")[:100] for part in parts)


def _entries(error: ValidationError) -> list[dict[str, Any]]:
    where = pointer(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        return [_unknown(where, key, list(known)) for key in error.instance if key not in known]
    return [{"code": "request.schema", "message": _message(error, where), "pointer": where}]


def _unknown(where: str, key: str, known: list[str]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "code": "request.schema",
        "message": f"`{key[:60]}` is not known here; known are {', '.join(known)}.",
        "pointer": where + pointer([key]),
    }
    if meant := suggest(key, known):
        entry["suggestion"] = meant
    return entry


def _message(error: ValidationError, where: str) -> str:
    name = where or "the body"
    wanted: Any = error.validator_value
    instance: Any = error.instance
    match error.validator:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else list(wanted)
            listed = " or ".join(_KINDS.get(kind, kind) for kind in kinds)
            return f"{_capital(name)} must be {listed}, not {_shown(instance)}."
        case "required":
            missing = [key for key in wanted if key not in instance]
            return f"{_capital(name)} lacks {', '.join(f'`{key}`' for key in missing)}."
        case "maxItems" | "maxProperties":
            return f"{_capital(name)} has {len(instance)} entries; at most {wanted} are taken."
        case "minItems":
            return f"{_capital(name)} needs at least {wanted} entries."
        case "maxLength":
            return f"{_capital(name)} is {len(instance)} characters long; at most {wanted} are taken."
        case "maximum":
            return f"{_capital(name)} is {_shown(instance)}; at most {wanted} is taken."
        case "minimum":
            return f"{_capital(name)} is {_shown(instance)}; at least {wanted} is wanted."
        case "enum":
            return f"{_capital(name)} must be one of {', '.join(map(str, wanted))}, not {_shown(instance)}."
    return f"{_capital(name)}: {error.message[:200]}"


def _capital(name: str) -> str:
    return f"`{name}`" if name.startswith("/") else "The body"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
