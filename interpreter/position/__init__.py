"""Records that begin in the middle of a hand: how one is written down, checked, and taken up by the machine.

* `reading.py` reads `position`, with `size.py` (how many cards lie where), `figures.py` (tricks, points and melds, and
  whether they are possible) and `remembered.py` (the ruleset's memory).
* `start.py` is what comes out, and makes the machine's state of it.
* `judging.py` judges such a record. What the position leaves open and a rule looks at (`reads.py`) is tried every way.
"""
