"""Two texts beside each other, with the words marked in which they differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from .captions import CODE, NAME, NUMBER, TEXT, Bit

_TOKEN: Final = re.compile(r"\s+|[\w'’-]+|[<>=]+|.", re.DOTALL)
PATIENCE: Final = 4_000_000
"""Pairs of words that are compared on one page; beyond that whole texts are marked."""


class Token(NamedTuple):
    """A word, a sign or a space, and what it stands for."""

    text: str
    kind: str = TEXT
    means: str = ""


class Marker:
    """Marks differences, as long as its patience lasts: texts may come from anybody."""

    def __init__(self, patience: int = PATIENCE) -> None:
        self.patience = patience

    def both(self, before: Sequence[Bit], after: Sequence[Bit]) -> tuple[Markup, Markup]:
        """Both texts as HTML."""
        one, two = list(_tokens(before)), list(_tokens(after))
        left, right = self._marks(one, two)
        return html(one, left), html(two, right)

    def _marks(self, one: list[Token], two: list[Token]) -> tuple[list[bool], list[bool]]:
        """Which tokens of each have no partner in the other; spaces go with the words around them."""
        words, others = [_words(tokens) for tokens in (one, two)]
        self.patience -= len(words) * len(others)
        left, right = [True] * len(words), [True] * len(others)
        if self.patience > 0:
            a, b = [one[at] for at in words], [two[at] for at in others]
            for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
                for k in range(block.size):
                    left[block.a + k] = right[block.b + k] = False
        return _spread(one, words, left), _spread(two, others, right)


def html(tokens: Iterable[Token], marks: Iterable[bool]) -> Markup:
    """Tokens as HTML, those that are marked as `<mark>`."""
    found = Markup()
    for marked, run in groupby(zip(tokens, marks, strict=True), key=lambda pair: pair[1]):
        inner = Markup().join(_token(token) for token, _ in run)
        found += Markup("<mark>{}</mark>").format(inner) if marked else inner
    return found


def unmarked(bits: Iterable[Bit]) -> Markup:
    """A text as HTML."""
    return Markup().join(_token(Token(bit.text, bit.kind, bit.means)) for bit in bits)


def as_bits(text: str) -> list[Bit]:
    """A text of words alone."""
    return [Bit(TEXT, text)] if text else []


def _token(token: Token) -> Markup:
    if token.kind == NUMBER:
        return Markup("<var>{}</var>").format(token.text)
    if token.kind == NAME:
        return Markup('<em class="hole">{}</em>').format(token.text)
    if token.kind == CODE:
        return Markup("<code>{}</code>").format(token.text)
    return escape(token.text)


def _tokens(bits: Iterable[Bit]) -> Iterator[Token]:
    for bit in bits:
        if bit.kind == TEXT:
            yield from (Token(word) for word in _TOKEN.findall(bit.text))
        else:
            yield Token(bit.text, bit.kind, bit.means)


def _words(tokens: list[Token]) -> list[int]:
    return [at for at, token in enumerate(tokens) if not token.text.isspace()]


def _spread(tokens: list[Token], words: list[int], marks: list[bool]) -> list[bool]:
    """The marks of words as marks of all tokens: a space between two that are marked is marked, too."""
    found = [False] * len(tokens)
    for at, marked in zip(words, marks, strict=True):
        found[at] = marked
    for at, token in enumerate(tokens):
        if token.text.isspace():
            found[at] = 0 < at < len(tokens) - 1 and found[at - 1] and found[at + 1]
    return found
