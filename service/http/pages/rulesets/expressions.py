"""Conditions and values as a ruleset writes them, on one line, with a link behind each name that the page explains."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from bummerl.rulesets import Ruleset
from markupsafe import Markup, escape

from ....spelled import plain

_NAME: Final = re.compile(r"(?<![.\w])(?:option\.)?[a-z][a-z0-9_]*")
OPTION: Final = "option."


def linked(value: Any, targets: Mapping[str, str]) -> Markup:
    """A value whose names lead to where they are explained; `targets` are the ids by name."""
    text, at, found = plain(value), 0, Markup()
    for name in _NAME.finditer(text):
        if name[0] in targets:
            found += escape(text[at : name.start()]) + Markup('<a href="#{}">{}</a>').format(targets[name[0]], name[0])
            at = name.end()
    return found + escape(text[at:])


def names_in(value: Any) -> Iterator[str]:
    """The names in a value, as far down as it goes: `option.settle`, `enough`."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from names_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from names_in(item)
    elif isinstance(value, str):
        yield from _NAME.findall(value)


class Mentions:
    """Which options a value comes to look at, by itself or by way of the terms that it uses."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._terms: Mapping[str, Any] = ruleset.data.get("terms", {})
        self._options = ruleset.options

    def directly(self, value: Any) -> dict[str, None]:
        """The options that are named in it, each once."""
        names = dict.fromkeys(name.removeprefix(OPTION) for name in names_in(value) if name.startswith(OPTION))
        return {name: None for name in names if name in self._options}

    def at_all(self, value: Any) -> dict[str, None]:
        """The options that are named in it, or in a term that it uses."""
        return self.directly([value, *(self._terms[name] for name in self._used(value))])

    def _used(self, value: Any) -> Collection[str]:
        found: dict[str, None] = {}
        open_ones = list(names_in(value))
        while open_ones:
            name = open_ones.pop(0)
            if name in self._terms and name not in found:
                found[name] = None
                open_ones += names_in(self._terms[name])
        return found
