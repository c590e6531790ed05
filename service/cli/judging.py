"""From an entry to its verdict, and out again as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bummerl.grammar import in_language

from .inputs import Entry
from .streams import stdout

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset


def verdict_on(
    entry: Entry,
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    lang: str,
    explain: bool = False,
    cards: str | None = None,
) -> dict[str, Any]:
    """The verdict on one hand; what could not be read gets one, too.  Warnings become its `problems`."""
    from bummerl.interpreter import adjudicate, unreadable

    if entry.problems:
        return unreadable(in_language(problem, lang) for problem in entry.problems)
    how: dict[str, Any] = {"ruleset": ruleset, "options": options, "lang": lang, "cards": cards}
    found = adjudicate(entry.record, **how, explain=explain, hand=entry.hand)
    return warned(entry, found, lang)


def verdict_and_positions(
    entry: Entry,
    ruleset: Ruleset | None,
    options: Mapping[str, str] | None,
    lang: str,
    explain: bool = False,
    cards: str | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The verdict on one hand, and the position after each of its moves: a page for people shows both."""
    from bummerl.interpreter import replay

    if entry.problems:
        return verdict_on(entry, ruleset, options, lang), []
    found = replay(entry.record, ruleset=ruleset, options=options, lang=lang, hand=entry.hand, cards=cards)
    if explain:
        return verdict_on(entry, ruleset, options, lang, explain, cards), found["positions"]
    return warned(entry, found["verdict"], lang), found["positions"]


def warned(entry: Entry, verdict: dict[str, Any], lang: str) -> dict[str, Any]:
    """The verdict with what looks like a slip in the text, behind what makes it unreadable, if anything does."""
    if not entry.warnings:
        return verdict
    return verdict | {
        "problems": [*verdict.get("problems", ()), *(in_language(slip, lang).to_json() for slip in entry.warnings)]
    }


def unread(entry: Entry, several: bool, lang: str) -> dict[str, Any]:
    """The line of JSON about a hand that could not be read."""
    from bummerl.interpreter import unreadable

    return labelled(entry, unreadable(in_language(problem, lang) for problem in entry.problems), several)


def rules_of(entry: Entry, ruleset: Ruleset | None) -> Ruleset | None:
    """The ruleset of a hand that was judged, for its title and texts."""
    from bummerl.rulesets import RulesetError, load

    source = entry.record.get("ruleset") if isinstance(entry.record, Mapping) else None
    if ruleset is not None or not isinstance(source, str | Mapping):
        return ruleset
    try:
        return load(source)
    except RulesetError:
        return None


def write_line(value: Any) -> None:
    """One JSON object on a line of standard output, always in UTF-8, whatever was in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        data = text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, out of somebody's JSON
        data = json.dumps(value, separators=(",", ":")).encode()
    out = stdout()
    out.write(data + b"\n")
    out.flush()


def labelled(entry: Entry, verdict: Mapping[str, Any], several: bool) -> dict[str, Any]:
    """The verdict, with the file and the number of the hand where there are several."""
    return {"file": entry.file, "hand": entry.number, **verdict} if several else dict(verdict)
