"""Hands in a row: who deals, what is carried over, what a game is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bummerl.grammar import Hand, Problem
from bummerl.interpreter import core as C

from .adjudication import ruled
from .judged import STATUSES, Judged
from .messages import say, spoken
from .outcome import rows_of
from .patience import for_request
from .record import Fault
from .rules import Rules, RulesetLike, Unusable, rules_for
from .values import members, players
from .verdict import head, problem, unreadable, verdict_of


@dataclass(slots=True)
class Tally:
    """How a match stands. Game points are counted up here, however they are written."""

    scores: list[int]
    to_nil: list[int]
    games: list[int]
    carried: int = 0
    brought: dict[str, int] = field(default_factory=dict)
    dealer: str | None = None


class Ended:
    """A hand that is over, as the match looks at it: the ruleset's match part, asked in the state in which it ended. A
    hand may have rules of its own, so the expressions are those of the same image as the state.
    """

    def __init__(self, judged: Judged) -> None:
        self.rules, self.part, self.S = judged.rules, judged.rules.match, judged.S[:]
        self.others = [way.S for way in judged.ways]

    def ask(self, program: int) -> int:
        """The value of one of the match's expressions."""
        return self.rules.ask(self.S, program)

    def show(self, tally: Tally) -> None:
        """Shows the score to the ruleset's conditions; before, remembers the most that each had while the others had
        nothing.
        """
        n = self.rules.n
        for i in range(n):
            own = self.rules.side_of(self.S, 1 << i)
            if not any(tally.scores[k] for k in range(n) if not own >> k & 1):
                tally.to_nil[i] = max(tally.to_nil[i], tally.scores[i])
            self.S[C.SCORE_NOW + i], self.S[C.TO_NIL + i] = tally.scores[i], tally.to_nil[i]

    @property
    def dealer(self) -> str | None:
        """Who deals the next hand; nobody, if that hangs on what was not recorded of this one."""
        after = members(self.ask(self.part.dealer))
        if not after or any(members(self.rules.ask(S, self.part.dealer)) != after for S in self.others):
            return None
        return self.rules.seats[after[0]]

    @property
    def carry(self) -> int:
        """Game points that this hand adds to the next one that somebody wins."""
        return self.ask(self.part.carry)

    @property
    def exact(self) -> bool:
        """Does a hand that overshoots the target not count?"""
        return bool(self.ask(self.part.exact))

    @property
    def brought(self) -> dict[str, int]:
        """The card points that are brought into the next hand, if they are."""
        if not self.ask(self.part.goes_on):
            return {}
        S = self.S
        return {seat: S[C.POINTS + i] + S[C.BROUGHT + i] for i, seat in enumerate(self.rules.seats)}

    def units(self) -> tuple[int, str | None]:
        """What the finished game is worth, and by which rule."""
        for unit in self.part.units:
            if self.ask(unit.when):
                return self.ask(unit.worth), unit.id
        return 1, None


def adjudicate_match(
    match: Any,
    *,
    ruleset: RulesetLike | None = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    explain: bool = False,
    hands: Sequence[Hand | None] | None = None,
) -> dict[str, Any]:
    """A verdict for each hand of a match, and the running score by the ruleset's `match` part.

    `match` is `{"ruleset": …, "options": …, "hands": [record, …]}`; a hand may leave out what the match says, and
    the dealer, who follows from the hand before; its own `options` are laid over those of the match, `options` given
    here win over both. A hand may also be a `Hand` as `read_log` gives it; `hands` are
    the same hands as read from a text, for lines and columns. The score stops at the first hand that has no
    result; the hands behind it still get their verdicts.
    """
    lang = spoken(lang)
    if not isinstance(match, Mapping) or not isinstance(match.get("hands"), list | tuple):
        return refused(
            [problem(Fault("record.type", "type.match", {}, "" if not isinstance(match, Mapping) else "/hands"), lang)]
        )
    source = ruleset if ruleset is not None else match.get("ruleset")
    given = options if options is not None else match.get("options")
    if source is None:
        source, given = first_ruleset(match["hands"], given)
    try:
        rules = rules_for(source, given)
    except Unusable as error:
        return refused(error.problems)
    return Match(rules, lang, explain, ruleset, options).play(match["hands"], hands)


def first_ruleset(hands: Sequence[Any], given: Any) -> tuple[Any, Any]:
    """The rules of the first hand, where the match itself names none."""
    first = hands[0].record if hands and isinstance(hands[0], Hand) else hands[0] if hands else {}
    first = first if isinstance(first, Mapping) else {}
    return first.get("ruleset"), given if given is not None else first.get("options")


def refused(problems: Iterable[Problem]) -> dict[str, Any]:
    """A match that cannot be read at all."""
    found = [p.to_json() for p in problems]
    return {"status": "unreadable", "ruleset": None, "hands": [], "running": [], "score": None, "problems": found}


class Match:
    """Plays the hands of a match one after the other. `ruleset` and `options` are the caller's, which win."""

    def __init__(
        self,
        rules: Rules,
        lang: str,
        explain: bool,
        ruleset: RulesetLike | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules, self.lang, self.explain = rules, lang, explain
        self.ruleset, self.options = ruleset, options
        self.target, self.write = rules.ask(rules.init, rules.match.target), rules.match.write
        n = rules.n
        self.tally = Tally([0] * n, [0] * n, [0] * n)
        self.stopped: dict[str, Any] | None = None
        self.patience = for_request()

    def play(self, records: Sequence[Any], hands: Sequence[Hand | None] | None) -> dict[str, Any]:
        """The verdicts and the score."""
        verdicts, running = [], []
        for i, record in enumerate(records):
            text = record if isinstance(record, Hand) else hands[i] if hands else None
            judged, verdict = self.hand(record.record if isinstance(record, Hand) else record, text)
            verdicts.append(verdict)
            if self.stopped is not None:
                continue
            if judged is not None and rows_of(judged) and judged.rules.n == self.rules.n:
                running.append(self.count(i, judged))
            else:
                why = "players" if judged is not None and rows_of(judged) else verdict["status"]
                message = say(self.lang, f"match.stopped.{why}", n=i + 1)
                self.stopped = {"hand": i, "status": verdict["status"], "message": message}
        tally = self.tally
        return head(self.rules, "stopped" if self.stopped else "complete") | {
            "hands": verdicts,
            "running": running,
            "target": self.target,
            "write": self.write,
            "score": self.written(tally.scores),
            "games": dict(zip(self.rules.seats, tally.games, strict=True)),
            "carried": tally.carried,
            "next_dealer": tally.dealer,
            "stopped": self.stopped,
        }

    def hand(self, record: Any, hand: Hand | None) -> tuple[Judged | None, dict[str, Any]]:
        """One hand under the match's rules, or its own; the dealer and the points it continues with come from the
        match.
        """
        if hand is not None and not hand.readable:
            return None, unreadable(hand.problems)
        own, ruleset, options = record, self.ruleset, self.options
        if isinstance(record, Mapping):
            own = dict(record)
            if self.stopped is None:
                if self.tally.dealer is not None:
                    own.setdefault("dealer", self.tally.dealer)
                if self.tally.brought:
                    own["brought"] = self.tally.brought
            ruleset, options = self.rules_of(own)
        found = ruled(own, ruleset, options, self.lang, hand, self.patience)
        if found.judged is None:
            return None, unreadable(found.problems, found.rules)
        return found.judged, verdict_of(found.judged, self.lang, hand, explain=self.explain)

    def rules_of(self, own: Mapping[str, Any]) -> tuple[RulesetLike | None, Any]:
        """Under which ruleset and options a hand is judged, as far as it does not say so itself."""
        said = own.get("options")
        if self.ruleset is None and own.get("ruleset") is not None:
            same = said is None and own["ruleset"] == self.rules.ruleset.id
            return None, self.rules.options if self.options is None and same else self.options
        if self.options is not None or said is None:
            return self.rules.ruleset, self.rules.options
        return self.rules.ruleset, {**self.rules.options, **said} if isinstance(said, Mapping) else said

    def count(self, number: int, judged: Judged) -> dict[str, Any]:
        """Writes a hand down: who gets how much, and whether a game is won."""
        tally, ended = self.tally, Ended(judged)
        due, winner, points = tally.dealer, judged.row[C.V_WINNER], judged.row[C.V_POINTS]
        dealer = self.rules.seats[judged.sheet.dealer] if judged.sheet.dealer >= 0 else None
        paid = points + tally.carried if winner else 0
        if ended.exact and any(tally.scores[i] + paid > self.target for i in members(winner)):
            paid = 0
        new = ended.carry
        tally.carried = new if winner else tally.carried + new
        for i in members(winner):
            tally.scores[i] += paid
        ended.show(tally)
        line: dict[str, Any] = {
            "hand": number,
            "status": STATUSES[judged.status],
            "dealer": dealer,
            "winner": players(self.rules, winner),
            "game_points": points,
            "paid": paid,
            "score": self.written(tally.scores),
            "carried": tally.carried,
        }
        if due is not None and dealer is not None and dealer != due:
            line["dealer_due"] = due
            line["message"] = say(self.lang, "match.dealer", n=number + 1, expected=due, stated=dealer)
        tally.brought = ended.brought
        if tally.brought:
            line["brought"] = tally.brought
        line["game"] = self.game(ended, winner)
        tally.dealer = ended.dealer
        return line | {"next_dealer": tally.dealer}

    def game(self, ended: Ended, winner: int) -> dict[str, Any] | None:
        """The game that this hand has won, if the target is reached; the count begins anew."""
        tally = self.tally
        if not winner or not self.target or max(tally.scores[i] for i in members(winner)) < self.target:
            return None
        worth, rule = ended.units()
        for i in members(winner):
            tally.games[i] += worth
        n = self.rules.n
        tally.scores, tally.to_nil, tally.carried = [0] * n, [0] * n, 0
        found: dict[str, Any] = {"winner": players(self.rules, winner), "units": worth, "rule": rule}
        return found | {"cite": ended.rules.ruleset.citations(rule)} if rule else found

    def written(self, scores: list[int]) -> dict[str, int]:
        """The score as it stands on the slate: counted up, or down from the target."""
        down = self.write == "down"
        return {seat: self.target - x if down else x for seat, x in zip(self.rules.seats, scores, strict=True)}
