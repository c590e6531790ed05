"""Cutting a stream into blocks loses nothing, keeps the order, and keeps no more than it should."""

from __future__ import annotations

import io

from bummerl.service.cli.blocks import Block, blocks
from hypothesis import given
from hypothesis import strategies as st

LINES = st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\n", b"")), max_size=30)


class Trickle(io.BytesIO):
    """A stream that gives at most a few bytes at a time, as a pipe does."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(min(size or 1, 5) if size and size > 0 else 5)


def lines_of(found: list[Block]) -> list[bytes | int]:
    """The lines in the blocks; for a line that is too long, its length."""
    out: list[bytes | int] = []
    for block in found:
        out += [block.size] if block.too_long else block.lines.split(b"\n")[: block.lines.count(b"\n") or None]
    return out


@given(LINES, st.integers(1, 40))
def test_every_line_comes_out_once_and_in_order(lines: list[bytes], size: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    for stream in (io.BytesIO(data), Trickle(data)):
        found = list(blocks(stream, size=size))
        assert b"".join(block.lines for block in found) == data
        assert sum(block.size for block in found) == len(data)
        assert all(block.lines.endswith(b"\n") for block in found)


@given(LINES, st.integers(1, 40))
def test_a_last_line_needs_no_end(lines: list[bytes], size: int) -> None:
    data = b"\n".join([*lines, b"last"])
    assert b"".join(block.lines for block in blocks(io.BytesIO(data), size=size)) == data


@given(LINES, st.integers(1, 12), st.integers(1, 40))
def test_a_line_that_is_too_long_is_a_block_of_its_own_in_its_place(
    lines: list[bytes], longest: int, size: int
) -> None:
    data = b"".join(line + b"\n" for line in lines)
    for stream in (io.BytesIO(data), Trickle(data)):
        found = lines_of(list(blocks(stream, size=size, longest=longest)))
        expected = [line if len(line) + 1 <= longest else len(line) + 1 for line in lines]
        assert found == expected


def test_nothing_of_a_long_line_is_kept() -> None:
    found = list(blocks(io.BytesIO(b"x" * 5000 + b"\nshort\n"), size=100, longest=1000))
    assert [(block.too_long, block.size) for block in found] == [(True, 5001), (False, 6)]
    assert found[0].lines == b""
