"""Many records in, a verdict for each out, in the same order, while they are still arriving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic

from bummerl.interpreter import Judge
from flask import Blueprint, Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from ...lines import judged, refused
from .. import streaming
from ..arriving import Arriving, BrokenOff
from ..config import Config
from ..fired import Decided, of_line
from ..logs import LOGGER
from ..negotiation import NDJSON, Asked, asked, sent, wanted
from ..patience import allow
from ..referee import judge
from ..schema import MOST_VALUES
from ..state import config, state

routes = Blueprint("batch", __name__)


@routes.post("/v1/batch")
def judge_batch() -> Response:
    """A verdict a line for a record a line.

    A line that is no record gets an `unreadable` verdict and costs the others nothing.
    """
    wish = asked(allowed=("ruleset", "option", "lang", "cards"))
    wanted(NDJSON)
    sent(NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines")
    limits = config()
    g.limit = limits.max_batch
    stream = Arriving(request.environ, limits.max_batch)
    allow(limits.max_batch_seconds)
    judge(wish)  # an unknown ruleset in the query is refused before the answer begins
    metrics = state().metrics
    counted = metrics.verdicts if metrics is not None else None
    answers = verdicts(stream, wish, limits, counted)
    response = Response(streaming.unhindered(answers, request.environ.get("gunicorn.socket")), mimetype=NDJSON)
    response.headers.extend({"Content-Language": wish.lang, "Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return response


def verdicts(
    stream: streaming.Readable, wish: Asked, limits: Config, counted: Callable[[Counter[Decided]], None] | None
) -> Iterator[bytes]:
    """The answers, some lines at a time.  When a limit is passed, a last line says which, and nothing more is read."""
    answer = partial(answer_line, judge(wish), limits)
    left, end = limits.max_batch_records, monotonic() + limits.max_batch_seconds
    number = 0
    try:
        for block in streaming.lines(stream, limits.max_record):
            records = [(n, line) for n, line in enumerate(block, number + 1) if line and not line.isspace()]
            number += len(block)
            stop, found = None, []
            for n, line in records[:left]:
                found.append(answer(line, n))
                if monotonic() > end:
                    stop = refused("request.time", f"A batch may take {limits.max_batch_seconds:g} seconds.")
                    break
            if len(records) > left:
                stop = refused("request.too-many", f"A batch has at most {limits.max_batch_records} records.")
            left -= len(records)
            if stop:
                found.append(stop)
            if counted:
                counted(Counter(map(of_line, found)))
            if found:
                yield b"\n".join(found) + b"\n"
            if stop:
                return
    except RequestEntityTooLarge:
        yield refused("request.too-large", f"A batch has at most {limits.max_batch} bytes.") + b"\n"
    except BrokenOff as error:
        yield refused("request.malformed", f"{error} The lines before are answered, the last is not.") + b"\n"


def answer_line(judge: Judge, limits: Config, line: bytes, number: int) -> bytes:
    """The verdict on one line; whatever it holds, there is one."""
    if len(line) > limits.max_record:
        return refused("request.too-large", f"A record has at most {limits.max_record} bytes.", number)
    if line.count(b",") > MOST_VALUES:
        return refused("request.too-many", f"A record has at most {MOST_VALUES} values.", number)
    try:
        return judged(judge, line, number)
    except Exception:
        LOGGER.exception("unforeseen in a batch")
        return refused("request.internal", "Something went wrong here; it is not your record's fault.", number)
