"""The same record under several rulesets: where, and by which rule, they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from bummerl.grammar import Hand
from bummerl.interpreter import core as C

from .adjudication import ruled
from .faults import Fault
from .messages import spoken
from .parting import Side, moves_apart, results_apart
from .patience import Patience, for_request
from .rules import Rules, RulesetLike, Unusable, rules_for, rules_with_own_options
from .verdict import problem, unreadable, verdict_of


def compare(
    record: Any,
    rulesets: Sequence[RulesetLike],
    *,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    hand: Hand | None = None,
    cards: str | None = None,
) -> dict[str, Any]:
    """Each ruleset's verdict on the record, and what they differ in.

    `rulesets` are ids or whole house rulesets. Options count for every ruleset that has them; `options_ignored`
    names those it has not. `groups` puts rulesets with the same answer together, the largest group first; `parts`
    lists each move that some refuse and others allow, then the results if they differ, with the rule of each
    side, and the terms that the rules of the sides use and define differently; `inapplicable` says which rulesets
    cannot read the record, and why: one for another number of players, another pack, other hands than the ruleset
    that the record names. `agree` is true if there is one answer. Cards are written as in the record, or as the
    lexicon `cards` has them.
    """
    lang = spoken(lang)
    patience = for_request()
    own = own_rules(record)
    sides = [side(record, ruleset, options, lang, hand, patience, own, cards) for ruleset in rulesets]
    applied = [s for s in sides if s.judged is not None]
    groups = grouped(applied)
    return {
        "agree": len(groups) == 1 and len(applied) == len(sides),
        "rulesets": [s.id for s in sides],
        "verdicts": [s.verdict | ({"options_ignored": s.ignored} if s.ignored else {}) for s in sides],
        "groups": [answer(group) for group in groups],
        "parts": [*moves_apart(applied, lang), *results_apart(groups, lang)],
        "inapplicable": [{"ruleset": s.id, "problems": s.verdict["problems"]} for s in sides if s.judged is None],
    }


def side(
    record: Any,
    ruleset: RulesetLike,
    options: Mapping[str, Any] | None,
    lang: str,
    hand: Hand | None,
    patience: Patience,
    made_for: Rules | None = None,
    cards: str | None = None,
) -> Side:
    """The record under one ruleset, with the options that it has; `made_for` is what it was recorded under."""
    id = ruleset.get("ruleset") if isinstance(ruleset, Mapping) else getattr(ruleset, "id", ruleset)
    own = record.get("options") if isinstance(record, Mapping) else None
    given, ignored = options if options is not None else own, list[str]()
    with suppress(Unusable):  # what is wrong is told by the ruling
        ignored = rules_with_own_options(ruleset, given)[1]
    if ignored:
        given = {name: value for name, value in (given or {}).items() if name not in ignored}
    found = ruled(record, ruleset, given, lang, hand, patience, cards)
    wrong = unfit(found.rules, made_for) if found.rules is not None else None
    if wrong is not None:
        return Side(str(id), None, unreadable([problem(wrong, lang, hand)], found.rules), ignored)
    if found.judged is None:
        return Side(str(id), None, unreadable(found.problems, found.rules), ignored)
    return Side(str(id), found.judged, verdict_of(found.judged, lang, hand), ignored)


def own_rules(record: Any) -> Rules | None:
    """The rules that a record names itself, if it names any that are known."""
    if not isinstance(record, Mapping) or record.get("ruleset") is None:
        return None
    try:
        return rules_for(record["ruleset"])
    except Unusable:
        return None


def unfit(rules: Rules, made_for: Rules | None) -> Fault | None:
    """Why a hand of one game is no hand of another: the number of players, the pack, the cards in a hand."""
    if made_for is None:
        return None
    if rules.n != made_for.n:
        return Fault("record.seat", "unfit.seats", {"n": rules.n, "found": made_for.n}, "/ruleset")
    if set(rules.image.codes) != set(made_for.image.codes):
        values = {"n": len(rules.codes), "found": len(made_for.codes)}
        return Fault("record.card", "unfit.pack", values, "/ruleset")
    if rules.R[C.HAND_SIZE] != made_for.R[C.HAND_SIZE]:
        values = {"n": rules.R[C.HAND_SIZE], "found": made_for.R[C.HAND_SIZE]}
        return Fault("record.hand-size", "unfit.hand", values, "/ruleset")
    return None


def answered(verdict: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes two verdicts the same answer: the status, the refused move, who wins and how much."""
    outcome = verdict["outcome"] or {}
    winner = outcome.get("winner")
    winner = tuple(winner) if isinstance(winner, list) else winner
    refused = verdict["violations"][0]["move"] if verdict["violations"] else None
    return (verdict["status"], refused, winner, outcome.get("game_points"))


def grouped(sides: Sequence[Side]) -> list[list[Side]]:
    """Rulesets with the same answer together, the largest group first."""
    groups: dict[tuple[Any, ...], list[Side]] = {}
    for one in sides:
        groups.setdefault(answered(one.verdict), []).append(one)
    return sorted(groups.values(), key=len, reverse=True)


def answer(group: Sequence[Side]) -> dict[str, Any]:
    """What one group of rulesets says."""
    status, move, winner, points = answered(group[0].verdict)
    found: dict[str, Any] = {"rulesets": [s.id for s in group], "status": status}
    if move is not None:
        found["move"] = move
    if group[0].verdict["outcome"]:
        found |= {"winner": list(winner) if isinstance(winner, tuple) else winner, "game_points": points}
    return found
