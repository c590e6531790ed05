"""Checks of the names a ruleset brings: none taken twice, options that can have their own values, sources that
exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bummerl.grammar import suggest
from bummerl.grammar.diagnostics import shown
from bummerl.grammar.expression_errors import KEYWORDS

from . import limits
from .context import Context
from .facts import MEMBERS, RESERVED
from .inherit import RULES
from .names import HAPPENED, Names
from .normal import rule_lists
from .options import Option, option_of, said, value_as, written, wrong
from .places import section_spots, spots
from .source import Steps

WORD: Final = "a small letter, then small letters, digits and _"


def check_names(context: Context) -> None:
    """Memory, terms, moves and contracts have names of their own."""
    data = context.data
    memory, terms = data.get("memory", {}), data.get("terms", {})
    for part, names in (("memory", memory), ("terms", terms)):
        for name in names:
            if name in RESERVED or name in KEYWORDS:
                context.problem((part, name), "name-taken", f"`{name}` is a word of the language", key=True, token=name)
    for name in terms:
        if name in memory:
            context.problem(
                ("terms", name), "name-taken", f"`{name}` is a name in memory already", key=True, token=name
            )
    for name, kind in memory.items():
        if isinstance(kind, str) and kind.startswith("each ") and name in MEMBERS["players"]:
            context.problem(("memory", name), "name-taken", f"players have `{name}` already", key=True, token=name)
    for name in data.get("facts", {}):
        if name not in memory:
            message = f"`{name}` is no name in memory"
            meant = suggest(name, memory)
            context.problem(("facts", name), "unknown-name", message, key=True, token=name, suggestion=meant)
    for name in data.get("moves", {}):
        if name in HAPPENED:
            context.problem(
                ("moves", name),
                "name-taken",
                f"`{name}` is what `last_move` says of a card, a trick and the deal",
                key=True,
                token=name,
            )


def check_options(context: Context) -> None:
    """An option's default is one of the values it may have, and all of them are of its type."""
    for name, option in context.data.get("options", {}).items():
        kind, path = option["type"], ("options", name)
        allowed = [value_as(kind, choice) for choice in option.get("allowed", [])]
        if kind == "word" and not allowed:
            context.problem(path, "option", f"option `{name}` is a word: say which ones are `allowed`", key=True)
            continue
        bare = option_of(name, {**option, "allowed": []})
        for i, choice in enumerate(allowed):
            reason = wrong(bare, choice)
            if reason or (kind == "word" and not _speakable(choice)):
                context.problem(
                    (*path, "allowed", i),
                    "option",
                    f"{said(choice)}: {reason or f'a word is {WORD}'}",
                    token=said(choice),
                )
        reason = wrong(option_of(name, option), value_as(kind, option["default"]))
        if reason:
            token = said(option["default"])
            context.problem(
                (*path, "default"),
                "option",
                f"option `{name}` cannot be {token} by default: {reason}",
                token=token,
                suggestion=suggest(token, map(str, allowed)),
            )
        _check_value_names(context, option_of(name, option), path, option.get("names", {}))


def _check_value_names(context: Context, option: Option, path: Steps, names: Mapping[str, Any]) -> None:
    """Names are for values that the option may have."""
    for value in names:
        reason = wrong(option, value_as(option.type, value))
        if reason:
            context.problem(
                (*path, "names", value),
                "option",
                f"option `{option.name}` cannot be {shown(value)}, which has a name here: {reason}",
                key=True,
                token=shown(value),
                suggestion=suggest(value, map(written, option.values)),
            )


def _speakable(word: str) -> bool:
    """Can an expression say this word?"""
    return (
        word[:1].isalpha()
        and word.isascii()
        and word.replace("_", "").isalnum()
        and word.islower()
        and word not in KEYWORDS
    )


def check_sources(context: Context) -> None:
    """What a rule cites is one of the sources."""
    sources = context.data.get("sources", {})

    def check(path: Steps, cite: Any) -> None:
        for i, each in enumerate(cite if isinstance(cite, list) else [cite]):
            key = each["source"] if isinstance(each, Mapping) else each
            here = (*path, i) if isinstance(cite, list) else path
            if key not in sources:
                context.problem(
                    (*here, "source") if isinstance(each, Mapping) else here,
                    "unknown-source",
                    f"there is no source `{key}`",
                    token=key,
                    suggestion=suggest(key, sources),
                )

    for name, basic in context.data["basics"].items():
        if "cite" in basic:
            check(("basics", name, "cite"), basic["cite"])
    for path, rules in rule_lists(context.data):
        for i, rule in enumerate(rules):
            if "cite" in rule:
                check((*path, i, "cite"), rule["cite"])


def check_sizes(context: Context) -> None:
    """The result of laying files over each other is not too large either."""
    data = context.data
    counts = (
        ("options", limits.OPTIONS),
        ("memory", limits.MEMORY),
        ("terms", limits.TERMS),
        ("moves", limits.MOVES),
        ("contracts", limits.CONTRACTS),
        ("stages", limits.STAGES),
    )
    for key, most in counts:
        if len(data.get(key, ())) > most:
            context.problem((key,), "too-many", f"{len(data[key])} {key}: at most {most}", key=True)
    total = 0
    for path, rules in rule_lists(data):
        total += len(rules)
        if len(rules) > limits.LINES:
            context.problem(path, "too-many", f"{len(rules)} lines: at most {limits.LINES}", key=True)
    if total > limits.RULES:
        context.problem((), "too-many", f"{total} rules: at most {limits.RULES}")
    if not context.findings.errors:
        length = sum(map(len, _expressions(data)))
        if length > limits.ALL_TEXT:
            message = f"all expressions together have {length:,} characters: at most {limits.ALL_TEXT:,}"
            context.problem((), "too-many", message)


def _expressions(data: Mapping[str, Any]) -> set[str]:
    """The different expressions of rules, their terms and their contracts."""
    names = Names.of(data, {})
    found = {str(spot.text) for spot in spots(data, names)}
    for part in (data, *data.get("contracts", [])):
        found |= {str(text) for text in part.get("terms", {}).values()}
        found |= {str(spot.text) for spot in section_spots(part, names)}
    return found


def check_twice(data: Mapping[str, Any], context: Context) -> None:
    """In one file, no id stands twice in the same list."""
    rest: list[tuple[Any, Steps]] = [(data, ())]
    while rest:
        value, path = rest.pop()
        if isinstance(value, dict):
            rest += [(found, (*path, key)) for key, found in value.items()]
        elif isinstance(value, list):
            rest += [(found, (*path, i)) for i, found in enumerate(value)]
            if path and path[-1] in RULES:
                _ids(value, path, context)


def _ids(rules: list[Any], path: Steps, context: Context) -> None:
    seen = set()
    for i, rule in enumerate(rules):
        name = rule.get("id") if isinstance(rule, dict) else None
        if name in seen:
            context.problem((*path, i, "id"), "rule-twice", f"`{name}` stands in this list twice", token=name)
        seen.add(name)
