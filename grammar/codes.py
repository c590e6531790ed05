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

_REQUEST: Final = {
    "request.malformed": "A request that is not HTTP as it should be.",
    "request.encoding": "A body that is not UTF-8 text.",
    "request.json": "A body that is not JSON, or not quite.",
    "request.schema": "JSON that does not fit the published schema.",
    "request.media-type": "A body in a media type that this address does not read.",
    "request.accept": "No answer in a media type that the client accepts.",
    "request.parameter": "A query parameter that is unknown here, or has a value it cannot have.",
    "request.path": "There is nothing at this address.",
    "request.method": "A method that this address does not answer.",
    "request.ruleset": "There is no ruleset of this id.",
    "request.house-ruleset": "A ruleset that was sent along has mistakes.",
    "request.hands": "A log of several hands, or none, where one is judged.",
    "request.too-large": "A body, or a line of a batch, over the size limit.",
    "request.too-many": "More moves, hands, rulesets or records than are taken at once.",
    "request.time": "A batch that takes longer than it may.",
    "request.metrics": "This service does not count.",
    "request.internal": "A mistake of the service itself.",
}

CODES: Final[dict[str, str]] = {
    **_EXPRESSION,
    **_REQUEST,
}
"""Code to meaning. `log.*`: the text of a move log; `expression.*`: an expression in a ruleset; `record.*`: a record that
does not fit its ruleset; `ruleset.*`: a ruleset's file; `request.*`: an HTTP request."""
