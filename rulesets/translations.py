"""Texts in other languages, which lie in a file beside the ruleset: what they look like, and where they go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from bummerl.grammar import Problem, pointer
from bummerl.grammar.diagnostics import shown

from .normal import rule_lists
from .origin import Laid, Origin
from .shape import kind_of
from .source import Source, Steps

BY_NAME: Final = ("options", "facts", "contracts")
"""Keys whose texts go by the name of an option, a name in memory or a contract; all others are ids of rules, or one of
`OWN`.
"""
OWN: Final = ("title", "about")
"""Keys for the texts of the ruleset itself."""


class Translation(NamedTuple):
    """A file of texts in one language, by rule id; `options`, `facts` and `contracts` have theirs by name, and `title`
    and `about` are the ruleset's own.
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
            found += [_not(source, (key, name), f"`{shown(name)}`: expected text", text)
                      for name, text in value.items() if not isinstance(text, str)]  # fmt: skip
        else:
            found.append(_not(source, (key,), f"`{key}` is a map of names", value))
    return found


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
            laid = laid.put(
                (*path, lang) if path[0] in OWN else (*path, "text", lang), Laid(words, Origin(source, words_path))
            )
    return laid


def _targets(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[tuple[Steps, Steps]]:
    """Where each text of a translation goes."""
    for key in OWN:
        if key in words and key in data:
            yield (key,), (key,)
    for name, basic in data.get("basics", {}).items():
        if basic["id"] in words:
            yield ("basics", name), (basic["id"],)
    for path, rules in rule_lists(data):
        for i, rule in enumerate(rules):
            if isinstance(rule, Mapping) and rule.get("id") in words and "text" in rule:
                yield (*path, i), (rule["id"],)
    for part in ("options", "facts"):
        for name in words.get(part, {}):
            if isinstance(data.get(part, {}).get(name), Mapping):
                yield (part, name), (part, name)
    for i, contract in enumerate(data.get("contracts", [])):
        if contract["id"] in words.get("contracts", {}):
            yield ("contracts", i), ("contracts", contract["id"])


def strangers(data: Mapping[str, Any], words: Mapping[str, Any]) -> Iterator[Steps]:
    """What a translation has texts for and the file has not."""
    known = {found for _, found in _targets(data, words)}
    for key, value in words.items():
        if key in BY_NAME and isinstance(value, Mapping):
            yield from ((key, name) for name in value if (key, name) not in known)
        elif (key,) not in known:
            yield (key,)


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
    for contract in data.get("contracts", []):
        if isinstance(contract, Mapping) and "text" in contract:
            yield ("contracts", contract["id"]), contract["text"]


def has(words: Any, path: Steps) -> bool:
    """Does a translation have a text there?"""
    for step in path:
        if not isinstance(words, Mapping) or step not in words:
            return False
        words = words[step]
    return True
