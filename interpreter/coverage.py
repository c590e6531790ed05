"""Which rules of a ruleset were ever put to the test: by the rulings beside it, or by a file of records.

A rule counts as exercised when it made a difference: a requirement that refused a move, a duty that said which cards
may be played, an end that was reached, a bonus that was given, a row that named the winner or said how much, an
irregularity that was punished, a unit that said what a game is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bummerl.interpreter import core as C
from bummerl.rulesets import Rule, Ruleset, catalogue, load
from bummerl.rulesets.rulings import Played, rulings_of

from . import machine
from .adjudication import ruled
from .explain import decided, holds
from .judged import Judged, begin
from .matches import judged_match
from .outcome import rows_of


@dataclass(slots=True)
class Coverage:
    """What was exercised of one ruleset: the ids of its rules, how often each; and the number of hands looked at.

    `by_kin` are rules that no hand here came to, but a ruling of a ruleset did that has the very same rule:
    one that this extends, or that extends this. The same is what looks at the same and does the same, whatever
    words it is told in.
    """

    ruleset: Ruleset
    hands: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    by_kin: dict[str, str] = field(default_factory=dict)

    def add(self, found: Iterable[str]) -> None:
        """Counts what one more hand has exercised, each rule once."""
        self.hands += 1
        for rule in set(found):
            if rule in self.ruleset.rules:
                self.counts[rule] = self.counts.get(rule, 0) + 1

    @property
    def never(self) -> list[Rule]:
        """The rules that nothing has exercised, in the ruleset's order."""
        return [rule for id, rule in self.ruleset.rules.items() if id not in self.counts and id not in self.by_kin]


def exercised(judged: Judged) -> Iterator[str]:
    """The ids of the rules that one hand has exercised."""
    rules, row = judged.rules, judged.row
    numbers = set(rows_of(judged))
    if judged.status == C.ILLEGAL:
        numbers.add(row[C.V_RULE])
        yield from decided(judged).also
    S = begin(rules, judged.sheet, judged.T)
    for token in judged.T[judged.at : len(judged.T) - 1]:
        played = rules.led_card(token) >= 0
        if machine.play_on(S, rules.R, judged.T, token):
            break
        if played and S[C.DUTY]:
            numbers.add(S[C.DUTY])
    contract = rules.contract(S)
    if S[C.OVER]:
        ends = rules.parts(contract, "ends")
        yield ends[S[C.OVER] - 1].id
        yield from (bonus.id for bonus in rules.parts(contract, "bonuses") if holds(rules, S, bonus))
    yield from (rules.rule_ids[number] for number in numbers)


def by_rulings(ruleset: Ruleset, beside: Path | None = None) -> Coverage:
    """What the rulings beside a ruleset exercise of it. `beside` is its file, if it is not a shipped one."""
    found = Coverage(ruleset)
    for ruling in rulings_of(ruleset.id, beside)[0]:
        if isinstance(ruling, Played):
            cover_match(found, {"hands": [hand.record for hand in ruling.hands]})
        else:
            cover(found, ruling.record)
    return found


def cover(found: Coverage, record: Any) -> None:
    """Adds one record, judged under the ruleset that is looked at."""
    for _, rules in exercised_by(record, found.ruleset)[0]:
        found.add(rules)


def cover_match(found: Coverage, match: Mapping[str, Any]) -> None:
    """Adds the hands of a match, judged one after the other under the ruleset that is looked at."""
    for _, rules in exercised_by_match(match, found.ruleset)[0]:
        found.add(rules)


Exercised = tuple[Ruleset, set[str]]
"""A hand that could be read: the ruleset that it was judged under, and the ids of the rules that it has exercised."""


def exercised_by(record: Any, ruleset: Ruleset | None = None) -> tuple[list[Exercised], dict[int, str]]:
    """What a record exercises of the ruleset, or of the one that it names; or by its number, which is 0, why it cannot
    be read.
    """
    found = ruled(record, ruleset)
    if found.judged is None:
        return [], {0: found.problems[0].message}
    return [(found.judged.rules.ruleset, set(exercised(found.judged)))], {}


def exercised_by_match(match: Any, ruleset: Ruleset | None = None) -> tuple[list[Exercised], dict[int, str]]:
    """What each hand of a match exercises, with the rule that says what the game is worth that it wins; and by its
    number from 0, why a hand cannot be read.
    """
    answer, hands = judged_match(match, ruleset=ruleset)
    if answer["status"] == "unreadable":
        return [], {0: answer["problems"][0]["message"]}
    worth = {line["hand"]: line["game"]["rule"] for line in answer["running"] if line["game"]}
    found = list[Exercised]()
    for number, judged in enumerate(hands):
        if judged is not None:
            rule = worth.get(number)
            found.append((judged.rules.ruleset, {*exercised(judged), *([rule] if rule else [])}))
    unread = (number for number, judged in enumerate(hands) if judged is None)
    return found, {number: answer["hands"][number]["problems"][0]["message"] for number in unread}


def shipped(ids: Iterable[str] = ()) -> list[Coverage]:
    """The coverage of shipped rulesets by their rulings, of those named or of all."""
    asked = list(ids) or [summary.id for summary in catalogue()]
    kin = {id: kinsfolk(id) for id in asked}
    found = {
        id: by_rulings(load(id)) for id in dict.fromkeys([*asked, *(one for each in kin.values() for one in each)])
    }
    for id in asked:
        borrow(found[id], [found[other] for other in kin[id]])
    return [found[id] for id in asked]


def of_house(ruleset: Ruleset, beside: Path) -> Coverage:
    """The coverage of a house ruleset by the rulings beside its file, and by those of the shipped ones it extends."""
    found, games = by_rulings(ruleset, beside), [summary.id for summary in catalogue()]
    above = [one for parent in ruleset.parents if parent in games for one in (parent, *ancestors(parent))]
    borrow(found, [by_rulings(load(one)) for one in dict.fromkeys(above) if one in games])
    return found


def kinsfolk(id: str) -> list[str]:
    """The shipped games that a ruleset extends, and those that extend it, near ones first."""
    above, below = ancestors(id), [other.id for other in catalogue() if id in ancestors(other.id)]
    games = {summary.id for summary in catalogue()}
    return [one for one in [*above, *below] if one in games]


def ancestors(id: str) -> list[str]:
    """What a shipped game extends, in turn."""
    found: list[str] = []
    for parent in load(id).parents:
        found.append(parent)
        if any(summary.id == parent for summary in catalogue()):
            found += ancestors(parent)
    return list(dict.fromkeys(found))


def borrow(mine: Coverage, others: Iterable[Coverage]) -> None:
    """Notes what the rulings of kin exercise of rules that are the very same here."""
    for other in others:
        for rule in mine.never:
            same = other.ruleset.rules.get(rule.id)
            if rule.id in other.counts and same is not None and asks(same) == asks(rule):
                mine.by_kin[rule.id] = other.ruleset.id


def asks(rule: Rule) -> dict[str, Any]:
    """What a rule looks at and does, without its words and sources."""
    return {key: value for key, value in rule.said.items() if key not in ("text", "cite")}
