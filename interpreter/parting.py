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
from .messages import say
from .rules import Rules
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
    said = {"message": broken["message"], "cite": broken["cite"], "legal": broken["legal"]}
    return {"ruleset": one.id, "rule": broken["rule"]} | said


def permission(one: Side, other: Side, move: int, lang: str) -> dict[str, Any]:
    """The rule of this ruleset that answers the one by which another refuses, and what it says of the move: the duty
    that was in force, or a rule that does not refuse it, and what it would say if it did. There may be none.
    """
    judged = one.judged
    assert judged is not None
    rules, S = judged.rules, begin(judged.rules, judged.sheet, judged.T)
    skip, rule, message = rules.words[KNOWN_WORD], None, None
    words, seen = Wording(rules, lang, judged.sheet.names), 0
    for token in judged.T[judged.at : len(judged.T) - 1]:
        before = S[:]
        machine.play_on(S, rules.R, judged.T, token)
        if token & C.TOKEN_ROW == skip:
            continue
        if seen == move:
            duty = rules.rule_ids[S[C.DUTY]] if rules.led_card(token) >= 0 else ""
            rule = answering(rules, before, token, other.verdict["violations"][0]["rule"], duty)
            before[C.BLAME] = S[C.BLAME]  # so that whoever made the move is the one that is spoken of
            text = words.text(rule, as_judged(before, rules.led_card(token))) if rule else ""
            message = say(lang, "parting.kept", rule=rule, text=text) if text and rule != duty else text or None
            break
        seen += 1
    return {"ruleset": one.id, "rule": rule, "message": message, "cite": rules.ruleset.citations(rule) if rule else []}


def answering(rules: Rules, S: Ints, token: int, refusing: str, duty: str) -> str | None:
    """The rule that a move was asked instead of the refusing one: the requirement of the same name, the duty in force,
    or the duty of the same name that was not; or else the first requirement, if the move has any.
    """
    tried = list(parts_tried(rules, S, token))
    required = [row.id for part, rows in tried if part not in LADDERS for row in rows]
    duties = [row.id for part, rows in tried if part in LADDERS for row in rows]
    if refusing in required:
        return refusing
    if refusing in duties or not required:
        return duty or (refusing if refusing in duties else None)
    return required[0]


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
                    "message": outcome["message"],
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
