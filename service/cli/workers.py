"""Blocks of records to blocks of verdicts, in order, on one process or on several."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BufferedIOBase
from typing import TYPE_CHECKING, NamedTuple

from ..lines import judged, refused
from .blocks import LONGEST_LINE, Block, blocks
from .pool import Pool
from .tally import Tally

if TYPE_CHECKING:
    from bummerl.interpreter import Judge
    from bummerl.rulesets import Ruleset


class Setting(NamedTuple):
    """What all records of a batch are judged by."""

    ruleset: Ruleset | None
    options: Mapping[str, str] | None
    lang: str
    cards: str | None


class Answer(NamedTuple):
    """The verdict lines of one block, what they are, and how many bytes of the input they answer."""

    lines: bytes
    tally: Tally
    size: int


def answers(stream: BufferedIOBase, setting: Setting, jobs: int) -> Iterator[Answer]:
    """The answer to each block of the stream, in the order of the blocks."""
    if jobs == 1:
        yield from map(prepare(*setting), blocks(stream))
        return
    with Pool[Block, Answer](jobs, prepare, setting) as pool:
        yield from pool.map(blocks(stream), pause=partial(idle, stream))


def idle(stream: BufferedIOBase) -> bool:
    """Whether nothing is waiting to be read, as where somebody types or a program writes a line now and then."""
    if sys.platform == "win32":
        return False
    try:
        return not select.select([stream], [], [], 0)[0]
    except (OSError, ValueError):  # no file of the system, as in tests
        return False


def prepare(
    ruleset: Ruleset | None, options: Mapping[str, str] | None, lang: str, cards: str | None
) -> Callable[[Block], Answer]:
    """What a process needs to answer blocks."""
    from bummerl.interpreter import Judge

    return partial(answer, Judge(ruleset, options, lang, cards))


def answer(judge: Judge, block: Block) -> Answer:
    """A verdict line for every line of the block that is not empty."""
    if block.too_long:
        message = f"A line of {block.size:,} bytes is no record; at most {LONGEST_LINE:,} are read."
        found = [refused("request.too-large", message, block.first)]
    else:
        lines = enumerate(block.lines.split(b"\n"), block.first)
        found = [carefully(judge, line, number) for number, line in lines if line and not line.isspace()]
    tally = Tally()
    for line in found:
        tally.add_line(line)
    return Answer(b"".join([line + b"\n" for line in found]), tally, block.size)


def carefully(judge: Judge, line: bytes, number: int) -> bytes:
    """The verdict on one line; a mistake of ours in one record must not cost the others their verdict."""
    try:
        return judged(judge, line, number)
    except Exception as bug:
        said = f"Bummerl failed here ({type(bug).__name__}: {bug}); please report it."
        return refused("request.internal", said, number)
