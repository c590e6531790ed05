"""The two grammars themselves: free of conflicts, and no word that could be two things."""

from __future__ import annotations

import re
from itertools import combinations

import interegular
import pytest
from bummerl.grammar import NOTATION_WORDS, expression, movelog, notation, quick

EXPRESSION_WORDS = {"NAME", "CODE", "NUMBER"}
LOG_WORDS = ("WORD", "SPOKEN", "TRICK", "STRING", "COMMENT", "LINE_COMMENT")


@pytest.mark.parametrize("module", [expression, movelog])
def test_the_grammar_is_lalr_without_conflicts_or_colliding_terminals(module):
    module.parser(strict=True)


def automaton(pattern: str):
    return interegular.parse_pattern(pattern).to_fsm()


@pytest.fixture(scope="module")
def terminals() -> dict[str, str]:
    return {terminal.name: terminal.pattern.to_regexp() for terminal in movelog.parser().terminals}


def without_guards(pattern: str) -> str:
    """A pattern without its last guard, for words that are looked at alone."""
    return re.sub(r"\(\?!\[[^\]]*\]\)\Z", "", pattern)


@pytest.mark.parametrize(("first", "second"), list(combinations(LOG_WORDS, 2)))
def test_no_two_terminals_of_the_log_share_a_word(terminals, first, second):
    left, right = (automaton(without_guards(terminals[name])) for name in (first, second))
    assert left.isdisjoint(right)


def spelt(pattern: str) -> str:
    """A pattern with its escaped characters written out, as lark keeps it."""
    return re.sub(r"\\u([0-9A-F]{4})", lambda found: chr(int(found[1], 16)), pattern)


def test_both_readers_use_the_same_patterns_for_moves(terminals):
    assert spelt(notation.WORD) == spelt(terminals["WORD"])
    assert spelt(notation.SPOKEN) == spelt(terminals["SPOKEN"])


@pytest.mark.parametrize(
    ("quick_pattern", "names"),
    [(quick.TRICK, ["TRICK"]), (quick.COMMENT, ["COMMENT", "LINE_COMMENT"])],
    ids=["trick", "comment"],
)
def test_both_readers_know_the_same_numbers_and_comments(terminals, quick_pattern, names):
    of_grammar = "|".join(f"(?:{terminals[name]})" for name in names)
    assert automaton(quick_pattern).equivalent(automaton(of_grammar))


def test_a_header_of_the_quick_reader_is_one_of_the_grammar(terminals):
    opening = re.sub(r"\(\?[=!].*?\)", "", terminals["OPEN"].replace('(?=[ \t]*")', ""))
    assert automaton(rf"\[{notation.HEADER_NAME}").issubset(automaton(opening))
    assert automaton(f'"{quick.HEADER_VALUE}"').issubset(automaton(terminals["STRING"]))
    assert not automaton(f'"{quick.HEADER_VALUE}"').equivalent(automaton(terminals["STRING"])), "escapes are declined"


def test_every_word_of_the_notation_is_a_move():
    for word in NOTATION_WORDS:
        assert notation.is_move(word)
        assert notation.is_move(f"{word}:H")


def test_the_proofs_can_fail(terminals):
    assert not automaton(without_guards(terminals["WORD"])).isdisjoint(automaton("[0-9]+"))
    assert not automaton(quick.TRICK).equivalent(automaton(r"[0-9]{1,5}\."))
