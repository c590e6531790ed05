"""Every diagnostic code of the project, with its meaning in one line.

A code is part of the public interface: it never changes its meaning and is never used again for something else. Each
has a page in `docs/errors` and a small file in `tests/malformed` that provokes it; `tests/test_codes.py` compares the
three.
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

_LOG: Final = {
    "log.empty": "There is no hand in the text.",
    "log.size": "The text is larger than it may be.",
    "log.encoding": "The bytes are not UTF-8.",
    "log.binary": "The bytes are no text.",
    "log.character": "A sign that has no meaning where it stands.",
    "log.comment": "A comment that is not closed, or was not opened.",
    "log.header": "A header that lacks its name, its value or a bracket.",
    "log.quote": "A quotation mark that does not close on its line.",
    "log.name": "A header whose name looks like a misspelt one.",
    "log.duplicate": "Something is said twice.",
    "log.value": "A header's value that is not of the form it should have.",
    "log.card": "A word in a list of cards that is not written as a card.",
    "log.seat": "A letter in the place of a seat that is no seat.",
    "log.move": "A word that is not written as a move.",
    "log.trick": "A trick's number with no move behind it.",
    "log.drawn": "Drawn cards whose brackets are not in order.",
    "log.moves": "A hand with more moves than any hand can have.",
    "log.hands": "A text with too many hands, or too many that cannot be read.",
    "log.problems": "There are more problems than are told.",
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
    "request.stopping": "The service is about to stop.",
    "request.token": "A token is needed and missing, or not known.",
    "request.forbidden": "The one who asks may not do this.",
    "request.origin": "A page of another site asked for what only a page of this service may.",
    "request.host": "A host of another name was asked, or through a proxy that the service does not know of.",
    "request.csrf": "A form that does not come from a page of this service.",
    "request.rate": "One client asked more often than it may.",
    "request.ruling": "There is no kept ruling of this id.",
    "request.unreadable": "A hand that cannot be read, so that there is no ruling to keep.",
    "request.internal": "A mistake of the service itself.",
}

_RECORD: Final = {
    "record.card": "A card that this pack does not have.",
    "record.cards": "A lexicon that is not there, or does not know the cards of the pack.",
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
    "record.result": "A stated result that says nothing or cannot be, or names a winner who does not play.",
    "record.position": "A position that says too little, or what cannot be.",
    "record.trick": "The tricks of a position do not come out even.",
    "record.points": "Card points that nobody can have from the cards that were played.",
    "record.meld": "A declaration of a position that cannot have been made.",
    "record.memory": "A name or a value that the ruleset does not keep in mind.",
    "record.trick-number": "A trick number that is not the number of the trick that was due.",
    "record.key": "A name that means nothing in a record.",
    "record.type": "A part of the record has the wrong shape.",
    "record.json": "A line that is no JSON.",
}

_RULESET: Final = {
    "ruleset.yaml": "The file is not YAML.",
    "ruleset.empty": "There is nothing in the file.",
    "ruleset.unreadable": "The file cannot be read, or is no text in UTF-8.",
    "ruleset.size": "The file is too large.",
    "ruleset.depth": "Maps and lists lie too deep inside each other.",
    "ruleset.character": "A character that is none of any text.",
    "ruleset.alias": "Anchors and aliases are not used in rulesets.",
    "ruleset.tag": "Tags are not used in rulesets.",
    "ruleset.documents": "A file holds more than one ruleset.",
    "ruleset.key": "A key that is no word.",
    "ruleset.key-twice": "A key stands twice in the same map.",
    "ruleset.fraction": "A number with a fraction.",
    "ruleset.number": "A number that is too large.",
    "ruleset.shape": "A value of the wrong kind.",
    "ruleset.unknown-key": "A key that the language does not know.",
    "ruleset.missing-key": "A key that must be there is not.",
    "ruleset.choice": "A word that is none of those that may stand here.",
    "ruleset.spelling": "An id or name that is not spelt as such.",
    "ruleset.range": "Too many or too few of something, or a figure out of its range.",
    "ruleset.unknown": "There is no ruleset of this id.",
    "ruleset.extends-circle": "Rulesets extend each other in a circle.",
    "ruleset.parents": "Too many files are laid over each other.",
    "ruleset.nothing-to-remove": "`off` is said of something that is not there.",
    "ruleset.no-neighbour": "`before` or `after` names a rule that is not there.",
    "ruleset.unsettled": "Something that options must settle hangs on a hand.",
    "ruleset.unknown-contract": "`like` names a contract that is not there.",
    "ruleset.rule-twice": "An id stands twice in the same list.",
    "ruleset.missing-part": "A part that every game needs is not there.",
    "ruleset.part": "A part that rulesets extend is taken for a game.",
    "ruleset.too-many": "Too much of something once everything is laid over each other.",
    "ruleset.deck-size": "The deck has too many cards.",
    "ruleset.deck": "A suit has two colours.",
    "ruleset.deal": "The deal does not come out.",
    "ruleset.partners": "Partners that do not fit the seats.",
    "ruleset.order": "An order of ranks that is not one.",
    "ruleset.name-taken": "A name that has another meaning already.",
    "ruleset.option": "An option that cannot be what it says.",
    "ruleset.unknown-source": "A rule cites what is no source.",
    "ruleset.unknown-move": "A move that is not there.",
    "ruleset.says": "`says` where no number is announced.",
    "ruleset.set-target": "`set` writes to something that is not in memory.",
    "ruleset.two-melds": "Two moves name a meld.",
    "ruleset.no-play-stage": "No stage is called `play`.",
    "ruleset.type": "An expression is of another type than is wanted.",
    "ruleset.bare-word": "A plain word whose meaning cannot be known.",
    "ruleset.unknown-word": "A card, suit, rank, contract, move or choice that the ruleset does not have.",
    "ruleset.unknown-name": "A name that nothing has.",
    "ruleset.unknown-member": "There is nothing of this name behind the dot.",
    "ruleset.unknown-option": "An option that the ruleset does not have.",
    "ruleset.unknown-function": "A function that the language does not have.",
    "ruleset.scope": "A fact that is not known at this place.",
    "ruleset.dot": "A name that needs a dot and a further name.",
    "ruleset.each": "Memory that is kept for each player is asked for without a player.",
    "ruleset.nested-where": "A `where` inside another one of the same kind.",
    "ruleset.circle": "A term that comes back to itself.",
    "ruleset.expression-size": "An expression that is too large once its terms are written out.",
    "ruleset.wins-looks": "`wins` looks at something else than card, trump and suit led.",
    "ruleset.deck-looks": "A line of the deck looks at something else than card and trump.",
    "ruleset.counts-points": "Whether a meld counts hangs on points.",
    "ruleset.series": "The number of games of a series hangs on a hand, or is out of range.",
    "ruleset.partners-circle": "Who plays together hangs on sides.",
    "ruleset.trump-none": "Something of trump is asked where there may be none.",
    "ruleset.text-braces": "Braces in a text that hold no name.",
    "ruleset.text-fact": "A text names something that is not known at its place.",
    "ruleset.unreachable": "A row or line that is never reached.",
    "ruleset.no-last-row": "A table whose last row may not hold.",
    "ruleset.memory-unset": "Something is kept in mind and never set.",
    "ruleset.memory-unread": "Something is set and never asked for.",
    "ruleset.option-unused": "An option that changes nothing.",
    "ruleset.move-unstaged": "A move that can never be made.",
    "ruleset.move-idle": "A move that changes nothing.",
    "ruleset.term-unused": "A term that nothing uses.",
    "ruleset.said-unasked": "A meld may be announced with any number.",
    "ruleset.no-text": "A rule that says nothing in words.",
    "ruleset.no-source": "A rule that names no source.",
    "ruleset.translation-missing": "A text is not there in a language that other texts of the file have.",
    "ruleset.translation-unknown": "A translation of something that is not there.",
    "ruleset.for-nothing": "An irregularity is for a rule that is not there.",
}

_LEXICON: Final = {
    "lexicon.collision": "A name or letter of a lexicon that could mean two things.",
    "lexicon.spelling": "A name or letter of a lexicon that a log cannot hold.",
}

_FILE: Final = {
    "request.cards": "A lexicon was asked for that is not there, or does not know the cards of the pack.",
    "request.file": "A file that was named on the command line cannot be opened.",
}

_RULING: Final = {
    "ruleset.ruling": "A worked hand beside a ruleset comes out otherwise than it says.",
    "ruleset.ruling-form": "A line of a file of worked hands that cannot be read.",
}

_MATCH: Final = {
    "match.dealer": "Another player dealt a hand than was due.",
    "match.score": "A running score that was written down is not what the hands give.",
    "match.result": "A result that was written down is not what the hand gives.",
    "match.after-end": "A hand after the end of the match, or of a game.",
    "match.missing-hand": "The numbers of the hands have a gap.",
    "match.hand-number": "A hand's number stands twice or goes back.",
    "match.players": "A seat has another player than before.",
    "match.rules": "A hand is played under other rules than the match.",
    "match.total": "What was written of a match as a whole is not what its hands give.",
}

_FACTS: Final = {
    "facts.unknown": "A fact that no ruleset knows.",
    "facts.value": "A fact is said to be what it cannot be.",
    "facts.type": "Facts that are no object, or too many.",
    "facts.impossible": "Facts that cannot stand together.",
    "facts.inapplicable": "A fact tells of what this game has not.",
}

_STORE: Final = {
    "store.none": "This service keeps nothing.",
    "store.unavailable": "The database that rulings are kept in cannot be used now.",
    "store.full": "There is no room to keep anything more.",
    "store.newer": "The database was written by a newer program.",
    "store.conflict": "Something else stands under this key or id already.",
}

CODES: Final[dict[str, str]] = {
    **_LOG,
    **_EXPRESSION,
    **_RECORD,
    **_FACTS,
    **_RULESET,
    **_RULING,
    **_MATCH,
    **_LEXICON,
    **_REQUEST,
    **_FILE,
    **_STORE,
}
"""Code to meaning. `log.*`: the text of a move log; `expression.*`: an expression in a ruleset; `record.*`: a record
that does not fit its ruleset; `ruleset.*`: a ruleset's file; `match.*`: what was written down of a match; `lexicon.*`:
a lexicon's file; `request.*`: an HTTP request; `store.*`: kept rulings."""
