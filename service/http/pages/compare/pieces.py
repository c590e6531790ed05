"""What a comparison is told in: reasons, answers, the columns of the table of moves."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Reason:
    """Why some rulesets answer as they do: a text, the rules it stands in, and who says so."""

    text: Markup
    rules: tuple[str, ...]
    rulesets: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """One answer: a figure, whom it goes to, at which move if one is refused, why, and the rulesets that give it."""

    tone: str
    figure: str
    label: Markup
    where: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Column:
    """One ruleset in the table of moves; `illegal` is the number of the move it refuses."""

    id: str
    title: str
    checked: int
    illegal: int | None
    result: str

    def at(self, number: int) -> str:
        """What it says of a move: `legal`, `illegal`, or nothing any more."""
        if self.illegal is not None and number >= self.illegal:
            return "illegal" if number == self.illegal else ""
        return "legal" if number <= self.checked else ""
