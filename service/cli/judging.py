"""From an entry to its verdict, and out again as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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
) -> dict[str, Any]:
    """The verdict on one hand; what could not be read gets one, too."""
    from bummerl.interpreter import adjudicate
    from bummerl.interpreter.verdict import unreadable

    if entry.problems:
        return unreadable(entry.problems)
    return adjudicate(entry.record, ruleset=ruleset, options=options, lang=lang, explain=explain, hand=entry.hand)


def unread(entry: Entry, several: bool) -> dict[str, Any]:
    """The line of JSON about a hand that could not be read."""
    from bummerl.interpreter.verdict import unreadable

    return labelled(entry, unreadable(entry.problems), several)


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
