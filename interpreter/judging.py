"""A sheet goes through the machine and comes out judged."""

from __future__ import annotations

from .incomplete import give_up, judge_gaps
from .judged import Judged, judge_deal
from .patience import Patience
from .record import Sheet
from .rules import Rules


def judge(rules: Rules, sheet: Sheet, patience: Patience | None = None) -> Judged:
    """Plays a sheet through as far as the first illegal move, or until patience is lost."""
    patience = patience or Patience()
    if not sheet.whole:
        return judge_gaps(rules, sheet, patience)
    judged = judge_deal(rules, sheet, sheet.deal(), sheet.tokens, None, patience)
    return give_up(judged, sheet) if judged.given_up else judged
