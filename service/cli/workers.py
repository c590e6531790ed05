"""Blocks of records to blocks of verdicts, in order, on one process or on several."""

from __future__ import annotations

import json
import select
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BufferedIOBase
from typing import TYPE_CHECKING, NamedTuple

from ..json_mistakes import is_no_json, with_place
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


def prepare(ruleset: Ruleset | None, options: Mapping[str, str] | None, lang: str) -> Callable[[Block], Answer]:
    """What a process needs to answer blocks."""
    from bummerl.interpreter import Judge

    return partial(answer, Judge(ruleset, options, lang))


def answer(judge: Judge, block: Block) -> Answer:
    """A verdict line for every line of the block that is not empty."""
    if block.too_long:
        found = [too_long(block.size)]
    else:
        lines = [line for line in block.lines.split(b"\n") if line and not line.isspace()]
        try:
            found = [judge.line(line) for line in lines]
        except Exception:  # a mistake of ours in one record must not cost the others their verdict
            found = [carefully(judge, line) for line in lines]
        if any(map(is_no_json, found)):
            found = placed(block, found)
    tally = Tally()
    for line in found:
        tally.add_line(line)
    return Answer(b"".join([line + b"\n" for line in found]), tally, block.size)


def carefully(judge: Judge, line: bytes) -> bytes:
    """The verdict on one line, or that there is none because of us."""
    try:
        return judge.line(line)
    except Exception as bug:
        return unreadable("request.internal", f"Bummerl failed here ({type(bug).__name__}: {bug}); please report it.")


def placed(block: Block, found: Sequence[bytes]) -> list[bytes]:
    """The verdicts of a block, those on lines that are no JSON with the place in the whole stream."""
    numbers = [n for n, line in enumerate(block.lines.split(b"\n")) if line and not line.isspace()]
    lines = block.lines.split(b"\n")
    return [
        with_place(verdict, lines[n], block.first + n) if is_no_json(verdict) else verdict
        for n, verdict in zip(numbers, found, strict=True)
    ]


def too_long(size: int) -> bytes:
    """The verdict on a line that is longer than any record."""
    message = f"A line of {size:,} bytes is no record; at most {LONGEST_LINE:,} are read."
    return unreadable("request.too-large", message)


def unreadable(code: str, message: str) -> bytes:
    """A verdict line that says only why there is no verdict."""
    from bummerl.grammar import Problem
    from bummerl.interpreter.verdict import unreadable as verdict_of

    return json.dumps(verdict_of([Problem(code, message)]), separators=(",", ":")).encode()
