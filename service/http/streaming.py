"""A batch as it flows: lines cut from the request while it arrives, answers sent while it still does.

Memory stays the same however long the batch is.  The request is read in blocks, never line by line, and never whole; an
answer that the client is not reading yet waits in a temporary file, so a client that sends everything before it reads
anything (most HTTP libraries do) does not bring both sides to a halt.
"""

from __future__ import annotations

import select
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, Protocol

FIRST_BLOCK = 8 * 1024
LARGEST_BLOCK = 256 * 1024
PIECE = 16 * 1024
"""So many bytes fit into a socket that says it can be written to (Linux says so when a third of its buffer is free)."""


class Readable(Protocol):
    """What is needed of a stream: `read(n)` waits for n bytes, and gives fewer at the end only."""

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes."""


def lines(stream: Readable, longest: int) -> Iterator[list[bytes]]:
    """The lines of a stream, a list for each block read, without their line ends.

    Blocks are small at first, so that the first answers come soon, then larger.  A line of more than `longest` bytes is
    cut short, but stays longer than `longest`, so that it can be told: a line without end takes no more room.
    """
    rest, size = b"", FIRST_BLOCK
    while block := stream.read(size):
        size = min(2 * size, LARGEST_BLOCK)
        cut = block.rfind(b"\n")
        if cut < 0:
            rest = (rest + block)[: longest + 1]
            continue
        first, *others = block[:cut].split(b"\n")
        yield [rest + first, *others]
        rest = block[cut + 1 :]
    if rest:
        yield [rest]


def unhindered(answers: Iterable[bytes], socket: Any | None) -> Iterator[bytes]:
    """The answers in order, each at once if the client is reading, else from a file as soon as it is.

    `socket` is the connection, if the server shows it; without it every answer is passed on at once.
    """
    if socket is None:
        yield from answers
        return
    ready = _writable(socket)
    with tempfile.TemporaryFile(prefix="bummerl-batch-") as file:
        queue = _Queue(file)
        for answer in answers:
            queue.put(answer)
            while queue.size and ready():
                yield queue.get(PIECE)
        while queue.size:
            yield queue.get(LARGEST_BLOCK)


class _Queue:
    """Bytes first in, first out: what is put while nothing waits stays in memory, the rest goes to a file."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.head, self.tail = file, 0, 0
        self.near = b""
        self.size = 0

    def put(self, data: bytes) -> None:
        self.size += len(data)
        if not self.near and self.head == self.tail:
            self.near = data
            return
        self.file.seek(self.tail)
        self.file.write(data)
        self.tail += len(data)

    def get(self, most: int) -> bytes:
        if not self.near:
            self.file.seek(self.head)
            self.near = self.file.read(min(LARGEST_BLOCK, self.tail - self.head))
            self.head += len(self.near)
            if self.head == self.tail:
                self.head = self.tail = 0
                self.file.truncate(0)
        piece, self.near = self.near[:most], self.near[most:]
        self.size -= len(piece)
        return piece


def _writable(socket: Any) -> Any:
    if not hasattr(select, "poll"):
        return lambda: bool(select.select([], [socket], [], 0)[1])
    poll = select.poll()
    poll.register(socket, select.POLLOUT)
    return lambda: bool(poll.poll(0))
