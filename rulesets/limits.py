"""How large anything in a ruleset may be, so that a hostile one costs milliseconds and can do no harm.

The figures are far above what any real game needs; what goes beyond one is refused with a message that names it.
"""

from typing import Final

from bummerl.grammar import SEATS as LETTERS

FILE_SIZE: Final = 200_000
"""Characters of a file."""
FILE_DEPTH: Final = 20
"""Maps and lists inside each other; the language itself needs eight."""
FILE_VALUES: Final = 20_000
"""Maps, lists and scalars of a file."""
PARENTS: Final = 30
"""Files laid under a ruleset, all together."""
SEATS: Final = len(LETTERS)
"""As many as the notation has letters for."""
CARDS: Final = 62
"""Sets of cards are bit sets of 62."""
SUITS: Final = 8
RANKS: Final = 31
CONTRACTS: Final = 40
MOVES: Final = 40
OPTIONS: Final = 60
MEMORY: Final = 60
TERMS: Final = 200
STAGES: Final = 12
RULES: Final = 1_000
"""Rules of one ruleset, those of its contracts included."""
LINES: Final = 60
"""Lines of one ladder, table or list of requirements."""
SETS: Final = 12
"""Names that one move may set."""
NUMBER: Final = 1_000_000
"""Greatest number, either way: in expressions, options, records and memory."""
GAMES: Final = 99
"""Games of a series."""
NODES: Final = 1_000
"""Nodes of an expression once its terms are written out."""
DEPTH: Final = 80
"""Levels of an expression once its terms are written out."""
ALL_TEXT: Final = 20_000
"""Characters of all different expressions of a ruleset, those of its contracts included."""
ALL_NODES: Final = 120_000
"""Nodes of all expressions under all contracts, terms written out."""
REACH: Final = 10**15
"""No sum or product may be able to grow beyond this: it must fit the core's 64-bit numbers."""
PROBLEMS: Final = 100
"""Errors told of one ruleset, and as many warnings; who has a hundred to mend will ask again."""
