"""One hand of a match after the other: its verdict, and how the match stands after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bummerl.grammar import Hand, in_language
from bummerl.interpreter import core as C

from ..adjudication import ruled
from ..judged import STATUSES, Judged
from ..messages import say
from ..outcome import rows_of
from ..patience import for_request
from ..rules import Rules, RulesetLike
from ..values import members, players
from ..verdict import head, unreadable, verdict_of
from .audit import Audit, Page
from .scores import Scores
from .series import Series
from .tally import Ended, Tally, lasting_sides
from .written import Total, Written


class Match:
    """Plays the hands of a match one after the other. `ruleset` and `options` are the caller's, which win; so is
    `cards`, the lexicon to answer in. `written` is the lexicon of the hands that name none.
    """

    def __init__(
        self,
        rules: Rules,
        lang: str,
        explain: bool,
        ruleset: RulesetLike | None = None,
        options: Mapping[str, Any] | None = None,
        cards: str | None = None,
        written: Any = None,
    ) -> None:
        self.rules, self.lang, self.explain = rules, lang, explain
        self.ruleset, self.options, self.cards, self.written = ruleset, options, cards, written
        self.target, self.write = rules.ask(rules.init, rules.match.target), rules.match.write
        sides = lasting_sides(rules)
        self.tally, self.series = Tally([0] * rules.n, sides), Series.of(rules, sides)
        self.running: list[dict[str, Any]] = []
        self.judged: list[Judged | None] = []
        self.stopped: dict[str, Any] | None = None
        self.known = True
        self.patience = for_request()

    def play(self, hands: Sequence[Any], total: Total, names: Any) -> dict[str, Any]:
        """The verdicts, the score, and what was written down wrongly. `hands` are records, or texts that were read."""
        self.audit = Audit(self.rules, self.lang, names)
        self.scores = Scores(self.audit, self.tally, self.target, self.write)
        verdicts = []
        for i, hand in enumerate(hands):
            text = hand if isinstance(hand, Hand) else None
            record = hand if text is None else text.record
            verdicts.append(self.enter(Page(i, Written.read(record, self.rules), text), record))
        if self.known:
            self.scores.total(total, self.series)
        return self.answer(verdicts)

    def answer(self, verdicts: list[dict[str, Any]]) -> dict[str, Any]:
        """The match as a whole."""
        tally, series, seats = self.tally, self.series, self.rules.seats
        over = series.decided_by is not None
        lacking = [self.target - score for score in tally.scores]
        return head(self.rules, "complete" if self.known else "stopped") | {
            "hands": verdicts,
            "running": self.running,
            "sides": [players(self.rules, side) for side in dict.fromkeys(tally.sides)],
            "target": self.target,
            "write": self.write,
            "score": self.scores.as_written(tally.scores),
            "games": dict(zip(seats, series.games, strict=True)),
            "lost": dict(zip(seats, series.lost, strict=True)),
            "carried": tally.carried,
            "next_dealer": None if over else tally.dealer,
            "needs": dict(zip(seats, lacking, strict=True)) if self.target and self.known and not over else None,
            "series": series.to_json(self.rules),
            "stopped": self.stopped,
            "audit": self.audit.findings,
        }

    # ---- a hand
    def enter(self, page: Page, record: Any) -> dict[str, Any]:
        """Judges a hand, audits what stands beside it and writes it down; its verdict."""
        over = self.series.decided_by
        if over is None and self.audit.number(page):
            self.tally.dealer = None
            self.scores.unsure = True
        judged, verdict = self.hand(record, page.text, over is None)
        self.judged.append(judged)
        if over is None:
            self.audit.people(page)
        self.audit.result(page, verdict)
        if over is not None:
            self.audit.find("match.after-end", page, "", over + 1, page.hand, last=over + 1)
            return verdict
        if judged is not None:
            self.audit.played_under(page, judged.rules)
        line = self.count(page, judged, verdict)
        if line is not None:
            self.running.append(line)
        return verdict

    def hand(self, record: Any, hand: Hand | None, follows: bool) -> tuple[Judged | None, dict[str, Any]]:
        """One hand under the match's rules, or its own; the dealer and the points it continues with come from the
        match, if it `follows` the hands before.
        """
        if hand is not None and not hand.readable:
            return None, unreadable(in_language(found, self.lang) for found in hand.problems)
        own, ruleset, options = record, self.ruleset, self.options
        if isinstance(record, Mapping):
            own = dict(record)
            if follows and self.tally.dealer is not None:
                own.setdefault("dealer", self.tally.dealer)
            if follows and self.tally.brought:
                own["brought"] = self.tally.brought
            if self.written is not None:
                own.setdefault("cards", self.written)
            ruleset, options = self.rules_of(own)
        found = ruled(own, ruleset, options, self.lang, hand, self.patience, self.cards)
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

    # ---- the score
    def count(self, page: Page, judged: Judged | None, verdict: Mapping[str, Any]) -> dict[str, Any] | None:
        """Writes a hand down; `None` if nobody can say how the match stands after it."""
        fits = judged is not None and judged.rules.n == self.rules.n
        due, ended = self.tally.dealer, self.ended(page, judged) if fits else None
        self.tally.dealer = None if ended is None else ended.dealer
        self.tally.brought = {} if ended is None else ended.brought
        line = self.line(page, judged if fits else None, ended, due)
        if self.known and ended is not None:
            self.pay(ended, line)
            if ended.taken:
                line["taken"] = "result"
            if self.scores.unsure and self.scores.whole(page) and self.scores.possible(page, follows=False):
                self.take_over(page, line)
            elif not self.scores.unsure:
                self.scores.compare(page, "dealer_due" in line)
        elif self.scores.whole(page) and self.scores.possible(page, follows=self.known):
            self.take_over(page, line)
        else:
            if self.stopped is None:
                why = verdict["status"] if fits or judged is None or not rows_of(judged) else "players"
                message = say(self.lang, f"match.stopped.{why}", n=page.hand)
                self.stopped = {"hand": page.position, "status": verdict["status"], "message": message, "resumed": None}
            self.known = False
            return None
        line["score"] = self.scores.as_written(self.tally.scores)
        line["carried"] = self.tally.carried
        if self.tally.brought:
            line["brought"] = self.tally.brought
        line["game"] = self.game(page, ended or Ended(self.rules, self.rules.init, 0, 0))
        return line | {"next_dealer": None if self.series.decided_by is not None else self.tally.dealer}

    def ended(self, page: Page, judged: Judged | None) -> Ended | None:
        """The hand with its result: that of the rules, or else that which the players wrote down."""
        if judged is None:
            return None
        if rows_of(judged):
            return Ended.of(judged)
        if page.written.result is None:
            return None
        found = Ended.as_written(judged, *page.written.result)
        if found.winner and not found.S[C.LOSER]:
            self.audit.nobody_lost(page)
            return None
        return None if found.continues else found

    def line(self, page: Page, judged: Judged | None, ended: Ended | None, due: str | None) -> dict[str, Any]:
        """The row of a hand on the slate, still without the score."""
        dealer = self.rules.seats[judged.sheet.dealer] if judged is not None and judged.sheet.dealer >= 0 else None
        line: dict[str, Any] = {
            "hand": page.position,
            "in_game": self.series.finished + 1,
            "status": STATUSES[judged.status] if judged is not None else "unreadable",
            "dealer": dealer,
            "winner": players(self.rules, ended.winner) if ended is not None else None,
            "game_points": ended.points if ended is not None else 0,
            "paid": 0,
            "taken": None,
        }
        if ended is not None and ended.pays is not None:
            line["payments"] = ended.pays
        if due is not None and dealer is not None and dealer != due:
            words = self.audit.called(due), self.audit.called(dealer)
            self.audit.find("match.dealer", page, "/dealer", due, dealer, words=words, n=page.hand)
            line |= {"dealer_due": due, "message": self.audit.findings[-1]["message"]}
        return line

    def pay(self, ended: Ended, line: dict[str, Any]) -> None:
        """Writes game points down: to each winner what the hand brings, and what was carried over."""
        tally, winners = self.tally, members(ended.winner)
        paid = ended.each + tally.carried if winners else 0
        if ended.exact and any(tally.scores[i] + paid > self.target for i in winners):
            paid = 0
        new = ended.carry
        tally.carried = new if winners else tally.carried + new
        for i in winners:
            tally.scores[i] += paid
        for i in members(ended.S[C.LOSER]):
            tally.scores[i] -= ended.forfeit
        tally.note()
        ended.show(tally, ended.winner)
        line["paid"] = paid
        if ended.forfeit:
            line["forfeit"] = ended.forfeit

    def take_over(self, page: Page, line: dict[str, Any]) -> None:
        """Goes on from the score that the players wrote down."""
        self.scores.take_over(page)
        line["taken"] = "score"
        if self.stopped is not None and not self.known:
            self.stopped["resumed"] = page.position
        self.known = True

    def game(self, page: Page, ended: Ended) -> dict[str, Any] | None:
        """The game that this hand has won, if the target is reached; the count begins anew."""
        tally, n = self.tally, self.rules.n
        there = [i for i, score in enumerate(tally.scores) if score >= self.target] if self.target else []
        if not there:
            return None
        winner = sum(1 << i for i in there)
        ended.show(tally, winner)
        losers = [i for i in range(n) if not winner >> i & 1]
        units, rule = ended.units(winner, sum(1 << i for i in losers))
        self.series.add(page.position, winner, units)
        self.scores.game_over(page)
        found: dict[str, Any] = {"number": self.series.finished, "winner": players(self.rules, winner), "units": units}
        found["rule"] = rule
        return found | {"cite": ended.rules.ruleset.citations(rule)} if rule else found
