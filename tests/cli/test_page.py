"""What is printed for people: widths, cleaning, quoting."""

from __future__ import annotations

import pytest
from bummerl.service.cli.labels import Labels
from bummerl.service.cli.page import Page, clean, columns, ink, pad
from bummerl.service.cli.quote import excerpt, quote


def test_control_characters_cannot_reach_the_terminal() -> None:
    assert clean("a\x1b[31mred\x07\u202eb\tc") == "a·[31mred··b c"
    assert clean("Žofie ♠ 牌") == "Žofie ♠ 牌"


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("牌", 2), ("e\u0301", 1), ("♠A", 2), ("", 0)])
def test_columns_are_those_of_a_terminal(text: str, width: int) -> None:
    assert columns(text) == width
    assert columns(pad(text, 6)) == 6
    assert columns(pad(text, 6, right=True)) == 6


def test_a_table_is_as_wide_as_what_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    Page(60).table(["A", "Figures"], [["one", "1"], [ink("eleven"), "11"]], right=(1,))
    assert capsys.readouterr().out.splitlines() == ["  A       Figures", "  one           1", "  eleven       11"]


def test_long_sentences_of_a_labelled_row_go_on_under_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    Page(40).labelled([("What", "one two three four five six seven", "rule.id"), ("Who", "me", "x")])
    assert capsys.readouterr().out.splitlines() == [
        "  What  one two three four five six",
        "        seven  rule.id",
        "  Who   me  x",
    ]


@pytest.mark.parametrize(
    ("line", "column", "end", "text", "start", "length"),
    [
        ("8. SQ HQ", 7, 9, "8. SQ HQ", 6, 2),
        ("8. SQ HQ", 9, 10, "8. SQ HQ", 8, 1),  # the end of the line
        ("{牌} HQ", 5, 7, "{牌} HQ", 5, 2),  # wide signs before the place
        ("\tHQ", 2, 4, " HQ", 1, 2),
        ("", 1, 2, "", 0, 1),
    ],
)
def test_the_mark_stands_under_the_place(line: str, column: int, end: int, text: str, start: int, length: int) -> None:
    assert excerpt(line, column, end, room=60) == (text, start, length)


def test_of_a_long_line_the_part_with_the_place_is_shown() -> None:
    text, start, length = excerpt("x" * 5000 + "HERE" + "y" * 5000, 5001, 5005, room=40)
    assert columns(text) <= 40
    assert text[start : start + length] == "HERE"
    assert text.startswith("…")
    assert text.endswith("…")


def test_a_line_that_is_not_there_is_not_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    quote(Page(60), ["one"], 7, 1, 2, "red")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (111, "111th"),
    ],
)
def test_ordinals(n: int, text: str) -> None:
    assert Labels("en").ordinal(n) == text


def test_lists_in_words() -> None:
    assert Labels("en").listed(["Anna", "Bert", "Clara"]) == "Anna, Bert and Clara"
    assert Labels("de").listed(["Anna", "Bert"]) == "Anna und Bert"
    assert Labels("en").listed([]) == ""
