"""The words of a record and the integers of the machine: one dictionary look-up for what is written as it should be,
and a careful reading for everything else.

A token's integer holds the row of the ruleset's word table, the seat written in front of it plus one (0: none), and
the number that was said, or the cards that were drawn; `core.py` says in which bits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any, Final

from bummerl.grammar import SEATS, suggest
from bummerl.interpreter import core as C

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


def written_forms(suits: Iterable[str], ranks: Iterable[str]) -> dict[str, str]:
    """Every way in which a card of this pack may be written, in lower case, with its code.

    The code itself always means itself; the rank may come first where that can mean one card only; signs of suits
    count in packs whose suits all have one.
    """
    suits, ranks = list(suits), list(ranks)
    signs = spellings()["suits"]
    has_signs = all(s in signs for s in suits)
    as_suit = {s: [s, *(signs[s] if has_signs else ())] for s in suits}
    as_rank = {r: [r, *spellings()["ranks"].get(r, ())] for r in ranks}
    forms = {(s + r).lower(): s + r for s in suits for r in ranks}
    turned: dict[str, set[str]] = {}
    for s in suits:
        for r in ranks:
            for suit in as_suit[s]:
                for rank in as_rank[r]:
                    for first, second in permutations((suit, rank)):
                        turned.setdefault((first + second).lower(), set()).add(s + r)
    for form, codes in turned.items():
        if len(codes) == 1:
            forms.setdefault(form, next(iter(codes)))
    return forms


def number_fits(digits: str) -> bool:
    """Is this a number that a move may name?"""
    return len(digits) < 8 and int(digits) <= C.LIMIT


class Vocabulary:
    """What may be written in the records of one ruleset."""

    def __init__(
        self,
        *,
        seats: Sequence[str],
        suits: Sequence[str],
        ranks: Sequence[str],
        cards: Mapping[str, int],
        rows: Mapping[str, int],
        moves: Mapping[str, str | None],
        notation: Any,
    ) -> None:
        """`cards`: code to number; `rows`: text of a word to its row in the machine's table; `moves`: each move of
        the ruleset with what it names; `notation`: gives the moves of all rulesets, asked only when an unknown
        one is met.
        """
        self.seats, self.suits, self.ranks = tuple(seats), tuple(suits), tuple(ranks)
        self._cards, self._rows, self._moves, self._notation = cards, rows, moves, notation
        self._forms = written_forms(suits, ranks)
        self._suit_forms = {form.lower(): s for s in suits for form in (s, *self._signs(s))}
        self._texts = {row: text for text, row in rows.items()}
        self._known: dict[str, int] = {}
        self._cards_seen: dict[str, int] = {form: cards[code] for form, code in self._forms.items()}
        self._cards_seen |= dict(cards)
        self._seed()

    def _signs(self, suit: str) -> list[str]:
        signs = spellings()["suits"]
        return signs[suit] if all(s in signs for s in self.suits) else []

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
            code = self._forms.get(text.lower()) if len(text) < 8 else None
            if code is None:
                near = suggest(text.upper(), self._cards) if 0 < len(text) < LONGEST else None
                raise Misread("record.card", "card.unknown", {"card": text}, near)
            found = self._cards[code]
        return found

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
        if rest.lower() in self._forms:
            return self._rows[self._forms[rest.lower()]]
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
        words = set(self._moves) | set(self._notation())
        name, colon, named = rest.partition(":")
        near = suggest(name, words)
        if near:
            near += colon + named
        else:
            near = suggest(rest.upper(), self._cards)
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
        suit = self._suit_forms.get(what.lower())
        code = suit if suit is not None else self._forms.get(what.lower())
        if code is None:
            raise Misread("record.card", "card.unknown", {"card": what}, suggest(what.upper(), self._cards))
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
        elif named and names == "suit" and named.lower() in self._suit_forms:
            return rows[f"{before}{self._suit_forms[named.lower()]}"]
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

    def canonical(self, text: str) -> str:
        """The same move in canonical spelling. Raises `Misread`."""
        token = self.token(text)
        name = self._texts[token & C.TOKEN_ROW]
        return text if name == OTHER_WORD or name[-1] == NAMES_SIGN else self.text(token)
