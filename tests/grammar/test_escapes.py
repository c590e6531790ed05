"""Where an escaped character stands in what was written."""

from __future__ import annotations

from bummerl.grammar.notation import Escapes, unescape
from hypothesis import given
from hypothesis import strategies as st

WRITTEN = st.lists(st.sampled_from(["a", "♠", '\\"', "\\\\", "\\{", "\\u0041", "\\x", " "]), max_size=30).map("".join)


@given(WRITTEN)
def test_what_stands_before_a_character_is_what_was_written_before_it(written: str) -> None:
    text, escapes = unescape(written), Escapes(written)
    for offset in range(len(text) + 1):
        place = escapes.raw(offset)
        assert unescape(written[:place]) == text[:offset]
        assert unescape(written[place:]) == text[offset:]
