"""What came out of many records, and the exit status that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .labels import Labels

ALL_LEGAL, NOT_ALL_LEGAL, UNREADABLE = 0, 1, 2
STATUSES = ("complete", "ongoing", "illegal", "undetermined", "unreadable")
_BEGINNINGS = tuple((f'{{"status":"{status}"'.encode(), status) for status in STATUSES)
"""How a verdict line of each status begins; verdicts are written with their status first and without spaces."""
_DISAGREES = b'"agrees":false'
"""Inside a JSON string the quotes would be escaped, so this can only be the verdict's own member."""


@dataclass(slots=True)
class Tally:
    """How many verdicts of each status, and how many stated results do not agree."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    disagreeing: int = 0

    def add(self, verdict: Mapping[str, Any]) -> None:
        """Count one verdict."""
        self.counts[verdict["status"]] += 1
        self.disagreeing += disagrees(verdict)

    def add_line(self, line: bytes) -> None:
        """Count one verdict as it was written by `Judge`, without reading all of it."""
        for beginning, status in _BEGINNINGS:
            if line.startswith(beginning):
                self.counts[status] += 1
                break
        self.disagreeing += _DISAGREES in line

    def merge(self, other: Tally) -> None:
        """Count what another process has counted."""
        for status, n in other.counts.items():
            self.counts[status] += n
        self.disagreeing += other.disagreeing

    @property
    def total(self) -> int:
        """How many verdicts there were."""
        return sum(self.counts.values())

    @property
    def exit_status(self) -> int:
        """0: all legal and as stated; 1: at least one is not, or may not be; 2: at least one is no record."""
        if self.counts["unreadable"]:
            return UNREADABLE
        if self.counts["illegal"] or self.counts["undetermined"] or self.disagreeing:
            return NOT_ALL_LEGAL
        return ALL_LEGAL

    def sentence(self, labels: Labels) -> str:
        """`12 hands: 10 complete, 2 with an illegal move.`"""
        found = [labels.count(f"summary.{status}", n) for status, n in self.counts.items() if n]
        if self.disagreeing:
            found.append(labels.count("summary.disagrees", self.disagreeing))
        return labels.count("summary.hands", self.total, what=", ".join(found) or "–")


def disagrees(verdict: Mapping[str, Any]) -> bool:
    """Whether the players wrote down another result than the log gives."""
    check = verdict.get("result_check") or {}
    return check.get("agrees") is False
