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

_RECORD: Final = {
    "record.card": "A card that this pack does not have.",
    "record.card-twice": "A card is dealt twice.",
    "record.hand-size": "A hand has too many or too few cards.",
    "record.talon-size": "The talon has too many or too few cards.",
    "record.turn-up": "A turn-up that this ruleset does not have, or that the dealer does not hold.",
    "record.dealer": "The dealer is no seat of this game.",
    "record.seat": "A seat that this game does not have.",
    "record.move": "A move that no ruleset knows.",
    "record.argument": "A word that names something it cannot name.",
    "record.draw": "A list of drawn cards that cannot be one.",
    "record.moves": "More moves than are read.",
    "record.number": "A number that is too large, or no whole number.",
    "record.option": "An option that the ruleset does not have, or a value it cannot have.",
    "record.ruleset": "No ruleset is named, or not in a way that can be read.",
    "record.result": "A stated result that says nothing, or names a winner who does not play.",
    "record.position": "A record that starts in the middle of a hand.",
    "record.trick-number": "A trick number that is not the number of the trick that was due.",
    "record.key": "A name that means nothing in a record.",
    "record.type": "A part of the record has the wrong shape.",
    "record.json": "A line that is no JSON.",
}

CODES: Final[dict[str, str]] = {
    **_EXPRESSION,
    **_RECORD,
    **_REQUEST,
}
"""Code to meaning. `log.*`: the text of a move log; `expression.*`: an expression in a ruleset; `record.*`: a record that
does not fit its ruleset; `ruleset.*`: a ruleset's file; `request.*`: an HTTP request."""
