"""Blocks of records to blocks of verdicts, in order, on one process or on several."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from .blocks import LONGEST_LINE, Block
from .tally import Tally

if TYPE_CHECKING:
    from bummerl.interpreter import Judge
    from bummerl.rulesets import Ruleset

#: Blocks that may wait for each process: enough that none is idle, few enough that memory stays flat.
AHEAD = 3


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


def answers(todo: Iterator[Block], setting: Setting, jobs: int) -> Iterator[Answer]:
    """The answer to each block, in the order of the blocks."""
    if jobs == 1:
        judge = _judge(setting)
        return (answer(judge, block) for block in todo)
    return _pooled(todo, setting, jobs)


def _pooled(todo: Iterator[Block], setting: Setting, jobs: int) -> Iterator[Answer]:
    method = "fork" if sys.platform == "linux" else None  # fork is quick, and safe while this process has one thread
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(jobs, context, _begin, (setting,)) as pool:
        waiting: deque[Future[Answer]] = deque()
        try:
            for block in todo:
                waiting.append(pool.submit(_work, block))
                while waiting and (len(waiting) >= AHEAD * jobs or waiting[0].done()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


_of_this_process: Judge | None = None


def _begin(setting: Setting) -> None:
    """Make a process of the pool ready; Ctrl-C is for the parent, which ends the pool."""
    global _of_this_process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _of_this_process = _judge(setting)


def _work(block: Block) -> Answer:
    assert _of_this_process is not None
    return answer(_of_this_process, block)


def _judge(setting: Setting) -> Judge:
    from bummerl.interpreter import Judge

    return Judge(setting.ruleset, setting.options, setting.lang)


def answer(judge: Judge, block: Block) -> Answer:
    """A verdict line for every line of the block that is not empty."""
    if block.too_long:
        found = [too_long(block.size)]
    else:
        lines = [line for line in block.lines.split(b"\n") if line and not line.isspace()]
        try:
            found = [judge.line(line) for line in lines]
        except Exception:  # a mistake of ours in one record must not cost the others their verdict
            found = [_carefully(judge.line, line) for line in lines]
    tally = Tally()
    for line in found:
        tally.add_line(line)
    return Answer(b"".join([line + b"\n" for line in found]), tally, block.size)


def too_long(size: int) -> bytes:
    """The verdict on a line that is longer than any record."""
    return unreadable("request.too-large", f"A line of {size:,} bytes is no record; at most {LONGEST_LINE:,} are read.")


def _carefully(line: Callable[[bytes], bytes], raw: bytes) -> bytes:
    try:
        return line(raw)
    except Exception as bug:
        return unreadable(
            "request.internal", f"Bummerl itself failed here ({type(bug).__name__}: {bug}); please report it."
        )


def unreadable(code: str, message: str) -> bytes:
    """A verdict line that says only why there is no verdict."""
    import json

    from bummerl.grammar import Problem

    verdict = {"status": "unreadable", "problems": [Problem(code, message).to_json()]}
    return json.dumps(verdict, ensure_ascii=True, separators=(",", ":")).encode()
