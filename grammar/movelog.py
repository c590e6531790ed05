"""The move log by its grammar: hands with the place of every piece, and every mistake of a file at once.

This is the slow and thorough reader, and the only one that knows places. `read_log` asks it when the quick reader
declines, and a `Hand` asks it when somebody wants to know where something stands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal, cast

from lark import Lark, Token, Tree

from . import lalr
from .diagnostics import Problem, shown
from .headers import Complaint, assemble, said_twice, settle
from .messages import say
from .movelog_errors import Mended, capped, mend
from .notation import LONGEST_WORD, MOST_MOVES, SEATS, Escapes, braced_text, line_text, unescape, wrong_seat
from .record import Comment
from .source import Source

Piece = Token | Tree[Token]
_SPOILT_MOVES = frozenset({"log.move", "log.drawn", "log.trick"})


@cache
def parser(strict: bool = False) -> Lark:
    """The parser, made when first used."""
    return lalr.parser("movelog.lark", strict)


@dataclass
class WrittenHeader:
    """A header as it stands in the text: name, value, and where the name and the value's characters are."""

    name: str
    value: str
    name_span: tuple[int, int]
    value_start: int
    raw: str

    def part(self, start: int, end: int) -> tuple[int, int]:
        """The offsets in the text of `value[start:end]`."""
        return self.value_start + self._escapes.raw(start), self.value_start + self._escapes.raw(end)

    @cached_property
    def _escapes(self) -> Escapes:
        return Escapes(self.raw)


@dataclass
class WrittenHand:
    """A hand as it stands in the text. `record` lacks the pieces that could not be read.

    `closed`: `*` stands at its end. `ended`: that or a move, so that a header behind it begins another hand; not if
    comments stand behind the `*`, which belong to whatever follows.
    """

    start: int
    headers: list[WrittenHeader] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    move_spans: list[tuple[int, int]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    comment_spans: list[tuple[int, int]] = field(default_factory=list)
    tricks: dict[str, int] = field(default_factory=dict)
    trick_spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    closed: bool = False
    ended: bool = False
    record: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def parse_log(source: Source) -> list[WrittenHand]:
    """Read every hand of a text, at least one; mistakes are in the hands' `problems`, sorted."""
    mended = Mended(source)
    tree = parser().parse(source.text, on_error=lambda error: mend(error, mended))
    hands = _Hands(source, mended)
    for piece in tree.children:
        hands.take(piece)
    return hands.finish()


class _Hands:
    """Deals the pieces of a file out to its hands."""

    def __init__(self, source: Source, mended: Mended) -> None:
        self.source = source
        self.mended = mended
        self.spoilt = [offset for offset, problem in mended.problems if problem.code in _SPOILT_MOVES]
        self.hands: list[WrittenHand] = []

    def open_hand(self, start: int, header: bool = False) -> WrittenHand:
        """The hand to which a piece at `start` belongs: a new one for a header after a move, and after `*`."""
        hand = self.hands[-1] if self.hands else None
        if hand is None or hand.closed or (header and self._played(hand, start)):
            hand = WrittenHand(start)
            self.hands.append(hand)
        return hand

    def _played(self, hand: WrittenHand, end: int) -> bool:
        """Whether the hand has a move before the offset `end`, be it one that could not be read."""
        return bool(hand.moves) or bisect_left(self.spoilt, hand.start) < bisect_left(self.spoilt, end)

    def take(self, piece: Piece) -> None:
        """Take one piece of the file, in order."""
        if isinstance(piece, Token):
            self.open_hand(_start(piece)).closed = True
        elif piece.data == "header":
            self._header(cast(list[Token], piece.children))
        elif piece.data == "comment":
            self._comment(cast(Token, piece.children[0]))
        else:
            self._play(piece)

    def _header(self, tokens: list[Token]) -> None:
        opening, string, closing = tokens
        if opening.start_pos is None:
            return
        hand = self.open_hand(_start(opening), header=True)
        if string.start_pos is None or closing.start_pos is None:
            return
        name = " ".join(opening[1:].split())
        begin = _start(opening) + len(opening) - len(opening[1:].lstrip())
        raw = str(string)[1:-1]
        hand.headers.append(
            WrittenHeader(name, unescape(raw), (begin, _start(opening) + len(opening)), _start(string) + 1, raw)
        )

    def _comment(self, token: Token) -> None:
        if token.start_pos is None:
            return
        hand = self.open_hand(_start(token))
        form: Literal["brace", "line"] = "line" if token.type == "LINE_COMMENT" else "brace"
        text = line_text(token) if form == "line" else braced_text(token)
        hand.comments.append({"before": len(hand.moves), "text": text, "form": form})
        hand.comment_spans.append((_start(token), _end(token)))

    def _play(self, play: Tree[Token]) -> None:
        first, last = play.children[0], play.children[-1]
        tokens = [last] if isinstance(last, Token) else cast(list[Token], last.children)
        start, end = _start(tokens[0]), _end(tokens[-1])
        hand = self.open_hand(_start(first) if isinstance(first, Token) else start)
        for piece in play.children[:-1]:
            if isinstance(piece, Tree):
                self._comment(cast(Token, piece.children[0]))
        if any(token.start_pos is None for token in tokens):
            return
        if isinstance(first, Token) and first.type == "TRICK":
            index = str(len(hand.moves))
            hand.tricks[index] = int(first[:-1])
            hand.trick_spans[index] = (_start(first), _end(first))
        hand.moves.append(str(tokens[0]) if len(tokens) == 1 else f"({' '.join(tokens[1:-1])})")
        hand.move_spans.append((start, end))
        for token in tokens:
            self._check(token, hand)
        if len(hand.moves) == MOST_MOVES + 1:
            message = say("hand.moves", most=MOST_MOVES)
            hand.problems.append(Problem.at(self.source.span(start, end), "log.moves", message))

    def _check(self, token: Token, hand: WrittenHand) -> None:
        problem: dict[str, Any]
        if len(token) > LONGEST_WORD:
            problem = {"code": "log.move", "message": say("move.long", most=LONGEST_WORD)}
        elif token.type == "SPOKEN" and (letter := wrong_seat(token)):
            right = letter.upper() + token[1:] if letter.upper() in SEATS else None
            problem = {"code": "log.seat", "message": say("seat.none", letter=letter), "suggestion": right}
            problem["expected"] = (say("expected.seat"),)
        else:
            return
        span = self.source.span(_start(token), _end(token))
        hand.problems.append(Problem.at(span, token=shown(str(token)), **problem))

    def finish(self) -> list[WrittenHand]:
        """Make the records, and give every problem to the hand in whose text it lies."""
        if not self.hands:
            self.hands.append(WrittenHand(0))
        given_back = self._give_back()
        for hand in self.hands:
            _settle(hand, self.source)
            hand.ended = hand.closed or self._played(hand, len(self.source.text) + 1)
        self.hands[-1].ended &= not given_back
        starts = [hand.start for hand in self.hands]
        for offset, problem in self.mended.problems:
            self.hands[max(bisect_right(starts, offset) - 1, 0)].problems.append(problem)
        first = self.hands[0]
        if not (first.headers or first.moves or first.closed or first.problems):
            message = say("hand.none")
            first.problems.append(Problem.at(self.source.span(0, 0), "log.empty", message))
        for hand in self.hands:
            hand.problems = capped(hand.problems)
        return self.hands

    def _give_back(self) -> bool:
        """Comments behind the last `*` with nothing after them belong to the hand before; whether there are any."""
        last = self.hands[-1]
        spoilt = any(offset >= last.start for offset, _ in self.mended.problems)
        if len(self.hands) == 1 or last.headers or last.moves or last.closed or spoilt:
            return False
        before = self.hands[-2]
        before.comments += [{**comment, "before": len(before.moves)} for comment in last.comments]
        before.comment_spans += last.comment_spans
        self.hands.pop()
        return True


def _settle(hand: WrittenHand, source: Source) -> None:
    parts, complaints = settle([(header.name, header.value) for header in hand.headers])
    hand.record, more = assemble(parts, hand.moves, hand.comments, hand.tricks)
    for complaint in complaints:
        hand.problems.append(_placed(complaint, hand, source))
    for key in more:
        index = next(i for i, header in enumerate(hand.headers) if header.name == "Json")
        hand.problems.append(_placed(said_twice(key, index), hand, source))


def _placed(complaint: Complaint, hand: WrittenHand, source: Source) -> Problem:
    header = hand.headers[complaint.index]
    offsets = header.name_span if complaint.part is None else header.part(*complaint.part)
    return Problem.at(
        source.span(*offsets), complaint.code, complaint.message, token=complaint.token, expected=complaint.expected,
        suggestion=complaint.suggestion, severity=complaint.severity,
    )  # fmt: skip


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0
