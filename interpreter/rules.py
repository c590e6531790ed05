"""A ruleset under its options, ready to judge: built once, never changed, shared by all threads."""

from __future__ import annotations

import copy
import hashlib
import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bummerl.grammar import NOTATION_WORDS, Problem
from bummerl.interpreter import core as C
from bummerl.interpreter.image import MELD_SIGN, NAMES_SIGN, Row, build
from bummerl.rulesets import Ruleset, RulesetError, catalogue, load
from bummerl.rulesets.lexicon import Lexicon, lexicon, lexicon_ids, lexicon_meant, names_of
from bummerl.rulesets.spelling import Spelling, spelling_of

from . import machine
from .faults import Fault
from .kept import Kept
from .machine import Ints
from .messages import ENGLISH, say
from .vocabulary import Vocabulary, spelling_of_codes

RulesetLike = str | Ruleset | Mapping[str, Any]
"""A ruleset as callers name it: by its id, as it was loaded, or as a whole house ruleset sent along."""
CODES: Final = "codes"
"""What is said instead of a lexicon's id where cards are to be written by their codes."""
KEPT: Final = 64
"""How many compiled rulesets are kept; the one that was not used for longest goes first."""
OWN_RULES: Final = C.TABLE_DRAW + 1
"""Rules with a lower number are those that every table has."""


class Unusable(Exception):
    """There are no such rules: an unknown ruleset, a broken house ruleset, an option that does not exist."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """`problems` say why, with a pointer into the record."""
        super().__init__("; ".join(map(str, problems)))
        self.problems = list(problems)


class UnknownCards(Unusable):
    """There is no such lexicon, or none for this pack: the message's name, the id, those there are, and which was
    probably meant.
    """

    def __init__(self, message: str, name: str, known: Sequence[str], near: str | None = None) -> None:
        self.message, self.name, self.known, self.near = message, name, tuple(known), near
        code, message, values, path, token, meant = self.fault("record.cards")
        told = say(ENGLISH, message, **values)
        super().__init__([Problem(code, told, token=token, suggestion=meant, path=path)])

    def fault(self, code: str) -> Fault:
        """The same as a fault of a record, or of what is asked for, under this code."""
        parts = [id.partition(".") for id in self.known]
        packs, languages = (list(dict.fromkeys(part[i] for part in parts)) for i in (0, 2))
        example = next(iter(self.known), "")
        values = {"id": self.name, "packs": packs, "languages": languages, "example": example}
        return Fault(code, self.message, values, "/cards", self.name, self.near)


class Rules:
    """One ruleset with all its options settled, as an image for the machine and words for people.

    `options` are all settled options, `chosen` those that are not the default. `seats` are the letters in order
    of play. `codes`, `suits` and `ranks` are what cards are written as: the pack's codes, or letters of a `lexicon`.
    """

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        """`options` are settled."""
        self.ruleset, self.options = ruleset, dict(options)
        self.chosen = {name: v for name, v in self.options.items() if v != ruleset.options[name].default}
        image = self.image = build(ruleset, options)
        self.R, self.init = machine.ints(image.R), machine.ints(image.init)
        self.n, self.seats, self.stages = image.n, image.seats, image.stages
        self.rule_ids, self.codes, self.words = image.rule_ids, image.codes, image.words
        self.suits, self.ranks, self.contracts = image.suits, image.ranks, image.contracts
        self.hand_size, self.talon_size, self.copies = image.hand_size, image.talon, image.copies
        self.turned, self.shown, self.sits_out = bool(image.turned), bool(image.shown), bool(image.sits_out)
        self.memory, self.melds, self.match = image.memory, image.melds, image.match
        sections = self.R[C.SECTIONS]
        self._contracts = {self.R[sections + c]: c for c in reversed(range(-1, len(self.contracts)))}
        data = ruleset.data
        self.colours = tuple(data["deck"].get("colours", ()))
        self.moves: dict[str, str | None] = {
            m: None if x == "off" else x.get("names") for m, x in data.get("moves", {}).items()
        }
        self.move_names = ("deal", "card", "trick", *self.moves)
        self._read_words()
        self.vocabulary = self._vocabulary(spelling_of_codes(self.suits, self.ranks), self.words)
        self.lexicon: Lexicon | None = None
        self._card_names: dict[str, tuple[str, ...]] = {}
        self.first_packets, self.first_packet = image.first_packets, self.R[C.PACKET]
        self.header = {"id": ruleset.id, "version": ruleset.version, "digest": ruleset.digest}

    def in_lexicon(self, name: str) -> Rules:
        """The same rules with cards as the lexicon of this id has them. Raises `UnknownCards`."""
        found = lexicon(name)
        if found is None:
            raise UnknownCards("cards.unknown", name, lexicon_ids(), lexicon_meant(name))
        if not found.fits(self.image.suits, self.image.ranks):
            fitting = [id for id in lexicon_ids() if self.knows(id)]
            raise UnknownCards("cards.unfit" if fitting else "cards.unfit.any", name, fitting)
        return self.written_in(found)

    def knows(self, name: str) -> bool:
        """Whether the lexicon of this id knows all cards of the pack."""
        found = lexicon(name)
        return found is not None and found.fits(self.image.suits, self.image.ranks)

    def spelling_in(self, name: str) -> Spelling:
        """How the lexicon of this id, which knows all cards of the pack, writes them."""
        found = lexicon(name)
        assert found is not None
        return spelling_of(found, tuple(self.image.suits), tuple(self.image.ranks))

    def written_in(self, lexicon: Lexicon) -> Rules:
        """The same rules, with cards written and called as a lexicon has them, which knows them all."""
        suits, ranks = tuple(self.image.suits), tuple(self.image.ranks)
        spelling = spelling_of(lexicon, suits, ranks)
        letters = {suit + rank: lexicon.letters(suit, rank) for suit in suits for rank in ranks}
        here = copy.copy(self)
        here.lexicon, here._card_names = lexicon, {}
        here.suits, here.ranks = spelling.suits, spelling.ranks
        here.codes = tuple(letters[code] for code in self.image.codes)
        letters |= dict(zip(suits, here.suits, strict=True))
        here.vocabulary = here._vocabulary(
            spelling, {self._respelt(text, letters): row for text, row in self.words.items()}
        )
        return here

    def _respelt(self, word: str, letters: Mapping[str, str]) -> str:
        """A word of the machine's table with what it names in other letters."""
        move, sign, named = word.partition(NAMES_SIGN)
        if sign:
            return move + sign + letters[named] if named and self.moves[move] in ("card", "suit") else word
        card = word.removesuffix(MELD_SIGN)
        return letters[card] + word[len(card) :] if card in letters else word

    def _vocabulary(self, spelling: Spelling, rows: Mapping[str, int]) -> Vocabulary:
        return Vocabulary(
            seats=self.seats,
            spelling=spelling,
            cards={code: card for card, code in reversed(list(enumerate(self.codes)))},
            rows=rows,
            moves=self.moves,
            notation=notation,
        )

    @property
    def size(self) -> int:
        """Integers of the image: what keeping these rules costs goes with it."""
        return len(self.R)

    def fresh(self) -> Ints:
        """The state before a hand."""
        return self.init[:]

    def verdict_row(self) -> Ints:
        """Room for a verdict row."""
        return room(C.V_SEATS + C.V_SEAT_WIDTH * self.n)

    @property
    def forfeits(self) -> bool:
        """May a hand of a match take game points away from who lost it?"""
        return self.ruleset.data.get("match", {}).get("forfeit", 0) not in (0, "0")

    # ---- tokens
    def played_card(self, token: int) -> int:
        """The card that a token plays and nothing else; -1 if it is another move."""
        return self._played[token & C.TOKEN_ROW]

    def led_card(self, token: int) -> int:
        """The card that a token puts on the table, alone or with a meld; -1 if none."""
        return self._led[token & C.TOKEN_ROW]

    def move_of(self, token: int) -> str | None:
        """The name of the move that a token makes; `None` if it only plays a card."""
        return self._melds[token & C.TOKEN_ROW][0]

    def meld_of(self, token: int) -> tuple[str | None, int]:
        """The move that a token makes and the suit it names: the same for every card led with one meld."""
        return self._melds[token & C.TOKEN_ROW]

    def has_move(self, name: str | None) -> bool:
        """Is there such a move in this game, under some contract at least?"""
        if name not in self.move_names:
            return False
        number = self.move_names.index(name)
        return any(self.R[self.R[section + C.P_MOVES] + number] for section in self._contracts)

    def call_of(self, token: int) -> int:
        """The contract that a token calls; -1 if it names none."""
        row = self.R[C.TOKENS] + C.T_WIDTH * (token & C.TOKEN_ROW)
        return self.R[row + C.T_CALL] if self.moves.get(self.move_of(token) or "") == "contract" else -1

    def _read_words(self) -> None:
        """What the words of the image's table say, row by row."""
        self._played, self._led, self._melds = list[int](), list[int](), list[tuple[str | None, int]]()
        for row in range(self.R[C.TOKEN_ROWS]):
            at = self.R[C.TOKENS] + C.T_WIDTH * row
            move, card, suit, _, fits = self.R[at : at + C.T_WIDTH]
            named = C.MOVES <= move < len(self.move_names)
            self._played.append(card if move == C.MOVE_CARD else -1)
            self._led.append(card if move == C.MOVE_CARD or fits == C.FITS_WITH_CARD else -1)
            self._melds.append((self.move_names[move] if named else None, suit))

    # ---- sides, conditions and values
    def side_of(self, S: Ints, who: int) -> int:
        """The whole side of a player in this state."""
        if self.R[C.PARTNERS] == C.NO_PROGRAM:
            return self.R[C.SIDES + who]
        together = machine.value(S[:], self.R, self.R[C.PARTNERS])
        return together if together & who else S[C.ALL] & ~together if together else who

    def contract(self, S: Ints) -> int:
        """The contract whose rules are in force; -1 is the game without a call."""
        return self._contracts.get(S[C.RULES], -1)

    def parts(self, contract: int, part: str) -> tuple[Row, ...]:
        """The rules of one part under a contract, in their order."""
        return self.image.parts(contract, part)

    def ask(self, S: Ints, program: int) -> int:
        """The value of one of the image's programs in a state, which is left as it is; what hidden cards could say
        either way is taken to hold.
        """
        return machine.value(S[:], self.R, program)

    def fact(self, text: str, S: Ints) -> tuple[str, int] | None:
        """Type and value of a fact that a text names; `None` if there is no such fact here."""
        found = self.image.facts.get((self.contract(S), text))
        return None if found is None else (found.type, self.ask(S, found.program))

    def called(self, lang: str) -> Lexicon:
        """The lexicon that cards are called by: the one they are written in, or that of the pack in this language."""
        return self.lexicon or names_of(self.ruleset.data["deck"].get("style"), lang)

    def card_names(self, lang: str) -> tuple[str, ...]:
        """What the cards are called in a language, by number."""
        found = self._card_names.get(lang)
        if found is None:
            lexicon, image = self.called(lang), self.image
            parts = {suit + rank: (suit, rank) for suit in image.suits for rank in image.ranks}
            found = self._card_names[lang] = tuple(lexicon.card(*parts[code]) for code in image.codes)
        return found

    def suit_name(self, lang: str, number: int) -> str:
        """What a suit is called in a language."""
        return self.called(lang).suit(self.image.suits[number])

    def rank_name(self, lang: str, number: int) -> str:
        """What a rank is called in a language."""
        return self.called(lang).rank(self.image.ranks[number])

    def names(self, kind: str) -> Sequence[str]:
        """The names of cards, suits, ranks, contracts, moves or colours, by number."""
        return {
            "card": self.codes, "suit": self.suits, "rank": self.ranks, "contract": self.contracts,
            "move": self.move_names, "colour": self.colours,
        }.get(kind, ())  # fmt: skip


@cache
def notation() -> frozenset[str]:
    """Every move and contract that some shipped ruleset, or the notation itself, has a word for."""
    words = set(NOTATION_WORDS)
    for summary in catalogue():
        data = load(summary.id).data
        words |= set(data.get("moves", {})) | {contract["id"] for contract in data.get("contracts", ())}
    return frozenset(words)


# ---- the compiled rulesets that are kept
_compiled: Final[Kept[Rules]] = Kept(KEPT, lambda rules: rules.size)


def rules_for(source: RulesetLike | None, options: Mapping[str, Any] | None = None, cards: str | None = None) -> Rules:
    """The rules named by an id, sent along as a mapping, or given as a `Ruleset`, under these options; with cards
    written as the lexicon `cards` has them, or by their codes.

    Raises `Unusable` with all problems, their paths inside the record: an unknown ruleset, a ruleset with
    mistakes, an unknown option or a value it cannot have, an unknown lexicon or one that does not know the pack.
    """
    options = {} if options is None else options
    if not isinstance(options, Mapping):
        raise Unusable([Problem("record.type", "`options` should be an object.", path="/options")])
    given = options
    key = (_key(source), _options_key(options))
    cards = None if cards is None else cards.lower()
    if cards is None or cards == CODES:
        return _compiled.get(key, lambda: _made(source, given))
    return _compiled.get((*key, cards), lambda: rules_for(source, given).in_lexicon(cards))


def rules_with_own_options(source: RulesetLike | None, options: Mapping[str, Any] | None) -> tuple[Rules, list[str]]:
    """The rules under those of the options that they have, and the names of the options that they have not.

    Raises `Unusable` like `rules_for`, also where an option that they have cannot have this value.
    """
    try:
        return rules_for(source, options), []
    except Unusable as unusable:
        if not options or any(problem.code != "record.option" for problem in unusable.problems):
            raise
    known = rules_for(source).options
    own = {name: value for name, value in options.items() if name in known}
    return rules_for(source, own), [name for name in options if name not in known]


def _made(source: RulesetLike | None, options: Mapping[str, Any]) -> Rules:
    try:
        assert source is not None  # `_key` has refused that
        ruleset = source if isinstance(source, Ruleset) else load(source)
        settled, problems = ruleset.settle_options(options)
        if problems:
            raise Unusable([replace(problem, path=f"/options{problem.path or ''}") for problem in problems])
        return Rules(ruleset, settled)
    except RulesetError as error:
        inside = isinstance(source, Mapping)
        raise Unusable(
            [
                p if p.file else replace(p, path=f"/ruleset{p.path or ''}" if inside else "/ruleset")
                for p in error.problems
            ]
        ) from error


def _key(source: Any) -> str:
    """A short name for a ruleset however it is given. Raises `Unusable` if it is none."""
    if isinstance(source, str):
        return "id:" + source
    if isinstance(source, Ruleset):
        return "digest:" + source.digest
    if isinstance(source, Mapping):
        try:
            text = json.dumps(source, allow_nan=False)
            return "text:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        except (TypeError, ValueError, RecursionError):
            message = "This ruleset is no plain data, or nested too deeply."
            raise Unusable([Problem("record.ruleset", message, path="/ruleset")]) from None
    message = "A ruleset is named by its id, or sent along as a whole object."
    raise Unusable([Problem("record.ruleset", message, path="/ruleset")])


def _options_key(options: Mapping[str, Any]) -> str:
    try:
        return repr(sorted(options.items(), key=lambda item: str(item[0]))) if options else ""
    except (ValueError, RecursionError):
        message = "An option is a number, a word, or yes or no."
        raise Unusable([Problem("record.option", message, path="/options")]) from None


def room(size: int) -> Ints:
    """Space for the machine to write into."""
    return array("q", bytes(8 * size)) if machine.COMPILED else [0] * size
