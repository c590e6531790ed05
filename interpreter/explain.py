"""Why: the rows and requirements that were tried, with the values they saw.

Nothing of this is gathered while replaying. The machine stops in the state in which it refused or ended, and the
conditions are asked once more in that state, by the same machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bummerl.interpreter import core as C

from .judging import CHECKED, COMPLETE, ILLEGAL, RULE, Judged
from .machine import Ints
from .rules import OWN_RULES, Rules
from .values import Value, cards, players, value
from .wording import as_judged

ON_CARDS = (".suit", ".rank", ".colour", ".points", ".printed_suit")
EVERY_ANSWER = (1 << 60) - 1
"""As if every question about hidden cards were answered yes."""


@dataclass(slots=True)
class Reasons:
    """The values that decided a refusal, and the further rules that the move breaks."""

    facts: dict[str, Value] = field(default_factory=dict)
    also: list[str] = field(default_factory=list)


def decided(judged: Judged) -> Reasons:
    """Why the move was refused."""
    rules, number = judged.rules, judged.row[RULE]
    token = judged.sheet.tokens[judged.row[CHECKED]]
    S = as_judged(judged.S, rules.led_card(token))
    if number < OWN_RULES:
        return Reasons(basic(rules, S, number))
    for part in parts_tried(rules, S, token):
        rows = rules.parts(rules.contract(S), part)
        for i, row in enumerate(rows):
            if row.number != number:
                continue
            S[C.GUESS], S[C.ASKED] = EVERY_ANSWER, 0
            facts = {**facts_of(rules, S, row.when), **facts_of(rules, S, row.that)}
            requirement = part not in ("lead", "follow")
            also = [r.id for r in rows[i + 1 :] if requirement and not holds(rules, S, r)]
            return Reasons(facts, also)
    return Reasons()


def basic(rules: Rules, S: Ints, number: int) -> dict[str, Value]:
    """What decides the five rules that every table has."""
    if number == C.TABLE_TURN:
        return {"turn": players(rules, S[C.TURN])}
    if number == C.TABLE_STAGE:
        return {"stage": stage_name(rules, S)}
    if number == C.TABLE_DRAW:
        drawn = [S[C.DRAWN + i] for i in range(S[C.JUST_DRAWN])]
        return {"drawn": ["?" if card < 0 else rules.codes[card] for card in drawn]}
    return {}


def stage_name(rules: Rules, S: Ints) -> str:
    """The name of the stage, such as bidding or play."""
    return rules.stages[(S[C.STAGE] - rules.R[C.STAGES]) // C.G_WIDTH]


def parts_tried(rules: Rules, S: Ints, token: int) -> Iterator[str]:
    """The lists of rules that a move has to pass, in order."""
    move = rules.move_of(token)
    if move:
        yield f"require:{move}"
        if rules.moves.get(move) == "contract":
            yield "call"
    if rules.led_card(token) >= 0:
        yield "follow" if S[C.TRICK_SIZE] else "lead"


def holds(rules: Rules, S: Ints, row: Any) -> bool:
    """Does a row hold, or a requirement that need not be asked?"""
    if row.when is not None and not rules.evaluate(S, row.when):
        return row.that is not None
    return row.that is None or bool(rules.evaluate(S, row.that))


# ---- the values a condition rests on
def leaves(node: Any) -> Iterator[Any]:
    """The facts in a condition: what is read off the table, not what is made of it."""
    if node is None or node.op == "const":
        return
    if node.op in ("attr", "mem", "talon_size", "each"):
        if node.value not in ("card", "player", "actor"):
            yield node
    elif node.op in ON_CARDS:
        yield from leaves(node.args[0])
    elif node.op.startswith((".", "where_", "most_", "least_")):
        if not node.deps & {"card", "player"}:
            yield node
    else:
        for arg in node.args:
            yield from leaves(arg)


def facts_of(rules: Rules, S: Ints, node: Any) -> dict[str, Value]:
    """The values that a condition saw, by the words that name them."""
    found: dict[str, Value] = {}
    for leaf in leaves(node):
        name = (
            leaf.value if leaf.op in ("attr", "mem") else "talon.size" if leaf.op == "talon_size" else str(leaf.source)
        )
        if name not in found:
            found[name] = value(rules, leaf.type, rules.evaluate(S, leaf))
    return found


# ---- the trace
def trace(judged: Judged) -> list[dict[str, Any]]:
    """For the refused move or the result: each row or requirement tried, its condition, the values it saw, whether
    it held.
    """
    if judged.status == ILLEGAL:
        return refusal(judged)
    return result(judged) if judged.status == COMPLETE else []


def refusal(judged: Judged) -> list[dict[str, Any]]:
    """The requirements or duties up to the one that refuses."""
    rules, number = judged.rules, judged.row[RULE]
    token = judged.sheet.tokens[judged.row[CHECKED]]
    S, found = as_judged(judged.S, rules.led_card(token)), []
    S[C.GUESS], S[C.ASKED] = EVERY_ANSWER, 0
    if number < OWN_RULES:
        return [
            {
                "part": "basics",
                "rule": rules.rule_ids[number],
                "condition": None,
                "values": basic(rules, S, number),
                "held": False,
            }
        ]
    for part in parts_tried(rules, S, token):
        for row in rules.parts(rules.contract(S), part):
            found.append(duty(rules, S, part, row) if part in ("lead", "follow") else entry(rules, S, part, row))
            if row.number == number:
                return found
    return found


def result(judged: Judged) -> list[dict[str, Any]]:
    """The bonuses, and the rows of the score up to those that gave the result."""
    rules, S, found = judged.rules, judged.S[:], []
    contract, chosen = rules.contract(S), judged.row[RULE : RULE + 2]
    for row in rules.parts(contract, "bonuses"):
        found.append(entry(rules, S, "bonuses", row))
    for part in ("score", "tiers"):
        for row in rules.parts(contract, part):
            found.append(entry(rules, S, part, row))
            if found[-1]["held"]:
                break
        if rules.rule_ids[chosen[0]] == found[-1]["rule"]:
            break
    return found


def entry(rules: Rules, S: Ints, part: str, row: Any) -> dict[str, Any]:
    """One row, asked in this state."""
    conditions = [node for node in (row.when, row.that) if node is not None]
    facts: dict[str, Value] = {}
    for node in conditions:
        facts |= facts_of(rules, S, node)
    return {"part": part, "rule": row.id, "condition": condition(row), "values": facts, "held": holds(rules, S, row)}


def duty(rules: Rules, S: Ints, part: str, row: Any) -> dict[str, Any]:
    """One line of a ladder: which cards of the hand fit it."""
    found = entry(rules, S, part, row)
    seat = S[C.TURN].bit_length() - 1
    applies = row.when is None or bool(rules.evaluate(S, row.when))
    fits, S = 0, S[:]
    for card in range(len(rules.codes)) if applies else ():
        if S[C.HAND + seat] >> card & 1:
            S[C.CARD] = card
            fits |= bool(row.that is None or rules.evaluate(S, row.that)) << card
    return found | {"fits": cards(rules, fits), "held": fits != 0}


def condition(row: Any) -> str | None:
    """A row's condition as its author wrote it."""
    texts = [str(node.source.text) for node in (row.when, row.that) if node is not None and node.source is not None]
    return ": ".join(texts) or None
