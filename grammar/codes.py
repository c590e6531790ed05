"""Every diagnostic code of the project, with its meaning in one line.

A code is part of the public interface: it never changes its meaning and is never used again for something else. Each has
a page in `docs/errors` and a small file in `tests/malformed` that provokes it; `tests/test_codes.py` compares the three.
"""

from __future__ import annotations

from typing import Final

_EXPRESSION: Final = {
    "expression.empty": "An expression has nothing in it.",
    "expression.character": "A character that expressions do not use.",
    "expression.word": "A word that is spelt as no expression's word can be.",
    "expression.unexpected": "Something stands where it cannot stand.",
    "expression.end": "An expression stops before it is complete.",
    "expression.length": "An expression is longer than 400 characters.",
    "expression.depth": "An expression is nested too deeply.",
    "expression.number": "A number is above a million.",
}

CODES: Final[dict[str, str]] = {
    **_EXPRESSION,
}
"""Code to meaning. `log.*`: the text of a move log; `expression.*`: an expression in a ruleset; `record.*`: a record that
does not fit its ruleset; `ruleset.*`: a ruleset's file; `request.*`: an HTTP request."""
