"""One way of saying each thing: what a file may say in several ways is made one before rules are laid over each
other.

Texts become maps by language, a file's `cite` goes to each of its rules that names no source, codes in lists become
text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .inherit import RULES
from .options import value_as, written

OWN: Final = ("extends", "cite")
"""Keys that are about the file, not about the rules."""
YES_OR_NO: Final = ("before_draw", "firm", "presumed")


def normal(data: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of one file, each saying for itself what the file says for all. The argument is left as it is."""
    cite = data.get("cite")
    found = {key: _normal(value, key, cite) for key, value in data.items() if key not in OWN}
    if isinstance(data.get("options"), Mapping):
        found["options"] = {name: _option(option) for name, option in data["options"].items()}
    for key in ("title", "about"):
        if isinstance(data.get(key), str):
            found[key] = {"en": data[key]}
    return found


def _normal(value: Any, key: str, cite: Any) -> Any:
    if isinstance(value, Mapping):
        if key in ("title", "about", "text", "sources", "terms", "set", "memory", "ranks", "colours"):
            return dict(value)
        return {name: _normal(found, name, cite) for name, found in value.items()}
    if isinstance(value, list):
        if key in ("order", "suits"):
            return [str(item) for item in value]
        rules = key in RULES and key not in ("contracts", "stages")
        return [_rule(item, cite) if rules else _normal(item, "", cite) for item in value]
    if key == "text" and isinstance(value, str):
        return {"en": value}
    if key in YES_OR_NO and isinstance(value, bool):
        return "yes" if value else "no"
    return value


def _option(option: Any) -> Any:
    """An option with texts by language, and the names of its values by the value as a log writes it."""
    if not isinstance(option, Mapping):
        return option
    made = {key: _by_language(value) if key in ("title", "text") else value for key, value in option.items()}
    if isinstance(option.get("names"), Mapping):
        kind = str(option.get("type"))
        made["names"] = {written(value_as(kind, value)): _by_language(name) for value, name in option["names"].items()}
    return made


def _by_language(text: Any) -> Any:
    return {"en": text} if isinstance(text, str) else text


def _rule(rule: Any, cite: Any) -> Any:
    if not isinstance(rule, Mapping):
        return rule
    made = {name: _normal(found, name, cite) for name, found in rule.items()}
    if cite is not None and "cite" not in made and not made.get("off"):
        made["cite"] = cite
    return made


def basics_cited(data: dict[str, Any], cite: Any) -> dict[str, Any]:
    """The same for `basics`, which are a map and not a list."""
    if cite is None or not isinstance(data.get("basics"), dict):
        return data
    return {
        **data,
        "basics": {name: rule if "cite" in rule else {**rule, "cite": cite} for name, rule in data["basics"].items()},
    }


def rule_lists(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], list[Any]]]:
    """Every list of rules with the way to it, contracts' own ones last."""
    play = data.get("play", {})
    for ladder in ("lead", "follow"):
        if ladder in play:
            yield ("play", ladder), play[ladder]
    for name, move in data.get("moves", {}).items():
        if isinstance(move, Mapping) and "require" in move:
            yield ("moves", name, "require"), move["require"]
    for key in ("ends", "bonuses", "score", "tiers", "irregularities", "require"):
        if key in data:
            yield (key,), data[key]
    if "units" in data.get("match", {}):
        yield ("match", "units"), data["match"]["units"]
    for i, contract in enumerate(data.get("contracts", ())):
        for path, rules in rule_lists(contract):
            yield ("contracts", i, *path), rules
