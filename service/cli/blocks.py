"""Cutting a stream of lines into blocks, so that a file of any size passes through in little memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedIOBase
from typing import NamedTuple

BLOCK = 1 << 17
"""What one task of the pool works on: large enough that handing it over costs little beside the work."""
LONGEST_LINE = 1 << 20
"""A longer line is no record; it is answered without being kept in memory."""
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")  # a lone CR, which `splitlines` would take, ends no line


class Block(NamedTuple):
    """Some whole lines, the first of which has the number `first` in the stream; or, with `too_long`, the place of one
    line that is longer than any record.
    """

    lines: bytes
    size: int
    too_long: bool = False
    first: int = 1


def blocks(stream: BufferedIOBase, size: int = BLOCK, longest: int = LONGEST_LINE) -> Iterator[Block]:
    """The lines of `stream` in order, as blocks of about `size` bytes; never holds more than `size + longest` bytes."""
    first = 1
    for block in _cut(stream, size, longest):
        yield block._replace(first=first)
        first += 1 if block.too_long else block.lines.count(b"\n")


def _cut(stream: BufferedIOBase, size: int, longest: int) -> Iterator[Block]:
    rest = b""
    while chunk := stream.read1(size):
        lines, newline, rest = (rest + chunk).rpartition(b"\n")
        if newline:
            yield from _within(lines + newline, longest)
        if len(rest) > longest:
            length, rest = _to_line_end(stream, size, len(rest))
            yield Block(b"", length, too_long=True)
    if rest:
        yield from _within(rest, longest)


def _to_line_end(stream: BufferedIOBase, size: int, length: int) -> tuple[int, bytes]:
    """Read on to the end of a line without keeping it: how long it was, and what was read behind it."""
    while chunk := stream.read1(size):
        end = chunk.find(b"\n")
        if end >= 0:
            return length + end + 1, chunk[end + 1 :]
        length += len(chunk)
    return length, b""


def _within(lines: bytes, longest: int) -> Iterator[Block]:
    """One block, or several around each line that is too long."""
    if len(lines) <= longest:
        yield Block(lines, len(lines))
        return
    good: list[bytes] = []
    for line in _LINE.findall(lines):
        if len(line) <= longest:
            good.append(line)
            continue
        if good:
            yield _joined(good)
            good = []
        yield Block(b"", len(line), too_long=True)
    if good:
        yield _joined(good)


def _joined(lines: list[bytes]) -> Block:
    whole = b"".join(lines)
    return Block(whole, len(whole))
