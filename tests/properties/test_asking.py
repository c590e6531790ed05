"""The quick question never says anything else than the core: what is told of a finished hand is read off the state in
which the core stopped.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from bummerl.interpreter import core as C
from bummerl.interpreter import legal
from bummerl.interpreter.adjudication import judged
from bummerl.interpreter.asking.answers import Prepared, prepared
from bummerl.interpreter.asking.evaluation import Work
from bummerl.interpreter.asking.question import Enquiry, Outcome
from bummerl.interpreter.asking.table import Table
from bummerl.interpreter.asking.values import Among, Span
from bummerl.interpreter.image.programs import SLOTS
from bummerl.interpreter.judged import Judged
from bummerl.interpreter.outcome import rows_of
from bummerl.rulesets import catalogue
from bummerl.rulesets.facts import FACTS
from hypothesis import given

from ..strategies import RARELY, Record, bare, choose, deal, examples, seeds
from ..tables import FOREIGN, draw_options, game, ruleset

EVERY = (*sorted(summary.id for summary in catalogue()), *FOREIGN)
FIGURES = {"tricks": C.TRICKS, "card_points": C.CARD_POINTS, "meld_points": C.MELD_POINTS, "points": C.POINTS}
OWN = {"own_tricks": C.TRICKS, "own_points": C.POINTS, "brought": C.BROUGHT}
MORE_QUESTIONS = 4
"""Besides one for each fact of the table: facts about cards have no place in its list."""


def finished(name: str, rng: Random) -> Judged | None:
    """A random hand of a ruleset under random house rules, played to its end; now and then a word ends it early."""
    options = draw_options(name, rng)
    record: Record = {**deal(game(name, options), rng), "options": dict(options)}
    for _ in range(120):
        tokens = legal(record, ruleset=ruleset(name))
        if not tokens:
            break
        last_words = [token for token in tokens if bare(token) in RARELY]
        early = last_words and rng.random() < 0.05
        record["moves"].append(rng.choice(last_words) if early else choose(tokens, rng))
    done = judged(record, ruleset(name))
    return done if done.status == C.COMPLETE else None


def told(table: Table, done: Judged) -> dict[str, Among]:
    """All facts of the state in which a hand ended. Points are told without the bonuses that came with the end."""
    rules, S, found = done.rules, done.S, dict[str, Any]()

    def figure(row: int, seats: list[int]) -> int:
        return sum(S[row + i] - (S[C.BONUS + i] if row == C.POINTS else 0) for i in seats)

    for name, kept in rules.memory.items():
        if kept.each:
            found |= {f"{seat}.{name}": S[kept.at + i] for i, seat in enumerate(rules.seats)}
        elif kept.type not in ("cards", "suits"):
            found[name] = S[kept.at]
    found |= {name: S[SLOTS[name]] for name, fact in FACTS.items() if name in SLOTS and fact.type != "cards"}
    found |= {"talon.size": S[C.TALON_SIZE], "last_move": rules.move_names[S[C.LAST_MOVE]]}
    for i, seat in enumerate(rules.seats):
        side = rules.side_of(S, 1 << i)
        partners = [k for k in range(rules.n) if side >> k & 1]
        found |= {f"{seat}.{member}": figure(row, partners) for member, row in FIGURES.items()}
        found |= {f"{seat}.{member}": figure(row, [i]) for member, row in OWN.items()}
    kinds = {name: table.kind(name) for name in found}
    return {name: among(kinds[name], value) for name, value in found.items() if kinds[name] is not None}


def among(kind: str | None, value: Any) -> Among:
    """A value as the quick question has it."""
    if kind == "number":
        return Span(value, value)
    return frozenset((bool(value) if kind == "truth" else value,))


def told_when_asked(table: Table, done: Judged, facts: dict[str, Among], fact: str) -> Among:
    """What somebody answers who knows the hand: what has no name of its own is worked out by the core."""
    if fact not in facts:
        node, scope = table.hidden[fact]
        S = done.S[:]
        for name, value in scope.items():
            S[{"winner": C.WINNER, "loser": C.LOSER, "player": C.PLAYER}[name]] = value
        facts[fact] = among(node.type, done.rules.image.evaluate(S, node))
    return facts[fact]


def expected(done: Judged) -> tuple[Any, ...]:
    """What the core says: who wins, how much, by which rows."""
    ids = tuple(done.rules.rule_ids[i] for i in rows_of(done))
    return done.row[C.V_WINNER], done.row[C.V_POINTS], ids


def allows(outcome: Outcome, truth: tuple[Any, ...]) -> bool:
    """Is this what the core says, as far as it goes?"""
    winner, points, ids = truth
    fits = outcome.points.least <= points <= outcome.points.most
    return outcome.winner == winner and fits and tuple(dict.fromkeys(outcome.because)) == ids


@pytest.mark.parametrize("name", EVERY)
@given(rng=seeds())
@examples(4)
def test_what_is_told_never_contradicts_the_core_and_asking_comes_to_its_answer(name: str, rng: Random) -> None:
    done = finished(name, rng)
    if done is None:
        return
    found: Prepared = prepared(done.rules)
    enquiry = Enquiry(found.table, found.certainty, Work(10**8))
    facts, truth = told(found.table, done), expected(done)
    for share in (1.0, 0.7, 0.3, 0.0):
        known, standing = enquiry.resolve({fact: facts[fact] for fact in sorted(facts) if rng.random() < share})
        asked = list[str]()
        while standing.decided is None:
            assert any(allows(outcome, truth) for outcome in standing.outcomes), (known, truth, standing)
            asked.append(enquiry.next_fact(known))
            assert len(asked) <= len(found.table.facts) + MORE_QUESTIONS, asked
            answer = told_when_asked(found.table, done, facts, asked[-1])
            known, standing = enquiry.resolve({**known, asked[-1]: answer})
        assert allows(standing.decided, truth), (known, truth, standing)
        assert len(set(asked)) == len(asked)
