"""What the expression parser met, in words for people who write rulesets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from .diagnostics import Problem, listed, shown, suggest

KEYWORDS: Final = frozenset(
    "where most least if else or and not is somebody in beats with except of".split()  # noqa: SIM905
)
"""The words of the language itself; no fact, term or option can be named so."""

_VALUE = frozenset({"NAME", "NUMBER", "CODE", "LPAR", "MINUS", "NOT"})
_INFIX = frozenset(
    {"IS", "IN", "NOT", "COMPARE", "BEATS", "AND", "OR", "IF", "PLUS", "MINUS", "STAR", "WITH", "EXCEPT", "WHERE", "OF"}
)
_NAMES: Final = {
    "ELSE": "`else`",
    "RPAR": "`)`",
    "LPAR": "`(`",
    "NAME": "a name",
    "NUMBER": "a number",
    "CODE": "a card, suit or rank",
    "DOT": "`.`",
    "IN": "`in`",
    "MOST": "`most`",
    "LEAST": "`least`",
    "SOMEBODY": "`somebody`",
    "$END": "the end",
}
_MEANT: Final = {
    "==": "is",
    "=": "is",
    "!=": "is not",
    "<>": "is not",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "≤": "<=",
    "≥": ">=",
    "=<": "<=",
    "=>": ">=",
    "≠": "is not",
    "×": "*",
    "−": "-",
    "–": "-",
    "true": "yes",
    "false": "no",
}
_INSTEAD: Final = {
    "/": "there is no division",
    ",": "the words of a list are parted by blanks, and a function takes one argument",
    '"': "words are written without quotation marks",
    "'": "words are written without quotation marks",
    "[": "lists stand in round brackets",
    "]": "lists stand in round brackets",
}
_PIECE = re.compile(r"[A-Za-z0-9_]+|[=<>!&|]+|.", re.DOTALL)


def explain(error: UnexpectedCharacters | UnexpectedToken, text: str) -> Problem:
    """The problem that a refusal of the parser stands for, with its place in `text` counted as in `nodes`."""
    if isinstance(error, UnexpectedCharacters):
        return _unread(text, error.pos_in_stream or 0)
    expected = _expected(error.accepts)
    wanted = f": expected {listed(expected)}" if expected else ""
    if error.token.type == "$END":
        end = len(text.rstrip(" \t\n"))
        return Problem(
            "expression.end", f"the expression stops too early{wanted}", 1, end + 1, 1, end + 1, expected=expected
        )
    start = error.token.start_pos or 0
    word = str(error.token)
    accepted = [name.lower() for name in error.accepts if name.lower() in KEYWORDS]
    return _problem(
        "expression.unexpected",
        f"`{shown(word)}` cannot stand here{wanted}",
        start,
        word,
        expected,
        suggest(word, accepted) if word.isalpha() and word not in KEYWORDS else None,
    )


def _unread(text: str, start: int) -> Problem:
    """No terminal begins here: a sign that is not used at all, or a word of no known shape."""
    found = _PIECE.match(text, start)
    piece = found[0] if found else text[start]
    if (piece[0].isalnum() and piece.isascii()) or piece[0] == "_":
        meant = piece.lower() if piece.lower() in KEYWORDS else None
        return _problem(
            "expression.word",
            f"`{shown(piece)}` is no word of an expression: names are written small, "
            "cards, suits and ranks with one or two capitals",
            start,
            piece,
            (),
            meant,
        )
    said = _INSTEAD.get(piece) or _INSTEAD.get(piece[0])
    message = f"`{shown(piece)}` is not used in expressions" + (f": {said}" if said else "")
    return _problem("expression.character", message, start, piece, (), _MEANT.get(piece))


def _problem(
    code: str, message: str, start: int, token: str, expected: tuple[str, ...], suggestion: str | None
) -> Problem:
    return Problem(code, message, 1, start + 1, 1, start + 1 + len(token), shown(token), expected, suggestion)


def _expected(accepts: Iterable[str]) -> tuple[str, ...]:
    """The parser's terminals in words, the most telling first."""
    names = set(accepts)
    words = [_NAMES[name] for name in ("ELSE", "RPAR") if name in names]
    if {"NAME", "LPAR"} <= names:
        words.append("a value")
        names -= _VALUE
    if len(names & _INFIX) > 3:
        words.append("an operator such as `and`, `is` or `+`")
        names -= _INFIX | {"DOT", "LPAR"}
    words += [said for name, said in _NAMES.items() if name in names and said not in words]
    return tuple(words)
