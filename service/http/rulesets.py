"""Rulesets as the service shows them, as plain JSON."""

from __future__ import annotations

from typing import Any

from bummerl.grammar import Severity
from bummerl.rulesets import Rule, Ruleset, check_text, diff


def version_of(ruleset: Ruleset) -> dict[str, str]:
    """A ruleset to the letter."""
    return {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}


def resolved(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset with all that it inherits: its rules and options to look up, and the whole to be sent along."""
    return version_of(ruleset) | {
        "title": dict(ruleset.title),
        "extends": list(ruleset.parents),
        "options": [
            {
                "name": option.name,
                "type": option.type,
                "default": option.default,
                "allowed": list(option.allowed),
                "title": dict(option.titles),
                "names": {value: dict(names) for value, names in option.names.items()},
                "text": dict(option.texts),
            }
            for option in ruleset.options.values()
        ],
        "rules": [_rule(rule) for rule in ruleset.rules.values()],
        "ruleset": ruleset.data,
    }


def _rule(rule: Rule) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": rule.id,
        "kind": rule.kind,
        "text": dict(rule.texts),
        "cite": [citation.to_json() for citation in rule.cite],
    }
    return found | ({"contract": rule.contract} if rule.contract else {})


def difference(first: Ruleset, second: Ruleset) -> dict[str, Any]:
    """Everything in which the second differs from the first."""
    return {
        "from": version_of(first),
        "to": version_of(second),
        "differences": [entry.to_json() for entry in diff(first, second)],
    }


def checked(text: str) -> dict[str, Any]:
    """All that is wrong with a ruleset's text."""
    problems = check_text(text)
    return {
        "valid": not any(problem.severity is Severity.ERROR for problem in problems),
        "problems": [problem.to_json() for problem in problems],
    }
