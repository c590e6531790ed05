"""A second, naive reading of the ruleset language, for tests only.

It follows the reference of the language sentence by sentence, over sets of card codes and seats, as slowly and as
plainly as possible. It shares nothing with the interpreter: no type checker, no folding, no image, no core. What it has
in common with it is the text of the rulesets (read by `bummerl.rulesets.load`) and the syntax tree of an expression
(read by `bummerl.grammar.parse_expression`). Where the two disagree, one of them has misread the language.

    values.py       what an expression can be worth: cards, suits, ranks, seats, words
    expressions.py  a syntax tree and a table -> a value
    overlays.py     a contract laid over the base rules
    game.py         a ruleset with its options fixed: seats, pack, rules in force
    table.py        the state of one hand, and the facts that can be asked of it
    referee.py      one token after the other; what is legal; the ruling
"""

from .game import Game
from .referee import Refusal, adjudicate, begin, legal_tokens, step
from .table import Table, sitting_out

__all__ = ["Game", "Refusal", "Table", "adjudicate", "begin", "legal_tokens", "sitting_out", "step"]
