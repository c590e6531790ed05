"""Hands in a row: who deals, what is carried over, what a game is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bummerl.grammar import Hand
from bummerl.interpreter import core as C

from .adjudication import misnumbered, reading
from .judging import GAME_POINTS, STATUSES, WINNER, Judged, judge
from .messages import say, spoken
from .outcome import rows_of
from .record import Fault
from .rules import Rules, Unusable, rules_for
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


def adjudicate_match(
    match: Any,
    *,
    ruleset: Any = None,
    options: Mapping[str, Any] | None = None,
    lang: str = "en",
    explain: bool = False,
    hands: Any = None,
) -> dict[str, Any]:
    """A verdict for each hand of a match, and the running score by the ruleset's `match` part.

    `match` is `{"ruleset": …, "options": …, "hands": [record, …]}`; a hand may leave out what the match says, and
    the dealer, who follows from the hand before. A hand may also be a `Hand` as `read_log` gives it; `hands` are
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
    return Match(rules, lang, explain).play(match["hands"], ruleset, options, hands)


def first_ruleset(hands: Any, given: Any) -> tuple[Any, Any]:
    """The rules of the first hand, where the match itself names none."""
    first = hands[0].record if hands and isinstance(hands[0], Hand) else hands[0] if hands else {}
    first = first if isinstance(first, Mapping) else {}
    return first.get("ruleset"), given if given is not None else first.get("options")


def refused(problems: Any) -> dict[str, Any]:
    """A match that cannot be read at all."""
    found = [p.to_json() for p in problems]
    return {"status": "unreadable", "ruleset": None, "hands": [], "running": [], "score": None, "problems": found}


class Match:
    """Plays the hands of a match one after the other."""

    def __init__(self, rules: Rules, lang: str, explain: bool) -> None:
        self.rules, self.lang, self.explain = rules, lang, explain
        self.part = rules.match
        n = rules.n
        self.tally = Tally([0] * n, [0] * n, [0] * n)
        self.stopped: dict[str, Any] | None = None

    def play(self, records: Any, ruleset: Any, options: Any, hands: Any) -> dict[str, Any]:
        """The verdicts and the score."""
        verdicts, running = [], []
        for i, record in enumerate(records):
            text = record if isinstance(record, Hand) else hands[i] if hands else None
            record = record.record if isinstance(record, Hand) else record
            judged, verdict = self.hand(record, ruleset, options, text)
            verdicts.append(verdict)
            if self.stopped is not None:
                continue
            if judged is not None and rows_of(judged):
                running.append(self.count(i, record, judged))
            else:
                message = say(self.lang, f"match.stopped.{verdict['status']}", n=i + 1)
                self.stopped = {"hand": i, "status": verdict["status"], "message": message}
        tally = self.tally
        return head(self.rules, "stopped" if self.stopped else "complete") | {
            "hands": verdicts,
            "running": running,
            "target": self.part.target,
            "write": self.part.write,
            "score": self.written(tally.scores),
            "games": dict(zip(self.rules.seats, tally.games, strict=True)),
            "carried": tally.carried,
            "next_dealer": tally.dealer,
            "stopped": self.stopped,
        }

    def hand(self, record: Any, ruleset: Any, options: Any, hand: Any) -> tuple[Judged | None, dict[str, Any]]:
        """One hand under the match's rules, or its own; the dealer and the points it continues with come from the
        match.
        """
        if hand is not None and not hand.readable:
            return None, unreadable(hand.problems)
        own = dict(record) if isinstance(record, Mapping) else record
        if isinstance(own, dict) and self.stopped is None:
            if self.tally.dealer is not None:
                own.setdefault("dealer", self.tally.dealer)
            if self.tally.brought:
                own["brought"] = self.tally.brought
        named = isinstance(own, dict) and own.get("ruleset") is not None and ruleset is None
        if not named:
            ruleset, options = self.rules.ruleset, self.rules.options if options is None else options
            if isinstance(own, dict) and isinstance(own.get("options"), Mapping):
                options = {**options, **own["options"]}
        elif options is None and isinstance(own, dict) and own.get("options") is None:
            options = self.rules.options if own["ruleset"] == self.rules.ruleset.id else None
        read = reading(own, ruleset, options, self.lang, hand)
        if read.rules is None or read.sheet is None:
            return None, unreadable(read.problems, read.rules)
        judged = judge(read.rules, read.sheet)
        wrong = misnumbered(judged)
        if wrong is not None:
            return None, unreadable([problem(wrong, self.lang, hand)], read.rules)
        return judged, verdict_of(judged, self.lang, hand, explain=self.explain)

    def count(self, number: int, record: Mapping[str, Any], judged: Judged) -> dict[str, Any]:
        """Writes a hand down: who gets how much, and whether a game is won."""
        part, tally, S = self.part, self.tally, judged.S[:]
        due, winner, points = tally.dealer, judged.row[WINNER], judged.row[GAME_POINTS]
        dealer = self.rules.seats[judged.sheet.dealer] if judged.sheet.dealer >= 0 else None
        paid = points + tally.carried if winner else 0
        if part.exact(S) and any(tally.scores[i] + paid > part.target for i in members(winner)):
            paid = 0
        new = part.carry(S)
        tally.carried = new if winner else tally.carried + new
        for i in members(winner):
            tally.scores[i] += paid
        self.note_nil(S)
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
        tally.brought = {}
        if part.goes_on(S):
            tally.brought = {seat: S[C.POINTS + i] + S[C.BROUGHT + i] for i, seat in enumerate(self.rules.seats)}
            line["brought"] = tally.brought
        line["game"] = self.game(S, winner)
        after = part.dealer(S)
        tally.dealer = self.rules.seats[members(after)[0]] if after else None
        return line | {"next_dealer": tally.dealer}

    def note_nil(self, S: Any) -> None:
        """Remembers the most that each had while the others had nothing, and shows the score to the ruleset's
        conditions.
        """
        tally = self.tally
        for i in range(self.rules.n):
            own = self.rules.side_of(S, 1 << i)
            if not any(tally.scores[k] for k in range(self.rules.n) if not own >> k & 1):
                tally.to_nil[i] = max(tally.to_nil[i], tally.scores[i])
            S[C.SCORE_NOW + i], S[C.TO_NIL + i] = tally.scores[i], tally.to_nil[i]

    def game(self, S: Any, winner: int) -> dict[str, Any] | None:
        """The game that this hand has won, if the target is reached; the count begins anew."""
        part, tally = self.part, self.tally
        if not winner or not part.target or max(tally.scores[i] for i in members(winner)) < part.target:
            return None
        worth, rule = part.units(S)
        for i in members(winner):
            tally.games[i] += worth
        n = self.rules.n
        tally.scores, tally.to_nil, tally.carried = [0] * n, [0] * n, 0
        found: dict[str, Any] = {"winner": players(self.rules, winner), "units": worth, "rule": rule}
        return found | {"cite": self.rules.ruleset.citations(rule)} if rule else found

    def written(self, scores: list[int]) -> dict[str, int]:
        """The score as it stands on the slate: counted up, or down from the target."""
        down = self.part.write == "down"
        return {seat: self.part.target - x if down else x for seat, x in zip(self.rules.seats, scores, strict=True)}
