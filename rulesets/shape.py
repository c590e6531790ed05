"""What the JSON Schema finds wrong with a file, said in words.

The validator names a keyword of the schema (`required`, `enum` …) and what broke it; for each keyword there is a
function here that says so as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bummerl.grammar import suggest
from bummerl.grammar.diagnostics import listed, shown

from . import limits
from .source import Steps

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

UNKNOWN_KEY: Final = "ruleset.unknown-key"
MISSING_KEY: Final = "ruleset.missing-key"
MANY: Final = 12
"""Of more words than this, a message does not list all."""
KINDS: Final = {
    "object": "a map of keys", "array": "a list", "string": "text", "integer": "a whole number",
    "boolean": "`true` or `false`",
}  # fmt: skip


class Fault(NamedTuple):
    """One thing wrong with the shape of data, at a path: at its value, or at its `key`. Of a key that is missing, the
    path is that of the map.
    """

    path: Steps
    code: str
    message: str
    key: bool = False
    token: str | None = None
    suggestion: str | None = None
    expected: tuple[str, ...] = ()


class Breach(NamedTuple):
    """A keyword of the schema that was broken: what it says, the part of the schema it stands in, and what broke it."""

    keyword: str
    wants: Any
    schema: Mapping[str, Any]
    path: Steps
    found: Any

    @property
    def where(self) -> str:
        """What broke it, by its key."""
        return f"`{shown(self.path[-1])}`" if self.path and isinstance(self.path[-1], str) else "this"

    @property
    def expected(self) -> str | None:
        """What is expected, in the schema's own words, where it has some."""
        words: str | None = self.schema.get("x-expected")
        return words


def faults_of(error: ValidationError) -> Iterator[Fault]:
    """What one error of the validator comes to."""
    breach = Breach(
        str(error.validator),
        error.validator_value,
        error.schema if isinstance(error.schema, Mapping) else {},
        tuple(error.absolute_path),
        error.instance,
    )
    if "propertyNames" in error.absolute_schema_path:
        yield _name(breach)
    elif breach.keyword in _WORDS:
        yield from _WORDS[breach.keyword](breach)
    else:
        yield Fault(breach.path, "ruleset.shape", f"{breach.where}: {shown(error.message, 100)}")


def not_a_map(data: Any, kind: str = "a ruleset") -> Fault:
    """A file that is no map at all."""
    return Fault((), "ruleset.shape", f"{kind} is a map of keys, and this is {kind_of(data)}")


def kind_of(value: Any) -> str:
    """What a value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, str | int):
        return f"`{shown(str(value))}`"
    return KINDS["object"] if isinstance(value, dict) else KINDS["array"]


def _name(breach: Breach) -> Fault:
    key = shown(str(breach.found))
    message = f"`{key}` is not {breach.expected or 'a name'}"
    return Fault((*breach.path, str(breach.found)), "ruleset.spelling", message, key=True, token=key)


def _unknown_keys(breach: Breach) -> Iterator[Fault]:
    known = tuple(breach.schema.get("properties", ()))
    for key in [key for key in breach.found if key not in known][: limits.PROBLEMS]:
        yield Fault(
            (*breach.path, key),
            UNKNOWN_KEY,
            f"unknown key `{shown(key)}`",
            key=True,
            token=shown(key),
            suggestion=suggest(key, known),
            expected=known if len(known) <= MANY else (),
        )


def _missing_keys(breach: Breach) -> Iterator[Fault]:
    id = breach.found.get("id")
    holder = breach.where if breach.path else "the file"
    if isinstance(id, str):
        holder = f"`{shown(id)}`"
    for key in breach.wants:
        if key not in breach.found:
            yield Fault(breach.path, MISSING_KEY, f"`{key}` is missing: {holder} needs one", key=True, token=key)


def _kind(breach: Breach) -> Iterator[Fault]:
    kinds = [breach.wants] if isinstance(breach.wants, str) else breach.wants
    wanted = breach.expected or listed([KINDS.get(kind, kind) for kind in kinds])
    yield Fault(breach.path, "ruleset.shape", f"{breach.where}: expected {wanted}, found {kind_of(breach.found)}")


def _choice(breach: Breach) -> Iterator[Fault]:
    choices: Iterable[Any] = [breach.wants] if breach.keyword == "const" else breach.wants
    words = tuple(str(choice) for choice in choices if not isinstance(choice, bool))
    said = listed([f"`{word}`" for word in words] or ["`true`"])
    token = shown(str(breach.found))
    message = f"{breach.where} is {said}, not {kind_of(breach.found)}"
    yield Fault(breach.path, "ruleset.choice", message, token=token, suggestion=suggest(token, words), expected=words)


def _spelling(breach: Breach) -> Iterator[Fault]:
    message = f"{kind_of(breach.found)} is not {breach.expected or 'spelt as it must be'}"
    yield Fault(breach.path, "ruleset.spelling", message, token=shown(str(breach.found)))


def _bound(breach: Breach) -> Iterator[Fault]:
    bound = "at least" if breach.keyword == "minimum" else "at most"
    message = f"{breach.where} is {bound} {breach.wants:,}, not {kind_of(breach.found)}"
    yield Fault(breach.path, "ruleset.range", message, token=shown(str(breach.found)))


def _length(breach: Breach) -> Iterator[Fault]:
    message = f"{breach.where} has at most {breach.wants} characters"
    yield Fault(breach.path, "ruleset.range", message, token=shown(str(breach.found)))


def _count(breach: Breach) -> Iterator[Fault]:
    bound = "at least" if breach.keyword.startswith("min") else "at most"
    counted = f"{breach.where} has {len(breach.found)} entries: it has {bound} {breach.wants}"
    yield Fault(breach.path, "ruleset.range", f"expected {breach.expected}" if breach.expected else counted)


def _twice(breach: Breach) -> Iterator[Fault]:
    yield Fault(breach.path, "ruleset.range", f"{breach.where} says something twice")


_WORDS: Final[Mapping[str, Callable[[Breach], Iterator[Fault]]]] = {
    "additionalProperties": _unknown_keys, "required": _missing_keys, "type": _kind, "enum": _choice, "const": _choice,
    "pattern": _spelling, "minimum": _bound, "maximum": _bound, "maxLength": _length, "minItems": _count,
    "maxItems": _count, "minProperties": _count, "maxProperties": _count, "uniqueItems": _twice,
}  # fmt: skip
