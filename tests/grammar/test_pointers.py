"""Ways through records and rulesets as JSON pointers."""

from __future__ import annotations

import pytest
from bummerl.grammar import pointer, read_log


@pytest.mark.parametrize(
    ("path", "written"),
    [((), ""), (("",), "/"), (("a/b", "m~n"), "/a~1b/m~0n"), (("~1",), "/~01"), (("moves", 3), "/moves/3")],
)
def test_pointers_are_written_as_the_standard_says(path, written):
    assert pointer(path) == written


def test_a_log_places_options_by_the_same_pointers():
    (hand,) = read_log('[Option "a/b=1"]\n\nSA')
    span = hand.place(pointer(("options", "a/b")))
    assert span is not None
    assert (span.line, span.column) == (1, 10)
