"""The quick question: no log, only what is known of how a hand ended.

    score({"closer": "A", "claimer": "A", "A.points": 70, "tricks_at_close": 0}, rulesets)

Facts in; out, for each ruleset, the outcome with its rule and where that is written, or else the one fact that decides
next, with what each answer to it would mean. Which facts there are is read off the ruleset's own score table.

| module | what it does |
| --- | --- |
| `values` | what something may be while not all is known |
| `evaluation` | expressions over that: three-valued |
| `table` | a ruleset's score table, the facts it rests on; built once and shared by threads |
| `domains` | what each fact can be |
| `standing` | how the hand may come out |
| `certain` | what moves make certain |
| `narrowing` `following` `endings` | what follows from the facts, and what cannot be |
| `question` | which fact to ask, and what its answers mean |
| `memory` | what was worked out, kept for whoever asks the same |
| `given` | facts as people write them |
| `words` | all of it in words |
| `answers` | the door |
"""

from .answers import score

__all__ = ["score"]
