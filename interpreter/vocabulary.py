"""The words of a record and the integers of the machine: one dictionary look-up for what is written as it should be,
and a careful reading for everything else.

A token's integer holds the row of the ruleset's word table, the seat written in front of it plus one (0: none), and
the number that was said, or the cards that were drawn; `core.py` says in which bits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from bummerl.grammar import SEATS, suggest
from bummerl.interpreter import core as C
from bummerl.rulesets.spelling import Spelling, plain, spelled

from .image import DRAWN_WORD, KNOWN_WORD, MELD_SIGN, NAMES_SIGN, NUMBER_SIGN, OTHER_WORD

LONGEST: Final = 200
"""Characters of a token."""
REMEMBERED: Final = 20_000
"""How many odd spellings a ruleset's vocabulary remembers before it forgets them all."""

_SEATED = re.compile(r"([A-Z]):(.*)", re.DOTALL)
_MELD = re.compile(r"([^+]+)\+([0-9]+)")
_WORD = re.compile(r"([a-z][a-z0-9_-]*)(?::(.*))?", re.DOTALL)


class Misread(Exception):
    """A token that is no move of any ruleset: a code, what to say about it, and what was probably meant."""

    def __init__(self, code: str, message: str, values: Mapping[str, Any], suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.values, self.suggestion = code, message, values, suggestion


@cache
def spellings() -> dict[str, dict[str, list[str]]]:
    """Other ways to write a suit or a rank: signs of suits, `10`."""
    found: dict[str, dict[str, list[str]]] = json.loads(
        files(__package__).joinpath("spellings.json").read_text(encoding="utf-8")
    )
    return found


def spelling_of_codes(suits: Sequence[str], ranks: Sequence[str]) -> Spelling:
    """Every way in which the cards of a pack may be written by their codes.

    The code itself always means itself; the rank may come first where that can mean one card only; signs of suits
    count in packs whose suits all have one.
    """
    signs = spellings()["suits"]
    has_signs = all(suit in signs for suit in suits)
    return spelled(
        [[suit, *(signs[suit] if has_signs else ())] for suit in suits],
        [[rank, *spellings()["ranks"].get(rank, ())] for rank in ranks],
    )


def number_fits(digits: str) -> bool:
    """Is this a number that a move may name?"""
    return len(digits) < 8 and int(digits) <= C.LIMIT


class Vocabulary:
    """What may be written in the records of one ruleset."""

    def __init__(
        self,
        *,
        seats: Sequence[str],
        spelling: Spelling,
        cards: Mapping[str, int],
        rows: Mapping[str, int],
        moves: Mapping[str, str | None],
        notation: Any,
    ) -> None:
        """`spelling`: how cards are written; `cards`: code to number; `rows`: text of a word to its row in the
        machine's table; `moves`: each move of the ruleset with what it names; `notation`: gives the moves of all
        rulesets, asked only when an unknown one is met.
        """
        self.seats, self.spelling = tuple(seats), spelling
        self._cards, self._rows, self._moves, self._notation = cards, rows, moves, notation
        self._forms, self._suit_forms = spelling.cards, spelling.suit_forms
        self._texts = {row: text for text, row in rows.items()}
        self._known: dict[str, int] = {}
        self._cards_seen: dict[str, int] = {form: cards[code] for form, code in self._forms.items()}
        self._cards_seen |= dict(cards)
        self._seed()

    def _seed(self) -> None:
        """The usual tokens are known from the start."""
        for text, row in self._rows.items():
            if text[-1] in (MELD_SIGN, NAMES_SIGN, NUMBER_SIGN) or text in (DRAWN_WORD, KNOWN_WORD, OTHER_WORD):
                continue
            self._known[text] = row
            for i, seat in enumerate(self.seats):
                self._known[f"{seat}:{text}"] = row | (i + 1) << C.TOKEN_SEAT_AT
        self._usual = dict(self._known)

    # ---- in
    @property
    def tokens(self) -> Mapping[str, int]:
        """The tokens met so far, for a quick look-up; anything else goes through `token`."""
        return self._known

    @property
    def cards(self) -> Mapping[str, int]:
        """Cards by code and by their other spellings in lower case; anything else goes through `card`."""
        return self._cards_seen

    def card(self, text: str) -> int:
        """The number of a card (the first of two equal ones). Raises `Misread`."""
        found = self._cards_seen.get(text)
        if found is None:
            code = self._forms.get(plain(text)) if len(text) < LONGEST else None
            if code is None:
                raise self._no_card(text)
            found = self._cards[code]
        return found

    def suit(self, text: str) -> str:
        """A suit by its letter, however it was written. Raises `Misread`."""
        found = self._suit_forms.get(plain(text)) if len(text) < LONGEST else None
        if found is None:
            raise Misread("record.card", "suit.unknown", {"suit": text, "suits": self.spelling.suits})
        return found

    def _no_card(self, text: str) -> Misread:
        """What is wrong with something in the place of a card that is none, or could be several."""
        meanings = self.spelling.unclear.get(plain(text)) if len(text) < LONGEST else None
        if meanings:
            return Misread("record.card", "card.unclear", {"card": text, "cards": meanings})
        return Misread("record.card", "card.unknown", {"card": text}, self._near(text))

    def _is_meant_for_a_card(self, text: str) -> bool:
        """Is this a suit with a letter or number behind it that is no rank?"""
        return 1 < len(text) <= 3 and plain(text[:1]) in self._suit_forms and text[1:].isalnum() and text.isupper()

    def _near(self, text: str) -> str | None:
        """The card that was probably meant: by its letters, or by its name."""
        if not 0 < len(text) < LONGEST:
            return None
        for rank, slips in spellings()["slips"].items():  # another usual sign for the rank
            if text[1:].upper() in slips and text[:1].upper() + rank in self._cards:
                return text[:1].upper() + rank
        return suggest(text.upper(), self._cards) or suggest(text, self.spelling.names)

    def token(self, text: str) -> int:
        """The integer of a move. Raises `Misread` if it is no move of any ruleset."""
        code = self._known.get(text)
        if code is None:
            code = self._read(text)
            if len(self._known) > REMEMBERED:
                self._known = dict(self._usual)
            if len(text) < 40:
                self._known[text] = code
        return code

    def _read(self, text: str) -> int:
        seated = _SEATED.fullmatch(text)
        seat, rest = 0, text
        if seated:
            if seated[1] not in self.seats:
                raise Misread("record.seat", "move.seat", {"token": text, "seat": seated[1], "seats": self.seats})
            seat, rest = self.seats.index(seated[1]) + 1, seated[2]
        if len(rest) > LONGEST:
            raise Misread("record.move", "move.unknown", {"token": text})
        return self._unseated(text, rest) | seat << C.TOKEN_SEAT_AT

    def _unseated(self, text: str, rest: str) -> int:
        if rest.startswith(DRAWN_WORD):
            return self._drawn(text, rest)
        code = self._forms.get(plain(rest))
        if code is not None:
            return self._rows[code]
        meld = _MELD.fullmatch(rest)
        if meld:
            return self._meld(text, meld[1], meld[2])
        word = _WORD.fullmatch(rest)
        if word and word[1] in self._moves:
            return self._word(text, word[1], word[2])
        if word and word[1] in self._notation():
            return self._rows[OTHER_WORD]
        raise self._unknown(text, rest)

    def _unknown(self, text: str, rest: str) -> Misread:
        for word, others in spellings()["moves"].items():
            if rest.lower() in others and word in self._moves:
                return Misread("record.move", "move.unknown", {"token": text}, text[: len(text) - len(rest)] + word)
        if plain(rest) in self.spelling.unclear:
            return self._no_card(rest)
        if self._is_meant_for_a_card(rest):
            near = self._near(rest)
            near = near and text[: len(text) - len(rest)] + near
            return Misread("record.move", "card.unknown", {"card": text}, near)
        words = set(self._moves) | set(self._notation())
        name, colon, named = rest.partition(":")
        near = suggest(name, words)
        if near:
            near += colon + named
        else:
            near = self._near(rest)
        if near:
            near = text[: len(text) - len(rest)] + near
        return Misread("record.move", "move.unknown", {"token": text}, near)

    def _drawn(self, text: str, rest: str) -> int:
        if not rest.endswith(")"):
            raise Misread("record.move", "move.unknown", {"token": text})
        cards = [C.UNKNOWN_CARD if card == "?" else self.card(card) for card in rest[1:-1].split()]
        if not 0 < len(cards) <= len(SEATS):
            raise Misread("record.draw", "move.draw", {"token": text})
        packed = sum(card << C.CARDS_AT + C.CARD_BITS * i for i, card in enumerate(cards))
        return self._rows[DRAWN_WORD] | (len(cards) | packed) << C.TOKEN_REST_AT

    def _meld(self, text: str, what: str, said: str) -> int:
        if not number_fits(said):
            raise Misread("record.number", "move.number", {"token": text})
        suit = self._suit_forms.get(plain(what))
        code = suit if suit is not None else self._forms.get(plain(what))
        if code is None:
            raise self._no_card(what)
        return self._rows.get(code + MELD_SIGN, self._rows[OTHER_WORD]) | int(said) << C.TOKEN_REST_AT

    def _word(self, text: str, word: str, named: str | None) -> int:
        rows, names, before = self._rows, self._moves[word], word + NAMES_SIGN
        if names is None or before not in rows:
            return rows[before] if named is not None and before in rows else rows.get(word, rows[OTHER_WORD])
        if names == "meld":
            return rows[before]
        if names == "number":
            if named and named.isdecimal() and named.isascii():
                if not number_fits(named):
                    raise Misread("record.number", "move.number", {"token": text})
                return rows[word + NUMBER_SIGN] | int(named) << C.TOKEN_REST_AT
        elif named and names == "suit" and plain(named) in self._suit_forms:
            return rows[f"{before}{self._suit_forms[plain(named)]}"]
        elif named and names == "card":
            return rows[f"{before}{self._code(self.card(named))}"]
        elif named and names == "contract":
            if f"{before}{named}" in rows:
                return rows[f"{before}{named}"]
            if named in self._notation():
                return rows[before]
        known = [row.partition(NAMES_SIGN)[2] for row in rows if row.startswith(before) and row != before]
        near = suggest(named, known) if named else None
        raise Misread(
            "record.argument", f"move.names.{names}", {"token": text, "word": word}, f"{before}{near}" if near else None
        )

    def _code(self, card: int) -> str:
        return next(code for code, number in self._cards.items() if number == card)

    # ---- out
    def text(self, token: int) -> str:
        """A token as it would be written in a log."""
        name, seat = self._texts[token & C.TOKEN_ROW], token >> C.TOKEN_SEAT_AT & C.TOKEN_SEAT
        number = token >> C.TOKEN_REST_AT
        if name == DRAWN_WORD:
            name = "(" + " ".join(self._drawn_texts(number)) + ")"
        elif name[-1] == MELD_SIGN:
            name += str(number)
        elif name[-1] == NUMBER_SIGN:
            name = name[:-1] + NAMES_SIGN + str(number)
        return f"{self.seats[seat - 1]}:{name}" if seat else name

    def _drawn_texts(self, packed: int) -> list[str]:
        cards = [packed >> C.CARDS_AT + C.CARD_BITS * i & C.CARD_MASK for i in range(packed & C.CARDS_COUNT)]
        return ["?" if card == C.UNKNOWN_CARD else self._code(card) for card in cards]

    def word(self, token: int) -> str:
        """The row of the table of words that a token stands in, by its text."""
        return self._texts[token & C.TOKEN_ROW]
