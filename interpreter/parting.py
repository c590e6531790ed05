"""Where rulesets part over one record: the moves that some refuse and others allow, and the results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bummerl.interpreter import core as C

from . import machine
from .explain import LADDERS, parts_tried
from .image import KNOWN_WORD
from .judged import Judged, begin
from .machine import Ints
from .wording import Wording, as_judged

_WORD: Final = re.compile(r"[a-z_][a-z0-9_]*")


class Side(NamedTuple):
    """One ruleset's reading of the record; without `judged` it cannot be applied."""

    id: str
    judged: Judged | None
    verdict: dict[str, Any]
    ignored: list[str]


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
    """The rule of this ruleset that answers the one by which another refuses: the requirement of the same name that
    held, or the first that the move has, or the duty that was in force. There may be none.
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
    rules, first = judged.rules, None
    for part, rows in parts_tried(rules, S, token):
        if any(row.id == refusing for row in rows):
            return refusing
        if first is None and part not in LADDERS:
            first = next((row.id for row in rows), None)
    if first is not None:
        return first
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
    return [{"kind": "result", "results": found, "terms": terms_apart([group[0] for group in ended])}]


def terms_apart(sides: Sequence[Side]) -> list[dict[str, Any]]:
    """The terms on which the rows that decided rest and which the rulesets, one of each answer, define differently."""
    said = {one.id: terms_of(one) for one in sides}
    names = dict.fromkeys(name for terms in said.values() for name in terms)
    found = []
    for name in names:
        says = [{"ruleset": id, "says": terms[name]} for id, terms in said.items() if name in terms]
        if len({one["says"] for one in says}) > 1:
            found.append({"name": name, "definitions": says})
    return found


def terms_of(one: Side) -> dict[str, str]:
    """The terms that the rows which gave a result use, in turn, as the ruleset writes them; its options as chosen."""
    assert one.judged is not None
    rules = one.judged.rules
    terms = {**rules.ruleset.data.get("terms", {})}
    found: dict[str, str] = {}
    rows = [rules.ruleset.rules[id].said for id in one.verdict["outcome"]["because"] if id in rules.ruleset.rules]
    left = [str(value) for row in rows for key, value in row.items() if key not in ("id", "text", "cite")]
    while left:
        for word in _WORD.findall(left.pop()):
            if word in terms and word not in found:
                found[word] = str(terms[word])
                left.append(found[word])
    return found
