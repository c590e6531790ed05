"""One line in, one line out."""

from __future__ import annotations

import json
from typing import Any

from .adjudication import adjudicate, adjudicate_text
from .messages import say, spoken
from .record import Fault
from .verdict import problem, unreadable


def dumped(verdict: Any) -> bytes:
    """A verdict as one line of JSON."""
    text = json.dumps(verdict, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


class Judge:
    """Judges many records, one a line, under the ruleset that each names, or under the one given here."""

    def __init__(self, ruleset: Any = None, options: Any = None, lang: str = "en") -> None:
        self.ruleset, self.options, self.lang = ruleset, options, spoken(lang)

    def line(self, raw: bytes) -> bytes:
        """A record as JSON in, its verdict as JSON out; a broken line is an unreadable record."""
        try:
            record = json.loads(raw)
        except (ValueError, RecursionError) as error:
            return dumped(unreadable([problem(Fault("record.json", "json", {"reason": str(error)[:100]}, ""), self.lang)]))
        return self.record(record)

    def record(self, record: Any) -> bytes:
        """A record in, its verdict as JSON out."""
        return dumped(adjudicate(record, ruleset=self.ruleset, options=self.options, lang=self.lang))

    def text(self, text: str) -> bytes:
        """A move log in, the verdicts of its hands as JSON out, one a line."""
        verdicts = adjudicate_text(text, ruleset=self.ruleset, options=self.options, lang=self.lang)
        return b"\n".join(map(dumped, verdicts))
