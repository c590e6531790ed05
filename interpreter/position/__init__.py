"""Records that begin in the middle of a hand: how one is written down, checked, and taken up by the machine.

* `reading.py` reads `position`, step by step: `remembered.py` (the ruleset's memory), `seats.py` (what each seat has),
  `size.py` (how many cards lie where), `figures.py` and `melds.py` (whether tricks, points and melds are possible).
* `start.py` is what comes out, and makes the machine's state of it. `writing.py` goes the other way: from a state to a
  position that can be written down.
* `judging.py` judges such a record. What the position leaves open and a rule looks at (`reads.py`) is tried every way.
"""
