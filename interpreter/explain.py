"""Why: the rows and requirements that were tried, with the values they saw.

Nothing of this is gathered while replaying. The machine stops in the state in which it refused or ended, and the
conditions are asked once more in that state, by the same machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict

from bummerl.interpreter import core as C

from .image import Row
from .judged import Judged
from .machine import Ints
from .rules import OWN_RULES, Rules
from .values import Value, cards, members, players, value
from .wording import Wording, as_judged

LADDERS: Final = ("lead", "follow")
EVERY_ANSWER: Final = (1 << 60) - 1
"""As if every question about hidden cards were answered yes."""


class Step(TypedDict):
    """A rule that was tried; `fits` are the cards of the hand that a duty leaves, `text` are the words of a rule that
    decided.
    """

    part: str
    rule: str
    condition: str | None
    values: dict[str, Value]
    held: bool
    fits: NotRequired[list[str]]
    text: NotRequired[str]


@dataclass(slots=True)
class Reasons:
    """The values that decided a refusal, and the further rules that the move breaks."""

    facts: dict[str, Value] = field(default_factory=dict)
    also: list[str] = field(default_factory=list)


def decided(judged: Judged) -> Reasons:
    """Why the move was refused."""
    rules, number = judged.rules, judged.row[C.V_RULE]
    token = judged.sheet.tokens[judged.row[C.V_MOVES]]
    S = as_judged(judged.S, rules.led_card(token))
    if number < OWN_RULES:
        return Reasons(basic(rules, S, number))
    for part, rows in parts_tried(rules, S, token):
        for i, row in enumerate(rows):
            if row.number != number:
                continue
            S[C.GUESS], S[C.ASKED] = EVERY_ANSWER, 0
            also = [r.id for r in rows[i + 1 :] if part not in LADDERS and not holds(rules, S, r)]
            return Reasons(values_seen(rules, S, row), also)
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


def parts_tried(rules: Rules, S: Ints, token: int) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """The lists of rules that a move has to pass, in order."""
    move, contract = rules.move_of(token), rules.contract(S)
    if move:
        yield f"require:{move}", rules.parts(contract, f"require:{move}")
        called = rules.call_of(token)
        if called >= 0:
            yield "call", rules.parts(called, "call")
    if rules.led_card(token) >= 0:
        ladder = "follow" if S[C.TRICK_SIZE] else "lead"
        yield ladder, rules.parts(contract, ladder)


def applies(rules: Rules, S: Ints, row: Row) -> bool:
    """Does a rule exist in this state?"""
    return row.asks_when is None or bool(rules.ask(S, row.asks_when))


def holds(rules: Rules, S: Ints, row: Row) -> bool:
    """Does a row hold, or a requirement that need not be asked?"""
    if not applies(rules, S, row):
        return row.asks_that is not None
    return row.asks_that is None or bool(rules.ask(S, row.asks_that))


def values_seen(rules: Rules, S: Ints, row: Row) -> dict[str, Value]:
    """The values that a rule's conditions see, by the words that name them."""
    return {fact.name: value(rules, fact.type, rules.ask(S, fact.program)) for fact in row.seen}


# ---- the trace
def trace(judged: Judged, lang: str) -> list[Step]:
    """For the refused move or the result: each row or requirement tried, its condition, the values it saw, whether
    it held, and in words what decided.
    """
    words = Wording(judged.rules, lang, judged.sheet.names)
    if judged.status == C.ILLEGAL:
        steps = refusal(judged)
        told(steps[-1:], words, as_judged(judged.S, judged.rules.led_card(judged.refused)))
        return steps
    steps = result(judged) if judged.status == C.COMPLETE else []
    told([step for step in steps if step["held"]], words, judged.S)
    return steps


def told(steps: list[Step], words: Wording, S: Ints) -> None:
    """Puts what decided into words."""
    for step in steps:
        if text := words.text(step["rule"], S):
            step["text"] = text


def refusal(judged: Judged) -> list[Step]:
    """The requirements or duties up to the one that refuses."""
    rules, number = judged.rules, judged.row[C.V_RULE]
    token = judged.sheet.tokens[judged.row[C.V_MOVES]]
    S, found = as_judged(judged.S, rules.led_card(token)), list[Step]()
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
    for part, rows in parts_tried(rules, S, token):
        for row in rows:
            found.append(duty(rules, S, part, row) if part in LADDERS else entry(rules, S, part, row))
            if row.number == number:
                return found
    return found


def result(judged: Judged) -> list[Step]:
    """The bonuses, and the rows of the score up to those that gave the result."""
    rules, S, found = judged.rules, judged.S[:], list[Step]()
    contract, chosen = rules.contract(S), judged.row[C.V_RULE]
    for row in rules.parts(contract, "bonuses"):
        found.append(entry(rules, S, "bonuses", row))
    for part in ("score", "tiers"):
        for row in rules.parts(contract, part):
            found.append(entry(rules, S, part, row))
            if found[-1]["held"]:
                break
        if rules.rule_ids[chosen] == found[-1]["rule"]:
            break
    return found


def entry(rules: Rules, S: Ints, part: str, row: Row) -> Step:
    """One row, asked in this state."""
    values, held = values_seen(rules, S, row), holds(rules, S, row)
    return {"part": part, "rule": row.id, "condition": row.said, "values": values, "held": held}


def duty(rules: Rules, S: Ints, part: str, row: Row) -> Step:
    """One line of a ladder: which cards of the hand fit it."""
    found = entry(rules, S, part, row)
    seat = S[C.TURN].bit_length() - 1
    fits, asked = 0, S[:]
    for card in members(S[C.HAND + seat]) if applies(rules, S, row) else ():
        asked[C.CARD] = card
        fits |= (row.asks_that is None or bool(rules.ask(asked, row.asks_that))) << card
    found["fits"], found["held"] = cards(rules, fits), fits != 0
    return found
