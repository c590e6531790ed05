"""Warnings: what is allowed and hardly meant. They speak of the file that is checked, not of what it inherits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bummerl.grammar import ExpressionError, nodes, parse_expression, suggest
from bummerl.grammar.diagnostics import shown

from .context import Context
from .expanding import as_text
from .normal import rule_lists
from .origin import Laid, Origin
from .places import LISTS, section_spots, spots
from .source import Steps
from .texts import holes, spoken
from .translations import Translation, has, named_texts, strangers
from .unused import lint_unused, names_in

TABLES = ("score", "tiers")
_YES = ("yes", True)


def lint(base: Context, sections: list[Context]) -> None:
    """All warnings but those about translations."""
    _rows(base)
    lint_unused(base, sections, list(_all_words([base, *sections])))
    _melds(base)
    _bare_rules(base)
    _fors(base)


def _all_words(contexts: list[Context]) -> Iterator[tuple[Steps, nodes.Node]]:
    """Every expression with its path, those of terms, contracts and texts included."""
    for context in contexts:
        found: list[tuple[Steps, Any]] = [
            (spot.path, spot.text)
            for spot in (spots if context.contract is None else section_spots)(context.data, context.typist.names)
        ]
        found += [(("terms", name), text) for name, text in context.data.get("terms", {}).items()]
        if context.contract is None:
            found += [
                (path, hole.name)
                for path, words, _, _ in spoken(context)
                for text in words.values()
                for hole in holes(text)
                if hole.name
            ]
        for path, text in found:
            try:
                yield path, parse_expression(as_text(text))
            except ExpressionError:
                continue


def _rows(context: Context) -> None:
    """Rows and lines that are never reached; tables that may be silent."""
    data = context.data
    for key in TABLES:
        _reach(
            context,
            (key,),
            data.get(key, []),
            lambda row: row.get("when", "yes") in _YES,
            "can never be reached: `{}` always holds",
        )
    for ladder in ("lead", "follow"):
        _reach(
            context,
            ("play", ladder),
            data.get("play", {}).get(ladder, []),
            lambda row: row.get("when", "yes") in _YES and row["play"] == "any",
            "can never be reached: `{}` lets any card be played",
        )
    _reach(
        context,
        ("match", "units"),
        data.get("match", {}).get("units", []),
        lambda row: row.get("when", "yes") in _YES,
        "can never be reached: `{}` always holds",
    )
    for key in TABLES:
        rows = data.get(key, [])
        if (
            rows
            and rows[-1].get("when", "yes") not in _YES
            and (key == "score" or any("worth" not in row for row in data["score"]))
        ):
            context.warn(
                (key, len(rows) - 1),
                "no-last-row",
                f"`{rows[-1]['id']}` is the last row of `{key}` and may not hold: a row without `when` should follow",
            )
    if not data.get("score") and data.get("ends"):
        context.warn((), "no-last-row", "without a `score` nobody ever wins")


def _reach(context: Context, path: Steps, rows: list[Any], final: Any, message: str) -> None:
    for i, row in enumerate(rows[:-1]):
        if final(row):
            spare = rows[i + 1]["id"]
            at = context.own_one((*path, i), (*path, i + 1))
            context.warn(at, "unreachable", f"`{spare}` {message.format(row['id'])}", token=spare)
            return


def _melds(context: Context) -> None:
    """Whoever declares a meld says what it counts, and some requirement looks at that."""
    for name, move in context.data.get("moves", {}).items():
        if move == "off" or move.get("names") != "meld":
            continue
        asked = [row[key] for row in move.get("require", []) for key in ("when", "that") if key in row]
        if not any("said" in _asked_for(context, as_text(text)) for text in asked):
            context.warn(
                ("moves", name),
                "said-unasked",
                f"`{name}` may be announced with any number: no requirement looks at `said`",
                key=True,
                token=name,
            )


def _asked_for(context: Context, text: str) -> set[str]:
    """The names in an expression and in the terms it comes to use."""
    texts = [text, *(as_text(context.data["terms"][term]) for term in context.typist.terms_of(text))]
    return {name for each in texts for name in names_in(parse_expression(each))}


def _bare_rules(context: Context) -> None:
    """Rules without words or without a source."""
    for path, rules in [
        *((("basics", name), [basic]) for name, basic in context.data["basics"].items()),
        *rule_lists(context.data),
    ]:
        for i, rule in enumerate(rules):
            here = path if path[0] == "basics" else (*path, i)
            if rule.get("off"):
                continue
            if not rule.get("text"):
                context.warn(
                    (*here, "id"), "no-text", f"`{rule['id']}` does not say in words what it asks", token=rule["id"]
                )
            if "cite" not in rule:
                context.warn(
                    (*here, "id"), "no-source", f"`{rule['id']}` does not say where it comes from", token=rule["id"]
                )


def _fors(context: Context) -> None:
    """An irregularity is for rules that there are."""
    rules = {basic["id"] for basic in context.data["basics"].values()}
    rules |= {
        rule["id"]
        for path, found in rule_lists(context.data)
        if LISTS[str(path[-1])] in ("requirement", "duty")
        for rule in found
    }
    for i, row in enumerate(context.data.get("irregularities", [])):
        for j, pattern in enumerate(row["for"]):
            fits = any(rule.startswith(pattern[:-1]) for rule in rules) if pattern.endswith("*") else pattern in rules
            if not fits:
                context.warn(
                    ("irregularities", i, "for", j),
                    "for-nothing",
                    f"no rule is called `{pattern}`",
                    token=pattern,
                    suggestion=suggest(pattern, rules),
                )


def lint_translations(context: Context, own: Mapping[str, Any], translations: list[Translation]) -> None:
    """Texts for rules that are not in the file, and rules that have no text in a language that others have."""
    for _, source in translations:
        beside = Context(Laid(source.data, Origin(source)), context.typist, context.findings)
        for path in strangers(own, source.data):
            beside.warn(
                path,
                "translation-unknown",
                f"`{shown(str(path[-1]))}` is nothing that the ruleset has a text for",
                key=True,
                token=shown(str(path[-1])),
            )
    file = context.laid.origin.source
    texts = [
        (path, words)
        for path, words, _, _ in spoken(context)
        if words and context.laid.origin.at(path[:-1]).source is file
    ]
    languages = sorted({lang for _, words in texts for lang in words} | {"en"})
    for path, words in texts:
        missing = [lang for lang in languages if lang not in words]
        if missing:
            context.warn(
                path, "translation-missing", f"the text is not there in {', '.join(missing)}", token=", ".join(missing)
            )
    for path, said in named_texts(own):
        known = {lang for lang, source in translations if has(source.data, path)}
        known |= {"en"} if isinstance(said, str) else set(said)
        missing = [lang for lang in languages if lang not in known]
        if missing:
            where = "/".join(map(str, path))
            message = f"the text of `{where}` is not there in {', '.join(missing)}"
            context.warn(path, "translation-missing", message, token=", ".join(missing))
