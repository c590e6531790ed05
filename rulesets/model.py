"""A ruleset as a value: what was resolved from YAML, with its rules, options and citations to look up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bummerl.grammar import Problem

from .error import RulesetError
from .options import Option, settle
from .origin import Laid
from .typist import Typist

__all__ = ["Citation", "Option", "Rule", "Ruleset", "RulesetError"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule comes from: the source's key in the ruleset, its title and publisher, and the passage."""

    title: str
    ref: str | None = None
    publisher: str | None = None
    source: str | None = None

    def to_json(self) -> dict[str, str]:
        """Title and passage, as a verdict shows them; who published it stands behind the title."""
        title = f"{self.title} ({self.publisher})" if self.publisher else self.title
        return {"title": title} | ({"ref": self.ref} if self.ref else {})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, what kind of rule it is, its words by language, its sources, and where it stands.

    `kind` is one of `basic`, `requirement`, `duty`, `end`, `bonus`, `score`, `tier`, `irregularity`, `unit`; `path`
    is a JSON pointer into the resolved rules; `contract` names the contract whose rule it is, if it is one's own.
    """

    id: str
    kind: str
    path: str
    texts: Mapping[str, str]
    cite: tuple[Citation, ...]
    said: Mapping[str, Any]
    contract: str | None = None

    def text(self, lang: str = "en") -> str | None:
        """The rule's words in a language, or else in English."""
        return self.texts.get(lang) or self.texts.get("en")


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """A ruleset, resolved and checked.

    `data` are its rules as plain data, everything it extends laid under it: read, never written. `digest` names them
    for ever. `laid` says where each of them was written; `typist` has typed all expressions, options at their defaults.
    """

    id: str
    version: str
    digest: str
    title: Mapping[str, str]
    data: Mapping[str, Any]
    rules: Mapping[str, Rule]
    options: Mapping[str, Option]
    parents: tuple[str, ...]
    sources: Mapping[str, Mapping[str, Any]]
    laid: Laid | None = field(default=None, repr=False)
    typist: Typist | None = field(default=None, repr=False)
    linted: Callable[[], tuple[Problem, ...]] = field(default=tuple, repr=False)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is allowed in this ruleset's own file and hardly meant, sorted by place; looked for when asked."""
        return self.linted()

    def text(self, rule: str, lang: str = "en") -> str | None:
        """The words of a rule in a language, or else in English; None if it has none or is not known."""
        found = self.rules.get(rule)
        return found.text(lang) if found else None

    def citations(self, rule: str) -> list[dict[str, str]]:
        """The sources of a rule, as a verdict shows them; two that read alike are shown once."""
        rule_ = self.rules.get(rule)
        found: list[dict[str, str]] = []
        for shown in (citation.to_json() for citation in rule_.cite) if rule_ else ():
            if shown not in found:
                found.append(shown)
        return found

    def settle_options(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Every option's value, those given laid over the defaults, and what is wrong with those given.

        Text is understood as a header of a log would write it: `yes`, `no`, `10`.
        """
        return settle(self.options, given)
