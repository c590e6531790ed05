"""The expression language: one line of a ruleset's text to a tree of `nodes`.

`parse_expression` is the only door. It accepts exactly what `expression.lark` describes, within three limits that make
it impossible to tie up or overflow whatever walks the tree later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from . import lalr, nodes
from .diagnostics import Problem, shown
from .expression_errors import explain

LONGEST: Final = 400
"""Most characters of an expression."""
DEEPEST: Final = 50
"""Most levels of a tree, and most brackets inside each other."""
LARGEST: Final = 1_000_000
"""The greatest number that can be written."""


class ExpressionError(Exception):
    """An expression that cannot be read; `problem` says why, its columns counted as those of `nodes`."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem; the exception's own text is its message."""
        super().__init__(str(problem))
        self.problem = problem


@lru_cache(maxsize=2048)
def parse_expression(text: str) -> nodes.Node:
    """Read one expression; trees are immutable, so the same text may give the same tree again.

    Raises `ExpressionError` with the first thing that is wrong: `expression.empty`, `.character`, `.word`,
    `.unexpected` or `.end` for text that the grammar does not know, `.length`, `.depth` or `.number` for text beyond
    the limits.

    >>> parse_expression("trump is H").left.text
    'trump'
    """
    if len(text) > LONGEST:
        raise _error(
            "expression.length",
            f"an expression has at most {LONGEST} characters, this one has {len(text)}",
            LONGEST,
            len(text),
        )
    if not text.strip(" \t\n"):
        raise _error("expression.empty", "an expression is missing here", 0, len(text))
    _check_brackets(text)
    try:
        tree = parser().parse(text)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        raise ExpressionError(explain(error, text)) from None
    return _build(tree)


@cache
def parser(strict: bool = False) -> Lark:
    """The parser, made when first used."""
    return lalr.parser("expression.lark", strict, propagate_positions=True)


def _error(code: str, message: str, start: int, end: int, token: str | None = None) -> ExpressionError:
    return ExpressionError(Problem(code, message, 1, start + 1, 1, end + 1, token))


def _check_brackets(text: str) -> None:
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth > DEEPEST:
            raise _error("expression.depth", f"brackets lie at most {DEEPEST} deep", place, place + 1, token="(")


# ------------------------------------------------------------------------------------------------ tree to nodes
Part = nodes.Node | Token
Maker = Callable[[int, int, list[nodes.Node]], nodes.Node]


def _build(tree: Tree[Token]) -> nodes.Node:
    """Turn a parse tree into nodes, from the leaves up and without recursion."""
    made: dict[int, nodes.Node] = {}
    depth: dict[int, int] = {}
    *branches, _ = tree.iter_subtrees()
    for branch in branches:
        start, end = branch.meta.start_pos, branch.meta.end_pos
        below = [child for child in branch.children if isinstance(child, Tree)]
        depth[id(branch)] = 1 + max((depth[id(child)] for child in below), default=0)
        if depth[id(branch)] > DEEPEST:
            raise _error("expression.depth", f"an expression is nested at most {DEEPEST} levels deep", start, end)
        parts: list[Part] = [child if isinstance(child, Token) else made[id(child)] for child in branch.children]
        made[id(branch)] = _make(str(branch.data), start, end, parts)
    return made[id(tree.children[0])]


def _make(kind: str, start: int, end: int, parts: list[Part]) -> nodes.Node:
    place = {"column": start + 1, "end_column": end + 1}
    first = parts[0]
    if isinstance(first, Token):
        text = str(first)
        match kind:
            case "number":
                return nodes.Number(_number(text, start, end), text, **place)
            case "code":
                return nodes.Code(text, **place)
            case "name":
                return nodes.Name(text, **place)
            case _:
                return nodes.Call(text, cast(nodes.Node, parts[1]), **place)
    if isinstance(second := parts[-1], Token):
        return nodes.Member(first, str(second), (second.start_pos or 0) + 1, **place)
    if len(parts) == 3 and isinstance(operator := parts[1], Token):
        return nodes.Compare(str(operator), first, second, **place)
    return _MAKERS[kind](place["column"], place["end_column"], cast(list[nodes.Node], parts))


def _number(text: str, start: int, end: int) -> int:
    if len(text) > len(str(LARGEST)) or int(text) > LARGEST:
        raise _error("expression.number", f"a number is at most {LARGEST:,}", start, end, token=shown(text))
    return int(text)


def _arithmetic(operator: str) -> Maker:
    return lambda c, e, p: nodes.Arithmetic(operator, p[0], p[1], column=c, end_column=e)


_MAKERS: Final[dict[str, Maker]] = {
    "where": lambda c, e, p: nodes.Where(p[0], p[1], column=c, end_column=e),
    "most": lambda c, e, p: nodes.Extreme(p[0], p[1], True, column=c, end_column=e),
    "least": lambda c, e, p: nodes.Extreme(p[0], p[1], False, column=c, end_column=e),
    "choose": lambda c, e, p: nodes.Choose(p[0], p[1], p[2], column=c, end_column=e),
    "any_of": lambda c, e, p: nodes.Or(tuple(p), column=c, end_column=e),
    "all_of": lambda c, e, p: nodes.And(tuple(p), column=c, end_column=e),
    "negation": lambda c, e, p: nodes.Not(p[0], column=c, end_column=e),
    "equal": lambda c, e, p: nodes.Is(p[0], p[1], False, column=c, end_column=e),
    "unequal": lambda c, e, p: nodes.Is(p[0], p[1], True, column=c, end_column=e),
    "somebody": lambda c, e, p: nodes.IsSomebody(p[0], column=c, end_column=e),
    "inside": lambda c, e, p: nodes.In(p[0], p[1], False, column=c, end_column=e),
    "outside": lambda c, e, p: nodes.In(p[0], p[1], True, column=c, end_column=e),
    "beats": lambda c, e, p: nodes.Beats(p[0], p[1], column=c, end_column=e),
    "add": _arithmetic("+"),
    "subtract": _arithmetic("-"),
    "multiply": _arithmetic("*"),
    "join": lambda c, e, p: nodes.Join(p[0], p[1], column=c, end_column=e),
    "without": lambda c, e, p: nodes.Without(p[0], p[1], column=c, end_column=e),
    "minus": lambda c, e, p: nodes.Minus(p[0], column=c, end_column=e),
    "of": lambda c, e, p: nodes.Of(p[0], p[1], column=c, end_column=e),
    "listing": lambda c, e, p: nodes.Listing(cast(tuple[nodes.Item, ...], tuple(p)), column=c, end_column=e),
}
