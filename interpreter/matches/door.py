"""The way in: a match of any shape becomes its rules and hands, or is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bummerl.grammar import Hand, Problem, in_language

from ..adjudication import rules_named
from ..faults import MOST_FAULTS, Fault
from ..judged import Judged
from ..messages import ENGLISH, spoken
from ..rules import Rules, RulesetLike
from ..verdict import placed, problem
from .play import Match
from .written import Total

Numbered = tuple[int, Mapping[str, Any], Hand | None]
"""A hand of a match: its number from 0, its record, and its text if it has one."""


class JudgedMatch(NamedTuple):
    """A match with its answer, and what became of each hand; nothing of a hand that cannot be read."""

    answer: dict[str, Any]
    hands: Sequence[Judged | None]


def adjudicate_match(
    match: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
    explain: bool = False,
    cards: str | None = None,
) -> dict[str, Any]:
    """A verdict for each hand of a match, the running score by the ruleset's `match` part, and an audit.

    `match` is `{"ruleset": …, "options": …, "result": …, "hands": [record, …]}`; a hand may leave out what the match
    says, and the dealer, who follows from the hand before; its own `options` are laid over those of the match,
    `options` given here win over both. A match that names no ruleset is played under that of the first hand that does.
    A hand may also be a `Hand` as `read_log` gives it, so that what is said of it has line and column. `audit` lists
    what was written down wrongly: dealers, results, scores (`score` of a hand, `result` of the match), numbers, hands
    after the end. A hand that has no result is counted as the players wrote it down, and is marked; if they wrote
    nothing, the score stops until a hand says how it stands. Cards in the verdicts are written as in each hand, or as
    the lexicon `cards` has them.
    Never raises for what a user sends: a match that cannot be read has `problems`.
    """
    return judged_match(match, ruleset=ruleset, options=options, lang=lang, explain=explain, cards=cards).answer


def judged_match(
    match: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = ENGLISH,
    explain: bool = False,
    cards: str | None = None,
) -> JudgedMatch:
    """The same, with what became of each hand beside the answer."""
    lang = spoken(lang)
    if not isinstance(match, Mapping) or not isinstance(match.get("hands"), list | tuple):
        where = "" if not isinstance(match, Mapping) else "/hands"
        return refused([problem(Fault("record.type", "type.match", {}, where), lang)])
    rules, problems = rules_of(match, ruleset, options, lang)
    if rules is None:
        return refused(problems)
    total, faults = Total.read(match.get("result"), rules)
    if faults:
        return refused(problem(fault, lang) for fault in faults)
    playing = Match(rules, lang, explain, ruleset, options, cards, match.get("cards"))
    return JudgedMatch(playing.play(match["hands"], total, match.get("players")), playing.judged)


def rules_of(
    match: Mapping[str, Any], ruleset: RulesetLike | None, options: Mapping[str, Any] | None, lang: str
) -> tuple[Rules | None, list[Problem]]:
    """The rules of the match as a whole, or why there are none. What it does not say itself it takes from the first
    hand that can be read and names a ruleset.
    """
    named: dict[str, Any] = {"ruleset": ruleset, "options": options}
    for part in named:
        named[part] = match.get(part) if named[part] is None else named[part]
    first = first_hand(match["hands"])
    taken = [part for part in named if first is not None and named[part] is None and match.get("ruleset") is None]
    if first is not None:
        named |= {part: first[1].get(part) for part in taken}
    broken = [] if named["ruleset"] is not None else none_readable(match["hands"], lang)
    if broken:
        return None, broken
    rules, problems = rules_named(named["ruleset"], named["options"], lang)
    return rules, [_told(found, first, taken) for found in problems]


def none_readable(hands: Sequence[Any], lang: str) -> list[Problem]:
    """Why none of the hands can be read; nothing, if one of them can."""
    found = list[Problem]()
    for number, hand in enumerate(hands):
        if isinstance(hand, Hand) and not hand.readable:
            found += [in_language(wrong, lang) for wrong in hand.problems]
        elif isinstance(hand, Hand | Mapping):
            return []
        else:
            found.append(problem(Fault("record.type", "type.record", {}, f"/hands/{number}"), lang))
    return found[:MOST_FAULTS]


def _told(found: Problem, first: Numbered | None, taken: Sequence[str]) -> Problem:
    """A problem with the rules, at its place in the hand if what is wrong was taken from there."""
    part = (found.path or "").lstrip("/").partition("/")[0]
    if first is None or found.file is not None or part not in taken:
        return found
    there = placed(found, first[2])
    return replace(there, path=f"/hands/{first[0]}{found.path}") if part in first[1] else there


def first_hand(hands: Sequence[Any]) -> Numbered | None:
    """The first hand that names a ruleset, one that can be read if there is any; or else the first that can be read."""
    read, broken = list[Numbered](), list[Numbered]()
    for number, hand in enumerate(hands):
        if isinstance(hand, Hand):
            (read if hand.readable else broken).append((number, hand.record, hand))
        elif isinstance(hand, Mapping):
            read.append((number, hand, None))
    naming = [found for found in (*read, *broken) if found[1].get("ruleset") is not None]
    return next(iter([*naming, *read]), None)


def refused(problems: Iterable[Problem]) -> JudgedMatch:
    """A match that cannot be read at all: all keys of one that can, and why."""
    nothing: dict[str, Any] = {
        "status": "unreadable",
        "ruleset": None,
        "hands": [],
        "running": [],
        "sides": [],
        "target": None,
        "write": None,
        "score": None,
        "games": {},
        "lost": {},
        "carried": 0,
        "next_dealer": None,
        "needs": None,
        "series": None,
        "stopped": None,
        "audit": [],
    }
    return JudgedMatch(nothing | {"problems": [found.to_json() for found in problems]}, ())
