"""Mistakes in a move log: what is reported, and how reading goes on behind them.

When the parser meets what cannot stand in its place, `mend` reports it once, finishes the piece that was begun with
tokens that have no place (the reader leaves out whatever holds such a token), and lets the parser go on behind the
mistake.
"""

from __future__ import annotations

import re
from typing import Final, cast

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from .diagnostics import Problem, shown
from .messages import say
from .notation import LONGEST_WORD, is_move
from .source import Source

MOST_PROBLEMS: Final = 100
"""Problems after which reading stops."""

_FINISH: Final = (("RPAR", ")"), ("WORD", "?"), ("CLOSE", "]"), ("STRING", '""'))
"""What finishes a piece that was begun, the last first."""

_RUN: Final = re.compile(r"[^\s\[\]{}();\"*]+|.", re.DOTALL)
_IN_RUN: Final = re.compile(r"[^\s\[\]{}();\"*]").match


class Mended:
    """The mistakes found so far in one text, each with its offset."""

    def __init__(self, source: Source) -> None:
        """Begin with a text and no mistake."""
        self.source = source
        self.problems: list[tuple[int, Problem]] = []

    def report(self, place: tuple[int, int], code: str, message: str, *expected: str, meant: str | None = None) -> None:
        """Note a problem with the piece of text between two offsets."""
        token = shown(self.source.text[slice(*place)]) or None
        span = self.source.span(*place)
        problem = Problem.at(span, code, message, token=token, expected=expected, suggestion=meant)
        self.problems.append((place[0], problem))


def capped(problems: list[Problem]) -> list[Problem]:
    """The problems of a hand in the order of the text, the hundred and first standing for all the others."""
    problems = sorted(problems, key=lambda problem: problem.sort_key)
    stopped = [place for place, problem in enumerate(problems) if problem.code == "log.problems"]
    more = len(problems) - MOST_PROBLEMS
    if stopped or more <= 0:
        return problems[: stopped[0] + 1] if stopped else problems
    last = problems[MOST_PROBLEMS]
    rest = Problem("log.problems", say("problems.rest", more=more), last.line, last.column)
    return [*problems[:MOST_PROBLEMS], rest]


def mend(error: UnexpectedInput, mended: Mended) -> bool:
    """Report what the parser met, and bring it to where it can go on."""
    parser: InteractiveParser = error.interactive_parser
    start = error.pos_in_stream or 0
    if len(mended.problems) >= MOST_PROBLEMS:
        message = say("problems.most", most=MOST_PROBLEMS)
        mended.report((start, start), "log.problems", message)
        _finish(parser)
        _skip(parser, mended, len(mended.source.text))
    elif isinstance(error, UnexpectedCharacters):
        _unread(start, parser, mended)
    elif isinstance(error, UnexpectedToken):
        _misplaced(error.token, parser, mended)
    return True


# ------------------------------------------------------------------------------------- no token begins here
def _unread(start: int, parser: InteractiveParser, mended: Mended) -> None:
    text = mended.source.text
    line_end = _end_of_line(text, start)
    if (sign := text[start]) == '"':
        message = say("quote.open")
        mended.report((start, line_end), "log.quote", message, '`"`')
    elif sign == "{":
        _open_comment(start, mended)
    elif sign == "[":
        line_end = max(start + 1, min(line_end, _end_of_header(text, start)))
        mended.report((start, line_end), "log.header", say("header.name"), say("expected.header"))
    else:
        end = _RUN.match(text, start).end()  # type: ignore[union-attr]
        _no_move((start, end), mended)
        _skip(parser, mended, end)
        if _lacking(parser) in ("a value", "`]`"):
            _skip(parser, mended, min(_end_of_line(text, end), _end_of_header(text, end)))
            _finish(parser)
        return
    _finish(parser)
    _skip(parser, mended, line_end)


def _open_comment(start: int, mended: Mended) -> None:
    text = mended.source.text
    message = say("comment.open")
    again, close = text.find("{", start + 1), text.find("}", start)
    if 0 <= again < close:
        message = say("comment.open-before", line=mended.source.point(again)[0])
    mended.report((start, start + 1), "log.comment", message, "`}`")


def _no_move(place: tuple[int, int], mended: Mended) -> None:
    """A run of characters that is no move; what was read before it without a blank between is told with it."""
    text = mended.source.text
    start, end = place
    if text[start] == "}":
        return mended.report(place, "log.comment", say("comment.close"))
    while start and _IN_RUN(text[start - 1]):
        start -= 1
    piece = text[start:end]
    bare = piece.strip(",.!?:+")
    if any(map(str.isalnum, bare)):
        meant = bare if bare != piece and is_move(bare) and not bare.isdigit() else None
        message = say("move.none", piece=shown(piece))
        mended.report((start, end), "log.move", message, say("expected.move-such"), meant=meant)
    else:
        mended.report(place, "log.character", say("sign.none", piece=shown(piece)))
    return None


# ------------------------------------------------------------------------------- a token that cannot stand here
def _misplaced(token: Token, parser: InteractiveParser, mended: Mended) -> None:
    text = mended.source.text
    at_end = token.type == "$END"
    place = (len(text.rstrip()),) * 2 if at_end else (token.start_pos or 0, token.end_pos or 0)
    found = say("the-end") if at_end else say("piece", piece=shown(str(token)))
    lacking = _lacking(parser)
    in_header = lacking in ("a value", "`]`")
    if in_header:
        opening = _last(parser, "OPEN", "STRING")
        lost = "\n" in text[opening[1] : place[0]] or at_end
        where = (opening[1],) * 2 if lost else place
        message = say("header.no-value" if lacking == "a value" else "header.no-bracket")
        sure = lacking == "a value" and token.type == "WORD" and not lost and len(token) <= LONGEST_WORD
        meant = f'"{token}"' if sure else None
        mended.report(where, "log.header", message, lacking or "", meant=meant)
    elif lacking == "a move":
        mended.report(_last(parser, "TRICK"), "log.trick", say("trick.no-move", found=found), lacking)
    elif lacking:
        where = place if token.type in ("SPOKEN", "RPAR") else _last(parser, "LPAR")
        message = say("drawn.brackets", found=found)
        mended.report(where, "log.drawn", message, say("expected.card"), "`)`")
    elif token.type == "RPAR":
        mended.report(place, "log.drawn", say("drawn.not-opened"))
    elif token.type == "CLOSE":
        mended.report(place, "log.header", say("header.not-opened"))
    else:
        mended.report(place, "log.header", say("value.no-header"), say("expected.header"))
    if token.type == "SPOKEN" and lacking == "a card":
        return
    _finish(parser)
    if in_header and not lost and token.type != "OPEN":
        _skip(parser, mended, min(_end_of_line(text, place[1]), _end_of_header(text, place[0])))
    elif not at_end and token.type in _accepted(parser):
        parser.feed_token(token)


def _lacking(parser: InteractiveParser) -> str | None:
    """What the piece that was begun needs next, or `None` between pieces."""
    accepts = _accepted(parser)
    if "OPEN" in accepts:
        return None
    if "STRING" in accepts or "CLOSE" in accepts:
        return say("expected.value") if "STRING" in accepts else "`]`"
    return say("expected.move") if "SPOKEN" in accepts else say("expected.card")


def _accepted(parser: InteractiveParser) -> set[str]:
    return cast(set[str], parser.accepts())  # type: ignore[no-untyped-call]


def _last(parser: InteractiveParser, *types: str) -> tuple[int, int]:
    """The offsets of the last token of these types that the parser has taken and not yet used up."""
    for value in reversed(parser.parser_state.value_stack):
        if isinstance(value, Token) and value.type in types and value.start_pos is not None:
            return value.start_pos, value.end_pos or 0
    return 0, 0


# ------------------------------------------------------------------------------------------------- going on
def _finish(parser: InteractiveParser) -> None:
    """Finish the piece that was begun."""
    while "OPEN" not in (accepts := _accepted(parser)):
        name, text = next((name, text) for name, text in _FINISH if name in accepts)
        parser.feed_token(Token(name, text))


def _skip(parser: InteractiveParser, mended: Mended, end: int) -> None:
    """Go on reading at `end`."""
    state = parser.lexer_thread.state
    assert state is not None
    line = state.line_ctr
    line.feed(mended.source.text[line.char_pos : end])


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


def _end_of_header(text: str, start: int) -> int:
    close = text.find("]", start)
    return close + 1 if close >= 0 else len(text)
