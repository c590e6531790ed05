"""Texts in other languages, which lie in a file beside the ruleset: what they look like, and where they go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from bummerl.grammar import Problem, pointer
from bummerl.grammar.diagnostics import shown

from .normal import rule_lists
from .options import value_as, written
from .origin import Laid, Origin
from .shape import kind_of
from .source import Source, Steps

BY_NAME: Final = ("options", "facts", "contracts")
"""Keys whose texts go by the name of an option, a name in memory or a contract; all others are ids of rules, or one of
`OWN`.
"""
OWN: Final = ("title", "about")
"""Keys for the texts of the ruleset itself."""


LABELS: Final = ("title", "text")
"""What a translation may say of an option in one text each, besides the `names` of its values."""


class Translation(NamedTuple):
    """A file of texts in one language, by rule id; `options`, `facts` and `contracts` have theirs by name, and `title`
    and `about` are the ruleset's own.

    An option has a text, or a map of its `title`, `names` and `text`.
    """

    lang: str
    source: Source


def misshapen(source: Source) -> list[Problem]:
    """What is wrong with the shape of a file of texts."""
    data = source.data
    if not isinstance(data, dict):
        return [_not(source, (), "a file of texts is a map of rule ids", data)]
    found = []
    for key, value in data.items():
        if key not in BY_NAME:
            found += [] if isinstance(value, str) else [_not(source, (key,), f"`{shown(key)}`: expected text", value)]
        elif isinstance(value, dict):
            for name, said in value.items():
                if key == "options" and isinstance(said, dict):
                    found += _misshapen_option(source, name, said)
                elif not isinstance(said, str):
                    found.append(_not(source, (key, name), f"`{shown(name)}`: expected text", said))
        else:
            found.append(_not(source, (key,), f"`{key}` is a map of names", value))
    return found


def _misshapen_option(source: Source, name: str, said: Mapping[str, Any]) -> Iterator[Problem]:
    """The same for what is said of an option."""
    for key, value in said.items():
        path: Steps = ("options", name, key)
        if key == "names" and isinstance(value, dict):
            for choice, text in value.items():
                if not isinstance(text, str):
                    yield _not(source, (*path, choice), f"`{shown(choice)}`: expected text", text)
        elif key == "names":
            yield _not(source, path, "`names` is a map of values", value)
        elif not isinstance(value, str):
            yield _not(source, path, f"`{shown(key)}`: expected text", value)


def _not(source: Source, path: Steps, expected: str, value: Any) -> Problem:
    span = source.place(path)
    message = f"{expected}, found {kind_of(value)}"
    more: dict[str, Any] = {"file": source.file, "path": pointer(path) or None}
    return Problem.at(span, "ruleset.shape", message, **more) if span else Problem("ruleset.shape", message, **more)


def translated(laid: Laid, translations: list[Translation]) -> Laid:
    """The rules of one file with the texts that lie beside it."""
    for lang, source in translations:
        for path, words_path in _targets(laid.value, source.data):
            words = source.data
            for step in words_path:
                words = words[step]
            laid = laid.put((*path, lang), Laid(words, Origin(source, words_path)))
    return laid


def _targets(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[tuple[Steps, Steps]]:
    """Where each text of a translation goes, and where it stands."""
    for key in OWN:
        if key in words and key in data:
            yield (key,), (key,)
    for name, basic in data.get("basics", {}).items():
        if basic["id"] in words:
            yield ("basics", name, "text"), (basic["id"],)
    for path, rules in rule_lists(data):
        for i, rule in enumerate(rules):
            if isinstance(rule, Mapping) and rule.get("id") in words and "text" in rule:
                yield (*path, i, "text"), (rule["id"],)
    for part in ("options", "facts"):
        for name, said in words.get(part, {}).items():
            declared = data.get(part, {}).get(name)
            if isinstance(declared, Mapping) and isinstance(said, Mapping):
                yield from _of_option(name, declared, said)
            elif isinstance(declared, Mapping):
                yield (part, name, "text"), (part, name)
    for i, contract in enumerate(data.get("contracts", [])):
        if contract["id"] in words.get("contracts", {}):
            yield ("contracts", i, "text"), ("contracts", contract["id"])


def _of_option(name: str, option: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[tuple[Steps, Steps]]:
    """The same for a map of what is said of an option."""
    path: Steps = ("options", name)
    for key in LABELS:
        if key in words and key in option:
            yield (*path, key), (*path, key)
    named = {_as_written(option, value): value for value in option.get("names", {})}
    for value in words.get("names", {}):
        known = named.get(_as_written(option, value))
        if known is not None:
            yield (*path, "names", known), (*path, "names", value)


def _as_written(option: Mapping[str, Any], value: str) -> str:
    """A value as a log writes it: `true` is `yes`."""
    return written(value_as(str(option.get("type")), value))


def strangers(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[Steps]:
    """What a translation has texts for and the file has not."""
    known = {found for _, found in _targets(data, words)}
    for key, value in words.items():
        if key not in BY_NAME or not isinstance(value, Mapping):
            yield from () if (key,) in known else ((key,),)
            continue
        for name, said in value.items():
            whole = isinstance(said, Mapping) and name in data.get("options", {})
            yield from (path for path in (_parts(name, said) if whole else ((key, name),)) if path not in known)


def _parts(name: str, words: Mapping[str, Any]) -> Iterator[Steps]:
    """The way to each text in what a translation says of an option."""
    for key, value in words.items():
        if key == "names":
            yield from (("options", name, key, choice) for choice in value)
        else:
            yield ("options", name, key)


def named_texts(data: Mapping[str, Any]) -> Iterator[tuple[Steps, str | Mapping[str, str]]]:
    """The texts of a file that belong to no rule: its own, and those of options, facts and contracts; the way to each
    in a translation, and what the file says itself.
    """
    for key in OWN:
        if key in data:
            yield (key,), data[key]
    for part in ("options", "facts"):
        for name, said in data.get(part, {}).items():
            if isinstance(said, Mapping) and "text" in said:
                yield (part, name), said["text"]
            if isinstance(said, Mapping) and part == "options":
                yield from _labels(name, said)
    for contract in data.get("contracts", []):
        if isinstance(contract, Mapping) and "text" in contract:
            yield ("contracts", contract["id"]), contract["text"]


def _labels(name: str, option: Mapping[str, Any]) -> Iterator[tuple[Steps, str | Mapping[str, str]]]:
    """The same for what an option and its values are called."""
    if "title" in option:
        yield ("options", name, "title"), option["title"]
    for value, called in option.get("names", {}).items():
        yield ("options", name, "names", value), called


def has(words: Any, path: Steps) -> bool:
    """Does a translation have a text there?"""
    for step in path:
        if not isinstance(words, Mapping) or step not in words:
            return False
        words = words[step]
    return isinstance(words, str) or "text" in words
