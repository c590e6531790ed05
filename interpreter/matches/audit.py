"""What was written down wrongly in a match, each with its hand, its place, and what it should have been."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bummerl.grammar import Hand

from ..messages import say
from ..rules import Rules
from ..values import members, players
from .written import Written


class Page(NamedTuple):
    """A hand of the match as it was written: its position from 0, what stands beside it, its text if it has one."""

    position: int
    written: Written
    text: Hand | None = None

    @property
    def hand(self) -> int:
        """Which hand it is for people, who count from 1."""
        return self.position + 1


class Audit:
    """Collects the findings of a match, in the order of its hands."""

    def __init__(self, rules: Rules, lang: str, names: Any) -> None:
        self.rules, self.lang = rules, lang
        self.findings: list[dict[str, Any]] = []
        self.seats = Written.read({"players": names}, rules).names
        self.numbered: Page | None = None

    def find(
        self,
        code: str,
        page: Page | None,
        part: str,
        due: Any,
        said: Any,
        message: str | None = None,
        words: tuple[str, str] | None = None,
        **values: Any,
    ) -> None:
        """Notes one thing that is wrong. `part` is the pointer to it in the hand's record, or in the match's if there
        is no hand; `due` is what it should be, `said` what it is, `words` both of them for people; `message` is the
        sentence's name, if it is not the code.
        """
        pointer = part if page is None else f"/hands/{page.position}{part}"
        found: dict[str, Any] = {"code": code, "hand": None if page is None else page.position, "pointer": pointer}
        if page is not None:
            values["hand"] = page.hand
        if page is not None and page.text is not None:
            found |= place(page.text, part)
        values["expected"], values["stated"] = words or (due, said)
        sentence = say(self.lang, message or code, **values)
        self.findings.append(found | {"expected": due, "stated": said, "message": sentence})

    # ---- what stands at the head of a hand
    def number(self, page: Page) -> bool:
        """Compares a hand's number with those before it; true if hands before it are missing."""
        number, last = page.written.number, self.numbered
        if number is None:
            return False
        due = last.written.number + page.position - last.position if last and last.written.number else page.hand
        self.numbered = page
        if number > due:
            self.find("match.missing-hand", page, "/number", due, number, n=number - due)
        elif number < due:
            self.find("match.hand-number", page, "/number", due, number)
        return number > due

    def people(self, page: Page) -> None:
        """Compares who sits where with the hands before."""
        for seat, name in page.written.names.items():
            before = self.seats.get(seat)
            if before is not None and before.strip().casefold() != name.strip().casefold():
                self.find("match.players", page, f"/players/{seat}", before, name, seat=seat)
        self.seats |= page.written.names

    def played_under(self, page: Page, rules: Rules) -> None:
        """Compares a hand's ruleset and options with those of the match."""
        if rules is self.rules:
            return
        own, due = named(rules), named(self.rules)
        if rules.header != self.rules.header:
            self.find("match.rules", page, "/ruleset", due, own)
        elif rules.options != self.rules.options:
            self.find("match.rules", page, "/options", due, own)

    # ---- what it says of itself
    def result(self, page: Page, verdict: Mapping[str, Any]) -> None:
        """Tells a result that the hand does not give."""
        check, outcome = verdict.get("result_check"), verdict.get("outcome")
        if not check or check["agrees"] is not False or not outcome:
            return
        due = {key: outcome[key] for key in ("winner", "game_points")}
        words = self.outcome_in_words(due), self.outcome_in_words(due | check["stated"])
        self.find("match.result", page, "/result", due, check["stated"], words=words)

    def nobody_lost(self, page: Page) -> None:
        """Tells a result by which everyone has won, of a hand that has none of its own."""
        assert page.written.result is not None
        winner, points = page.written.result
        said = {"winner": self.won_by(winner), "game_points": points}
        words = "", self.outcome_in_words(said)
        self.find("match.result", page, "/result", None, said, "match.result.everyone", words)

    def won_by(self, seats: int) -> str | list[str] | None:
        """Seats as JSON."""
        return players(self.rules, seats)

    # ---- in words
    def called(self, seats: str | Sequence[str] | None) -> str:
        """Players by their names, if the record has them; else as the notation writes them: `AC`, `-` for nobody."""
        several = list(seats or ())
        if not any(seat in self.seats for seat in several):
            return "".join(several) or "-"
        return " + ".join(self.seats.get(seat, seat) for seat in several)

    def listed(self, seats: int) -> str:
        """The same of a set of players."""
        return self.called([self.rules.seats[i] for i in members(seats)])

    def score_in_words(self, score: Mapping[str, int]) -> str:
        """A score: `A 5 B 2`, or with names `Anna 5, Bert 2`."""
        between = ", " if any(seat in self.seats for seat in score) else " "
        return between.join(f"{self.called(seat)} {points}" for seat, points in score.items())

    def outcome_in_words(self, outcome: Mapping[str, Any]) -> str:
        """A result: `A 2`, `AC 3`, `- 0`, or with names `Anna 2`."""
        return f"{self.called(outcome['winner'])} {outcome['game_points']}"


def named(rules: Rules) -> str:
    """A ruleset with the options that are not at their defaults, in one line."""
    return " ".join([rules.ruleset.id, *(f"{name}={value}" for name, value in rules.chosen.items())])


def place(text: Hand, part: str) -> dict[str, int]:
    """Where a part of a hand stands in its text; without a place of its own, where the hand begins."""
    span = text.place(part)
    if span is None:
        return {"line": text.line, "column": 1}
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}
