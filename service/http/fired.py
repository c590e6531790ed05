"""What a verdict says to those who count: its status, and the rule that decided, by a name of which there are few.

Anybody may send a ruleset along, with rules of any name. Counters must not grow with that, so only what ships with the
program is counted by its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from bummerl.rulesets import load
from bummerl.rulesets.shipped import ids

HOUSE: Final = "house"
"""What rulesets are called that do not come with the program, and their rules."""
_HEAD: Final = re.compile(
    rb'\{"status":"([a-z]+)"(?:,"ruleset":\{"id":"([^"]*)","version":"[^"]*","digest":"([^"]*)")?'
)
_RULE: Final = b'"rule":"'  # no text in a verdict can hold it: inside a string its quotes have backslashes
_shipped: dict[str, str] = {}


class Decided(NamedTuple):
    """A verdict's status, and whose rule decided it; no rule decides a hand that is not over."""

    status: str
    ruleset: str | None = None
    rule: str | None = None


def of_line(line: bytes) -> Decided:
    """What a written verdict says."""
    head = _HEAD.match(line)
    assert head is not None, "a verdict begins with its status"
    status, at = head[1].decode(), head.end()
    if head[2] is None or status == "ongoing" or (rule := line.find(_RULE, at)) < 0:
        return Decided(status)
    rule += len(_RULE)
    return _told(status, head[2].decode(), head[3].decode(), line[rule : line.index(b'"', rule)].decode())


def of_verdict(verdict: Mapping[str, Any]) -> Decided:
    """What a verdict says: the rule that a move broke, or that gave the result."""
    status, ruleset = verdict["status"], verdict.get("ruleset")
    named = next(iter(verdict.get("violations") or ()), None) or verdict.get("outcome")
    if ruleset is None or status == "ongoing" or not named:
        return Decided(status)
    return _told(status, ruleset["id"], ruleset["digest"], named["rule"])


def tally(verdicts: Iterable[Mapping[str, Any]]) -> Counter[Decided]:
    """What several verdicts say."""
    return Counter(map(of_verdict, verdicts))


def _told(status: str, ruleset: str, digest: str, rule: str) -> Decided:
    return Decided(status, ruleset, rule) if _digest(ruleset) == digest else Decided(status, HOUSE, HOUSE)


def _digest(ruleset: str) -> str | None:
    """The digest of the shipped ruleset of this id, if there is one."""
    if ruleset not in _shipped:
        if ruleset not in ids():
            return None
        _shipped[ruleset] = load(ruleset).digest
    return _shipped[ruleset]
