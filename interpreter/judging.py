"""A sheet goes through the machine and comes out judged."""

from __future__ import annotations

from .incomplete import give_up, judge_ways
from .judged import Judged, judge_deal
from .patience import Patience
from .position.judging import judge_position
from .rules import Rules
from .sheet import Sheet


def judge(rules: Rules, sheet: Sheet, patience: Patience | None = None) -> Judged:
    """Plays a sheet through as far as the first illegal move, or until patience is lost."""
    patience = patience or Patience()
    if sheet.start is not None:
        return judge_position(rules, sheet, sheet.start, patience)
    if not sheet.whole:
        return judge_ways(rules, sheet, patience)
    judged = judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None, patience)
    return give_up(judged, sheet) if judged.given_up else judged
