"""The small change of the move log: words, seats, escapes, and the patterns that its two readers share."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

SEATS: Final = "ABCDEF"
"""The letters of the seats, in order of play; a ruleset says how many it uses."""

NOTATION_WORDS: Final = frozenset(
    {
        "bid", "call", "claim", "close", "concede", "discard", "exchange", "kontra", "pass", "rekontra", "subkontra",
        "take", "trump", "turn",
    }
)  # fmt: skip
"""The words that the notation itself knows as moves; a ruleset may define further ones."""

NAMING: Final = {"trump": "suit", "turn": "card", "call": "card", "discard": "card"}
"""What the notation's own words name behind their colon, where that is a card or a suit."""

_LETTERS: Final = r"\w♠♥♦♣♤♡♢♧\uFE0E\uFE0F\u0300-\u036F'"
_APART: Final = rf"(?![{_LETTERS}.:+?-])"
WORD: Final = rf"(?:\?|[{_LETTERS}-]+){_APART}"
"""The pattern of a card or a plain word; the grammar's terminal of the same name."""
SPOKEN: Final = rf"(?:[A-F]:)?[{_LETTERS}-]+(?:\+[0-9]{{1,6}}|:[{_LETTERS}-]+){_APART}"
"""The pattern of a move with a seat, an announced number or what a word is about; the terminal of the same name."""

HEADER_NAME: Final = r"\w[\w-]*(?: [A-F])?"
"""The pattern of a header's name, with one blank before a seat."""

LONGEST_WORD: Final = 60
"""Most characters of one move, card or header's name."""
MOST_MOVES: Final = 1000
"""Most moves of a hand."""

word_at = re.compile(WORD).fullmatch
spoken_at = re.compile(SPOKEN).fullmatch
_LONE_LETTER = re.compile(r"[^\W\d_]:")


def wrong_seat(move: str) -> str | None:
    """The letter before the colon of `move` if it stands where a seat does and is none, else `None`.

    >>> wrong_seat("B:SA"), wrong_seat("trump:H"), wrong_seat("x:SA")
    (None, None, 'x')
    """
    return move[0] if move[0] not in SEATS and _LONE_LETTER.match(move) else None


_cards: set[str] = set()
_MOST_REMEMBERED: Final = 4096
"""Words that are kept; when there are more all are forgotten, so that a text of oddities slows nobody for long."""


def is_card(text: str) -> bool:
    """Whether `text` is written as a card can be; whether there is such a card is the deck's to say."""
    return text in _cards or (len(text) <= LONGEST_WORD and word_at(text) is not None)


def are_cards(texts: list[str]) -> bool:
    """Whether all of `texts` are written as cards can be; what has been seen before is not looked at again."""
    if _cards.issuperset(texts):
        return True
    if not all(map(is_card, texts)):
        return False
    if len(_cards) + len(texts) > _MOST_REMEMBERED:
        _cards.clear()
    if len(texts) <= _MOST_REMEMBERED:
        _cards.update(texts)
    return True


def is_move(text: str) -> bool:
    """Whether `text` is written as one move can be: a word, a spoken move, or a group of drawn cards in brackets."""
    if text.startswith("(") and text.endswith(")"):
        cards = text[1:-1].split(" ")
        return all(map(is_card, cards))
    if len(text) > LONGEST_WORD:
        return False
    return word_at(text) is not None or (spoken_at(text) is not None and wrong_seat(text) is None)


# ----------------------------------------------------------------------------------------------- escapes
_ESCAPED = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|(["{}\\]))')


def unescape(written: str) -> str:
    r"""The text that stands between quotes or braces: `\"`, `\{`, `\}`, `\\` and `\u0041` are escapes.

    A backslash before anything else stands for itself.
    """
    if "\\" not in written:
        return written
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], written)


class Escapes:
    """Where the characters that `unescape` gives stand in what was written; worked out once for a text."""

    def __init__(self, written: str) -> None:
        self._behind: list[int] = []
        """Offsets of the text from which on an escape stands before it."""
        self._shifts: list[int] = [0]
        """How much longer what was written is, by how many escapes stand before."""
        for found in _ESCAPED.finditer(written):
            self._behind.append(found.start() - self._shifts[-1] + 1)
            self._shifts.append(self._shifts[-1] + len(found[0]) - 1)

    def raw(self, offset: int) -> int:
        r"""Where in what was written the character stands that `unescape` puts at `offset`.

        >>> [Escapes(r'a\"b').raw(offset) for offset in range(4)]
        [0, 1, 3, 4]
        """
        return offset + self._shifts[bisect_right(self._behind, offset)]


def braced_text(comment: str) -> str:
    """What a comment in braces says."""
    return unescape(comment[1:-1])


def line_text(comment: str) -> str:
    """What a comment to the line's end says, without the one blank that may follow the semicolon."""
    return unescape(comment[1:].removeprefix(" "))


_TROUBLE = r"\\(?=[\\\"{}\x00-\x1f\x7f\ud800-\udfff]|u[0-9A-Fa-f]{4}|\Z)"
_UNSAFE_QUOTED = re.compile(rf'{_TROUBLE}|"|[\x00-\x1f\x7f\ud800-\udfff]')
_UNSAFE_BRACED = re.compile(rf"{_TROUBLE}|[{{}}\r\x00\ud800-\udfff]")
_UNSAFE_LINE = re.compile(rf"{_TROUBLE}|[\n\r\x00\ud800-\udfff]")


def quoted(text: str) -> str:
    """`text` as a header writes it: between quotes, on one line."""
    return f'"{_UNSAFE_QUOTED.sub(_escape, text)}"'


def braced(text: str) -> str:
    """`text` as a comment in braces."""
    return f"{{{_UNSAFE_BRACED.sub(_escape, text)}}}"


def to_line_end(text: str) -> str:
    """`text` as a comment to the line's end."""
    return f"; {_UNSAFE_LINE.sub(_escape, text)}" if text else ";"


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    return f"\\{sign}" if sign in '"{}\\' else f"\\u{ord(sign):04x}"
