"""The words a record may hold: one row each, by text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bummerl.interpreter import core as C
from bummerl.rulesets.names import Names

from . import limits
from .pack import Pack
from .writer import Writer

DRAWN_WORD: Final = "("
KNOWN_WORD: Final = "!"
OTHER_WORD: Final = "?"
MELD_SIGN: Final = "+"
NUMBER_SIGN: Final = "#"
"""How the texts of rows end behind which a number follows: that of a meld, that of another move."""
NAMES_SIGN: Final = ":"
"""What stands between a move and what it names."""
NONE: Final = -1
NO_FORM: Final = "off"


class Tokens:
    """Writes the rows.

    `words` is text -> row, `number_words` move -> the row behind which a number follows, `wordings` move -> in how
    many ways it can be made.
    """

    def __init__(self, writer: Writer, names: Names, pack: Pack, forms: Mapping[str, Any]) -> None:
        """`forms`: what each move names (None: nothing, `off`: it is never made)."""
        self.writer, self.names, self.pack, self.forms = writer, names, pack, forms
        self.words: dict[str, int] = {}
        self.number_words: dict[str, int] = {}
        self.wordings: dict[str, int] = {}
        self._rows: list[tuple[int, int, int, int, int]] = []

    def write(self, says: Mapping[str, tuple[int, ...]]) -> None:
        """All rows, and the tables that lead to them. `says`: the numbers that moves may name, where it is settled."""
        self._cards()
        for move, form in self.forms.items():
            self._move(move, form)
        if len(self._rows) > C.TOKEN_ROW:
            raise limits.refusal(f"too large: more than {C.TOKEN_ROW:,} different words for its moves", "/moves")
        writer = self.writer
        writer.head(C.TOKENS, writer.table(value for row in self._rows for value in row))
        writer.head(C.TOKEN_ROWS, len(self._rows))
        by_move: list[int] = [0, 0, C.W_PLAIN, C.NO_TABLE] * C.MOVES
        room = 0
        for move, form in self.forms.items():
            rows = [
                row
                for row, (number, *_, fits) in enumerate(self._rows)
                if number == self.names.moves[move] and fits == C.FITS
            ]
            numbers = self._numbers(move, form, says)
            kind = {"number": C.W_NUMBER, "meld": C.W_MELD}.get(form or "", C.W_PLAIN)
            table = writer.constant_table("says", [len(numbers), *numbers]) if numbers else C.NO_TABLE
            by_move += [rows[0] if rows else 0, len(rows), kind, table]
            ways = len(numbers) + (kind != C.W_PLAIN)  # the last with what it scores
            self.wordings[move] = ways * len(rows) * self.names.seats
            room += self.wordings[move] + ways * (self.pack.size * self.names.seats if form == "meld" else 0)
        writer.head(C.WORDS, writer.table(by_move))
        writer.head(C.ROOM, 2 * (room + self.pack.size))
        writer.head(
            C.CARD_WORDS,
            writer.table(
                row for code in self.pack.codes for row in (self.words[code], self.words.get(code + MELD_SIGN, NONE))
            ),
        )
        writer.head(C.SUIT_CARDS, writer.table([0, *(self.pack.of_suit(suit) for suit in range(self.pack.suits))], 1))

    def _numbers(self, move: str, form: str | None, says: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
        if move in says or form == "meld":
            return says.get(move, ())
        return tuple(range(self.writer.R[C.HAND_SIZE] + 1)) if form == "number" else (0,)

    def _row(
        self, word: str, move: int, card: int = NONE, suit: int = NONE, call: int = NONE, fits: int = C.FITS
    ) -> None:
        self.words[word] = len(self._rows)
        self._rows.append((move, card, suit, call, fits))

    def _cards(self) -> None:
        """Cards, what the record says of drawn and known ones, a word of no move here, and melds."""
        for code, card in self.pack.first.items():
            self._row(code, C.MOVE_CARD, card)
        self._row(DRAWN_WORD, C.MOVE_DRAWN)
        self._row(KNOWN_WORD, C.MOVE_KNOWN)
        self._row(OTHER_WORD, C.MOVES + len(self.forms))
        meld = next((self.names.moves[move] for move, form in self.forms.items() if form == "meld"), None)
        if meld is not None:
            for code, card in self.pack.first.items():
                self._row(code + MELD_SIGN, meld, card, self.pack.suit[card], fits=C.FITS_WITH_CARD)
            for suit, number in self.names.suits.items():
                self._row(suit + MELD_SIGN, meld, suit=number)

    def _move(self, move: str, form: str | None) -> None:
        """The words of a move, and its name with something that it does not take."""
        number = self.names.moves[move]
        self._row(move + NAMES_SIGN, number, fits=C.FITS_NOT)
        match form:
            case None:
                self._row(move, number)
            case "suit":
                for suit, index in self.names.suits.items():
                    self._row(move + NAMES_SIGN + suit, number, suit=index)
            case "card":
                for code, card in self.pack.first.items():
                    self._row(move + NAMES_SIGN + code, number, card)
            case "contract":
                for contract, index in self.names.contracts.items():
                    self._row(move + NAMES_SIGN + contract, number, call=index)
            case "number":
                self._row(move + NUMBER_SIGN, number)
                self.number_words[move] = self.words[move + NUMBER_SIGN]
