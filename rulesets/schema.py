"""The JSON Schema of rulesets, and what it finds said in words, at the key or value concerned."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from bummerl.grammar import Problem, pointer, suggest
from bummerl.grammar.diagnostics import listed, shown

from . import limits
from .source import Source, Steps

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

ABOUT_KEYS: Final = ("ruleset.unknown-key", "ruleset.spelling")
KINDS: Final = {
    "object": "a map of keys", "array": "a list", "string": "text", "integer": "a whole number",
    "boolean": "`true` or `false`",
}  # fmt: skip


def schema() -> dict[str, Any]:
    """The schema itself (2020-12), descriptions and all: editors read it, too."""
    found: dict[str, Any] = json.loads(
        resources.files(__package__).joinpath("ruleset.schema.json").read_text(encoding="utf-8")
    )
    return found


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def validate(source: Source) -> list[Problem]:
    """Everything in which a file is not shaped as a ruleset, sorted by place."""
    if not isinstance(source.data, dict):
        return [
            _problem(source, (), "ruleset.shape", f"a ruleset is a map of keys, and this is {kind_of(source.data)}")
        ]
    found: dict[str, Problem] = {}
    for error in _validator().iter_errors(source.data):
        for problem in _problems(source, error):
            place = problem.path or ""
            if problem.code == "ruleset.missing-key":
                place = f"{place}/{problem.token}"
            if place not in found or problem.code in ABOUT_KEYS:  # one a place: of its key rather than its value
                found[place] = problem
        if len(found) >= limits.PROBLEMS:
            break
    return sorted(found.values(), key=lambda problem: problem.sort_key)


def _problems(source: Source, error: ValidationError) -> Iterator[Problem]:
    """One error of the validator in our words."""
    path: Steps = tuple(error.absolute_path)
    instance: Any = error.instance
    value: Any = error.validator_value
    rule: Any = error.schema
    where = f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this"
    expected = rule.get("x-expected")
    if "propertyNames" in error.absolute_schema_path:
        key = shown(str(instance))
        message = f"`{key}` is not {expected or 'a name'}"
        yield _problem(source, (*path, str(instance)), "ruleset.spelling", message, token=key)
        return
    match error.validator:
        case "additionalProperties":
            known = rule.get("properties", {})
            for key in [key for key in instance if key not in known][: limits.PROBLEMS]:
                yield _unknown_key(source, (*path, key), known)
        case "required":
            for key in value:
                if key not in instance:
                    name = (
                        f"`{instance['id']}`"
                        if isinstance(instance.get("id"), str)
                        else where
                        if path
                        else "the ruleset"
                    )
                    message = f"`{key}` is missing: {name} needs one"
                    yield _problem(source, (*path, key), "ruleset.missing-key", message, at=path, token=key)
        case "type":
            wanted = expected or listed(
                [KINDS.get(kind, kind) for kind in ([value] if isinstance(value, str) else value)]
            )
            yield _problem(source, path, "ruleset.shape", f"{where}: expected {wanted}, found {kind_of(instance)}")
        case "enum" | "const":
            choices = [choice for choice in ([value] if error.validator == "const" else value) if choice is not True]
            token = shown(str(instance))
            words = [str(choice) for choice in choices]
            said = listed([f"`{word}`" for word in words] or ["`true`"])
            yield _problem(
                source,
                path,
                "ruleset.choice",
                f"{where} is {said}, not {kind_of(instance)}",
                token=token,
                suggestion=suggest(token, words),
                expected=tuple(words),
            )
        case "pattern":
            yield _problem(
                source,
                path,
                "ruleset.spelling",
                f"{kind_of(instance)} is not {expected or 'spelt as it must be'}",
                token=shown(str(instance)),
            )
        case "minimum" | "maximum" | "maxLength":
            bound = {"minimum": "at least", "maximum": "at most", "maxLength": "at most"}[str(error.validator)]
            what = (
                f"{where} has {bound} {value} characters"
                if error.validator == "maxLength"
                else f"{where} is {bound} {value:,}, not {kind_of(instance)}"
            )
            yield _problem(source, path, "ruleset.range", what, token=shown(str(instance)))
        case "minItems" | "maxItems" | "minProperties" | "maxProperties":
            bound = "at least" if str(error.validator).startswith("min") else "at most"
            what = (
                f"expected {expected}" if expected else f"{where} has {len(instance)} entries: it has {bound} {value}"
            )
            yield _problem(source, path, "ruleset.range", what)
        case "uniqueItems":
            yield _problem(source, path, "ruleset.range", f"{where} says something twice")
        case _:
            yield _problem(source, path, "ruleset.shape", f"{where}: {shown(error.message, 100)}")


def _unknown_key(source: Source, path: Steps, known: Iterable[str]) -> Problem:
    key = str(path[-1])
    return _problem(
        source,
        path,
        "ruleset.unknown-key",
        f"unknown key `{shown(key)}`",
        token=shown(key),
        suggestion=suggest(key, known),
        expected=tuple(known) if len(list(known)) <= 12 else (),
    )


def _problem(source: Source, path: Steps, code: str, message: str, *, at: Steps | None = None, **more: Any) -> Problem:
    """A problem at a value, or at a key where the key is what is wrong; `at`: where what contains it stands."""
    by_key = path in source.keys and (
        code == "ruleset.unknown-key" or (code == "ruleset.spelling" and path[-1] == more.get("token"))
    )
    span = source.key(at) if at is not None else source.key(path) if by_key else source.place(path)
    more = {"file": source.file, "path": pointer(path if at is None else at) or None, **more}
    return Problem.at(span, code, message, **more) if span else Problem(code, message, **more)


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, str | int):
        return f"`{shown(str(value))}`"
    return KINDS["object"] if isinstance(value, dict) else KINDS["array"]
