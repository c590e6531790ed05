"""Hands in a row: a verdict for each, the running score by the ruleset's `match` part, and an audit of the record.

Files, in reading order: `door.py` (the way in), `play.py` (one hand after the other), `tally.py` (the score, and what
the ruleset's `match` part says of a hand that has ended), `series.py` (games of a series), `written.py` (what players
wrote beside a hand), `audit.py` (what of it is wrong, and where).
"""

from .door import JudgedMatch, adjudicate_match, judged_match

__all__ = ["JudgedMatch", "adjudicate_match", "judged_match"]
