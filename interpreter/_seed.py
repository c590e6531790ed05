"""Stands in for the parts that are still being written: a ruleset as an object, an image by its seam."""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bummerl.grammar import Problem
from bummerl.rulesets import checker
from bummerl.rulesets import load as loading


class Citation:
    def __init__(self, title: str, ref: str) -> None:
        self.title, self.ref, self.publisher, self.source = title, ref, None, None


class Rule:
    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw

    def text(self, lang: str = "en") -> str | None:
        text = self.raw.get("text")
        return (text.get(lang) or text.get("en")) if isinstance(text, dict) else text


class RulesetError(Exception):
    unknown = False
    suggestion = None

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(str(problems))
        self.problems = problems


def rules_in(x: Any) -> Any:
    if isinstance(x, dict):
        if isinstance(x.get("id"), str) and "." in x["id"]:
            yield x
        for v in x.values():
            yield from rules_in(v)
    elif isinstance(x, list):
        for v in x:
            yield from rules_in(v)


class Ruleset:
    def __init__(self, data: dict[str, Any]) -> None:
        self.data, self.id, self.version, self.digest = data, data["ruleset"], data["version"], loading.digest(data)
        title = data["title"]
        self.title = title if isinstance(title, dict) else {"en": title}
        self.rules = {r["id"]: Rule(r) for r in rules_in(data)}

    def text(self, rule_id: str, lang: str = "en") -> str | None:
        return self.rules[rule_id].text(lang) if rule_id in self.rules else None

    def citations(self, rule_id: str) -> list[dict[str, str]]:
        raw = self.rules[rule_id].raw if rule_id in self.rules else {}
        cite = raw.get("cite", [])
        out = []
        for c in cite if isinstance(cite, list) else [cite]:
            key, ref = (c.get("source"), c.get("ref")) if isinstance(c, dict) else (c, None)
            source = self.data.get("sources", {}).get(key, {})
            out.append({"title": source.get("title", key), "ref": ref or source.get("publisher", "")})
        return out

    def settle_options(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        out, problems = {}, []
        options = self.data.get("options", {})
        for name, o in options.items():
            v = o["default"]
            out[name] = (v == "yes" if isinstance(v, str) else v) if o["type"] == "truth" else v
        for name, v in given.items():
            o = options.get(name)
            if o is None:
                problems.append(Problem("record.option", f"unknown option `{name}`", path=f"/{name}"))
                continue
            if o["type"] == "truth" and v in ("yes", "no"):
                v = v == "yes"
            elif o["type"] == "number" and isinstance(v, str) and v.isdigit():
                v = int(v)
            if ("allowed" in o and v not in o["allowed"]) or (o["type"] == "truth" and not isinstance(v, bool)):
                problems.append(Problem("record.option", f"option {name}: not {v!r}", path=f"/{name}"))
            else:
                out[name] = v
        return out, problems


CACHE: dict[str, Ruleset] = {}


def load(source: Any) -> Ruleset:
    if isinstance(source, str) and source in CACHE:
        return CACHE[source]
    if isinstance(source, str) and not (loading.FOLDER / f"{source}.yaml").is_file():
        error = RulesetError((Problem("ruleset.unknown", f"there is no ruleset `{source}`"),))
        error.unknown = True
        raise error
    try:
        out = Ruleset(loading.load(str(source) if isinstance(source, Path) else source))
    except checker.RuleError as e:
        raise RulesetError((Problem("ruleset.invalid", str(e)),)) from e
    if isinstance(source, str):
        CACHE[source] = out
    return out
