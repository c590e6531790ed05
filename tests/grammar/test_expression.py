"""Expressions: what each spelling means, how tightly things bind, and where everything stands."""

from __future__ import annotations

import pytest
from bummerl.grammar import ExpressionError, nodes, parse_expression
from bummerl.grammar.expression import DEEPEST, LARGEST, LONGEST
from hypothesis import given
from hypothesis import strategies as st

AT = {"column": 1, "end_column": 1}


def name(text):
    return nodes.Name(text, **AT)


def code(text):
    return nodes.Code(text, **AT)


def number(value):
    return nodes.Number(value, str(value), **AT)


A, B, C, D = map(name, "abcd")

MEANINGS = {
    "7": number(7),
    "J": code("J"),
    "SQ": code("SQ"),
    "trump": name("trump"),
    "(K Q)": nodes.Listing((code("K"), code("Q")), **AT),
    "(A 3 pass)": nodes.Listing((code("A"), number(3), name("pass")), **AT),
    "(K)": code("K"),
    "count(a)": nodes.Call("count", A, **AT),
    "a.hand": nodes.Member(A, "hand", name_column=3, **AT),
    "a.side.hand": nodes.Member(nodes.Member(A, "side", name_column=3, **AT), "hand", name_column=8, **AT),
    "K of trump": nodes.Of(code("K"), name("trump"), **AT),
    "-a": nodes.Minus(A, **AT),
    "a + b": nodes.Arithmetic("+", A, B, **AT),
    "a - b": nodes.Arithmetic("-", A, B, **AT),
    "a * b": nodes.Arithmetic("*", A, B, **AT),
    "a with b": nodes.Join(A, B, **AT),
    "a except b": nodes.Without(A, B, **AT),
    "a is b": nodes.Is(A, B, **AT),
    "a is not b": nodes.Is(A, B, negated=True, **AT),
    "a is somebody": nodes.IsSomebody(A, **AT),
    "a in b": nodes.In(A, B, **AT),
    "a not in b": nodes.In(A, B, negated=True, **AT),
    "a < b": nodes.Compare("<", A, B, **AT),
    "a <= b": nodes.Compare("<=", A, B, **AT),
    "a > b": nodes.Compare(">", A, B, **AT),
    "a >= b": nodes.Compare(">=", A, B, **AT),
    "a beats b": nodes.Beats(A, B, **AT),
    "not a": nodes.Not(A, **AT),
    "a and b and c": nodes.And((A, B, C), **AT),
    "a or b": nodes.Or((A, B), **AT),
    "a if b else c": nodes.Choose(A, B, C, **AT),
    "a where b": nodes.Where(A, B, **AT),
    "a where most b": nodes.Extreme(A, B, most=True, **AT),
    "a where least b": nodes.Extreme(A, B, most=False, **AT),
}


@pytest.mark.parametrize("text", MEANINGS)
def test_each_spelling_has_its_node(text):
    assert parse_expression(text) == MEANINGS[text]


BINDING = {
    "a or b and c": "a or (b and c)",
    "not a and b": "(not a) and b",
    "not a is b": "not (a is b)",
    "a + b * c": "a + (b * c)",
    "a - b - c": "(a - b) - c",
    "a is b + c": "a is (b + c)",
    "a in b with c": "a in (b with c)",
    "a except b with c": "(a except b) with c",
    "K of a.suit": "K of (a.suit)",
    "-a * b": "(-a) * b",
    "-K of a": "-(K of a)",
    "a if b else c if d else a": "a if b else (c if d else a)",
    "a if b or c else d": "a if (b or c) else d",
    "a where b is c and d": "a where ((b is c) and d)",
    "a where b if c else d": "a where (b if c else d)",
    "a\n  is\tb": "a is b",
}


@pytest.mark.parametrize("text", BINDING)
def test_how_tightly_things_bind(text):
    assert parse_expression(text) == parse_expression(BINDING[text])


def test_every_node_knows_where_it_stands():
    text = "K of trump in actor.hand and not closed"
    tree = parse_expression(text)

    def said(node):
        yield text[node.column - 1 : node.end_column - 1]
        for child in node.children():
            yield from said(child)

    assert list(said(tree)) == [
        text, "K of trump in actor.hand", "K of trump", "K", "trump", "actor.hand", "actor", "not closed", "closed",
    ]  # fmt: skip


def test_columns_count_code_points_through_line_ends():
    tree = parse_expression("a\nand bb")
    assert isinstance(tree, nodes.And)
    assert (tree.operands[1].column, tree.operands[1].end_column) == (7, 9)


@pytest.mark.parametrize(
    ("text", "code_", "column", "suggestion"),
    [
        ("a == b", "expression.character", 3, "is"),
        ("a != b", "expression.character", 3, "is not"),
        ("a && b", "expression.character", 3, "and"),
        ("a iss b", "expression.unexpected", 3, "is"),
        ("a AND b", "expression.word", 3, "and"),
        ("a exept b", "expression.unexpected", 3, "except"),
        ("a b", "expression.unexpected", 3, None),
        ("a / b", "expression.character", 3, None),
        ("a is Kand", "expression.word", 6, None),
        ("2or3", "expression.word", 1, None),
        ("a if b", "expression.end", 7, None),
        ("a.", "expression.end", 3, None),
        ("count()", "expression.unexpected", 7, None),
        ("𝄞", "expression.character", 1, None),
    ],
)
def test_mistakes_are_told_with_place_and_suggestion(text, code_, column, suggestion):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    problem = caught.value.problem
    assert (problem.code, problem.line, problem.column, problem.suggestion) == (code_, 1, column, suggestion)


def test_what_was_expected_is_told_in_words():
    with pytest.raises(ExpressionError) as caught:
        parse_expression("a if b or (c")
    assert caught.value.problem.expected[0] == "`)`"
    with pytest.raises(ExpressionError) as caught:
        parse_expression("a is")
    assert caught.value.problem.message == "the expression stops too early: expected a value or `somebody`"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (str(LARGEST), None),
        (str(LARGEST + 1), "expression.number"),
        ("9" * 399, "expression.number"),
        ("a" * LONGEST, None),
        ("a" * (LONGEST + 1), "expression.length"),
        ("(" * DEEPEST + "a" + ")" * DEEPEST, None),
        ("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1), "expression.depth"),
        ("-" * (DEEPEST - 1) + "a", None),
        ("-" * (LONGEST - 1) + "a", "expression.depth"),
        ("not " * 99 + "a", "expression.depth"),
        ("a" + ".b" * 199, "expression.depth"),
        ("a" + "+1" * 199, "expression.depth"),
        ("a or " * 79 + "a", None),
    ],
)
def test_limits(text, wrong):
    if wrong is None:
        parse_expression(text)
        return
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert caught.value.problem.code == wrong


PIECES = [
    "a",
    "K",
    "7",
    "SQ",
    "(",
    ")",
    ".",
    " ",
    "+",
    "-",
    "*",
    "<=",
    *["is", "not", "in", "and", "or", "if", "else", "where", "most", "of"],
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30))
def test_any_text_is_read_or_refused_with_a_place_inside_it(pieces):
    text = " ".join(pieces)
    try:
        tree = parse_expression(text)
    except ExpressionError as error:
        column = error.problem.column
        assert column is not None
        assert 1 <= column <= len(text) + 1
        str(error).encode("utf-8")
    else:
        assert 1 <= tree.column < tree.end_column <= len(text) + 1
