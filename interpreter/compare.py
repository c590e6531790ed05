"""The same record under several rulesets: where, and by which rule, they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bummerl.grammar import Hand
from bummerl.interpreter import core as C

from . import machine
from .adjudication import ruled
from .explain import parts_tried
from .image import KNOWN_WORD
from .judged import Judged, begin
from .machine import Ints
from .messages import spoken
from .patience import Patience, for_request
from .rules import RulesetLike
from .verdict import unreadable, verdict_of
from .wording import Wording, as_judged


class Side(NamedTuple):
    """One ruleset's reading of the record."""

    id: str
    judged: Judged | None
    verdict: dict[str, Any]
    ignored: list[str]


def compare(
    record: Any,
    rulesets: Sequence[RulesetLike],
    *,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    hand: Hand | None = None,
) -> dict[str, Any]:
    """Each ruleset's verdict on the record, and what they differ in.

    `rulesets` are ids or whole house rulesets. Options count for every ruleset that has them; `options_ignored`
    names those it has not. `groups` puts rulesets with the same answer together, the largest group first; `parts`
    lists each move that some refuse and others allow, then the results if they differ, with the rule of each
    side; `inapplicable` says which rulesets cannot read the record, and why. `agree` is true if there is one
    answer.
    """
    lang = spoken(lang)
    patience = for_request()
    sides = [side(record, ruleset, options, lang, hand, patience) for ruleset in rulesets]
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
) -> Side:
    """The record under one ruleset, with the options that it has."""
    id = ruleset.get("ruleset") if isinstance(ruleset, Mapping) else getattr(ruleset, "id", ruleset)
    own = record.get("options") if isinstance(record, Mapping) else None
    given = options if options is not None else own
    found, ignored = ruled(record, ruleset, given, lang, hand, patience), list[str]()
    if found.rules is None and isinstance(given, Mapping) and all(p.code == "record.option" for p in found.problems):
        bare = ruled(record, ruleset, {}, lang, hand, patience)
        if bare.rules is not None:
            known = bare.rules.options
            ignored = [name for name in given if name not in known]
            own = {name: v for name, v in given.items() if name in known}
            found = ruled(record, ruleset, own, lang, hand, patience)
    if found.judged is None:
        return Side(str(id), None, unreadable(found.problems, found.rules), ignored)
    return Side(str(id), found.judged, verdict_of(found.judged, lang, hand), ignored)


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


def moves_apart(sides: Sequence[Side], lang: str) -> list[dict[str, Any]]:
    """The moves that some rulesets refuse as the first illegal one while others have accepted them."""
    refused = sorted({s.judged.row[C.V_MOVES] for s in sides if s.judged and s.judged.status == C.ILLEGAL})
    found = []
    for move in refused:
        against = [s for s in sides if s.judged and s.judged.status == C.ILLEGAL and s.judged.row[C.V_MOVES] == move]
        accept = [s for s in sides if s.judged and s.judged.row[C.V_MOVES] > move]
        if accept:
            found.append(
                {
                    "kind": "move",
                    "move": move,
                    "token": against[0].verdict["violations"][0]["token"],
                    "illegal": [refusal(s) for s in against],
                    "legal": [permission(s, against[0], move, lang) for s in accept],
                }
            )
    return found


def refusal(one: Side) -> dict[str, Any]:
    """The rule by which a ruleset refuses the move."""
    broken = one.verdict["violations"][0]
    said = {"text": broken["message"], "cite": broken["cite"], "legal": broken["legal"]}
    return {"ruleset": one.id, "rule": broken["rule"]} | said


def permission(one: Side, other: Side, move: int, lang: str) -> dict[str, Any]:
    """The rule of this ruleset that answers the one by which another refuses: the duty that was in force, or the
    requirement of the same name that held. There may be none.
    """
    judged = one.judged
    assert judged is not None
    rules, S = judged.rules, begin(judged.rules, judged.sheet, judged.T)
    skip, rule = rules.words[KNOWN_WORD], None
    tokens = list(judged.T[judged.at : len(judged.T) - 1])
    seen = 0
    for token in tokens:
        if token & C.TOKEN_ROW != skip:
            if seen == move:
                rule = in_force(judged, S, token, other.verdict["violations"][0]["rule"])
                break
            seen += 1
        machine.play_on(S, rules.R, judged.T, token)
    text = Wording(rules, lang, judged.sheet.names).text(rule, as_judged(S)) if rule else ""
    cite = rules.ruleset.citations(rule) if rule else []
    return {"ruleset": one.id, "rule": rule, "text": text or None, "cite": cite}


def in_force(judged: Judged, S: Ints, token: int, refusing: str) -> str | None:
    """The id of the rule that this move had to meet."""
    rules = judged.rules
    for _, rows in parts_tried(rules, S, token):
        if any(row.id == refusing for row in rows):
            return refusing
    if rules.played_card(token) >= 0:
        after = S[:]
        machine.play_on(after, rules.R, judged.T, token)
        return rules.rule_ids[after[C.DUTY]] or None
    return None


def results_apart(groups: Sequence[Sequence[Side]], lang: str) -> list[dict[str, Any]]:
    """The results, if there are several, with the row that gave each."""
    ended = [[s for s in group if s.verdict["outcome"]] for group in groups]
    ended = [group for group in ended if group]
    if len(ended) < 2:
        return []
    found = []
    for group in ended:
        for one in group:
            outcome = one.verdict["outcome"]
            found.append(
                {
                    "ruleset": one.id,
                    "winner": outcome["winner"],
                    "game_points": outcome["game_points"],
                    "rule": outcome["rule"],
                    "because": outcome["because"],
                    "text": outcome["message"],
                    "cite": outcome["cite"],
                }
            )
    return [{"kind": "result", "results": found}]
