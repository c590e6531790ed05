"""A sheet goes through the machine and comes out judged."""

from __future__ import annotations

from .incomplete import judge_gaps
from .judged import Judged, judge_deal
from .record import Sheet
from .rules import Rules


def judge(rules: Rules, sheet: Sheet) -> Judged:
    """Plays a sheet through as far as the first illegal move."""
    if not sheet.whole:
        return judge_gaps(rules, sheet)
    return judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None)
