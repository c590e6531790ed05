"""Many records, one a line in, one verdict a line out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bummerl.grammar import Problem, read_log

from . import machine
from .adjudication import adjudicate, adjudicate_hand
from .faults import Fault
from .haste import hasten
from .kept import Kept
from .messages import ENGLISH, spoken
from .quick import Quick, written
from .rules import CODES, RulesetLike, Unusable, rules_for
from .strict import NotJson, decode
from .verdict import problem, unreadable

KEPT: Final = 64
"""So many sets of rules are kept at hand; the one that was not used for longest goes first."""


def encoded(text: str) -> bytes:
    """UTF-8; half a surrogate pair, which has no bytes, becomes a question mark."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


class Judge:
    """Judges many records under the ruleset that each names, or under the one given here.

    `line` gives the same bytes as `json.dumps(adjudicate(record), ensure_ascii=False, separators=(",", ":"))`.
    Threads may share a judge.
    """

    def __init__(
        self,
        ruleset: RulesetLike | None = None,
        options: Mapping[str, Any] | None = None,
        lang: str = ENGLISH,
        cards: str | None = None,
    ) -> None:
        """What is given here wins over what a record says; `cards` is the lexicon to answer in."""
        self.ruleset, self.options, self.lang, self.cards = ruleset, options, spoken(lang), cards
        if not machine.COMPILED:
            hasten()
        self._quick: Kept[Quick] = Kept(KEPT, lambda quick: quick.rules.size)

    def line(self, raw: bytes) -> bytes:
        """A record as JSON in, its verdict as JSON out; a broken line is an unreadable record."""
        try:
            record = decode(raw)
        except NotJson as error:
            return encoded(written(unreadable([broken(error, self.lang)])))
        return self.record(record)

    def record(self, record: Any) -> bytes:
        """A record in, its verdict as JSON out."""
        quick = self._quick_for(record) if type(record) is dict else None
        text = quick.verdict(record) if quick is not None else None
        if text is None:
            text = written(adjudicate(record, **self._how()))
        return encoded(text)

    def text(self, text: str) -> bytes:
        """A move log in, the verdicts of its hands as JSON out, one a line."""
        lines = []
        for hand in read_log(text):
            quick = self._quick_for(hand.record) if hand.readable else None
            found = quick.verdict(hand.record) if quick is not None else None
            if found is None:
                found = written(adjudicate_hand(hand, **self._how()))
            lines.append(encoded(found))
        return b"\n".join(lines)

    def _how(self) -> dict[str, Any]:
        return {"ruleset": self.ruleset, "options": self.options, "lang": self.lang, "cards": self.cards}

    def _quick_for(self, record: Mapping[str, Any]) -> Quick | None:
        """The quick way for this record's rules; `None` if it has none."""
        source = self.ruleset if self.ruleset is not None else record.get("ruleset")
        options = self.options if self.options is not None else record.get("options")
        if (type(source) is not str and self.ruleset is None) or not (options is None or type(options) is dict):
            return None
        cards = record.get("cards")
        if not (cards is None or type(cards) is str) or self.cards not in (None, cards or CODES):
            return None  # `cards` is none, or the answer is written otherwise than the record
        try:
            key = (source if type(source) is str else id(source), repr(options) if options else "", cards)
            found = self._quick.get(key, lambda: Quick(rules_for(source, options, cards), self.lang))
        except (Unusable, ValueError, RecursionError):
            return None
        return found if found.able else None


def broken(error: NotJson, lang: str) -> Problem:
    """What is wrong with a line that is no JSON, or none that means the same to everybody."""
    found = problem(Fault("record.json", error.reason, error.values, error.path), lang)
    return replace(found, line=error.line, column=error.column)
