"""Many records in, a verdict for each out, in the same order, while they are still arriving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic

from bummerl.grammar import Problem
from bummerl.interpreter import Judge
from bummerl.interpreter.verdict import unreadable
from flask import Blueprint, Response, g, request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from .. import streaming
from ..answers import dumps, status_of
from ..config import Config
from ..logs import LOGGER
from ..negotiation import NDJSON, Asked, asked, sent, wanted
from ..referee import judge
from ..schema import MOST_VALUES
from ..state import config, state

routes = Blueprint("batch", __name__)


@routes.post("/v1/batch")
def judge_batch() -> Response:
    """A verdict a line for a record a line.

    A line that is no record gets an `unreadable` verdict and costs the others nothing.
    """
    wish = asked(allowed=("ruleset", "option", "lang"))
    wanted(NDJSON)
    sent(NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines")
    limits = config()
    request.max_content_length = g.limit = limits.max_batch
    judge(wish)  # an unknown ruleset in the query is refused before the answer begins
    metrics = state().metrics
    counted = metrics.verdicts if metrics is not None else None
    answers = verdicts(request.stream, wish, limits, counted)
    response = Response(streaming.unhindered(answers, request.environ.get("gunicorn.socket")), mimetype=NDJSON)
    response.headers.extend({"Content-Language": wish.lang, "Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return response


def verdicts(
    stream: streaming.Readable, wish: Asked, limits: Config, counted: Callable[[Counter[str]], None] | None
) -> Iterator[bytes]:
    """The answers, some lines at a time.  When a limit is passed, a last line says which, and nothing more is read."""
    answer = partial(answer_line, judge(wish), limits)
    left, end = limits.max_batch_records, monotonic() + limits.max_batch_seconds
    try:
        for block in streaming.lines(stream, limits.max_record):
            records = [line for line in block if not line.isspace() and line]
            stop, found = None, []
            for line in records[:left]:
                found.append(answer(line))
                if monotonic() > end:
                    stop = refused("request.time", f"A batch may take {limits.max_batch_seconds:g} seconds.")
                    break
            if len(records) > left:
                stop = refused("request.too-many", f"A batch has at most {limits.max_batch_records} records.")
            left -= len(records)
            if stop:
                found.append(stop)
            if counted:
                counted(Counter(map(status_of, found)))
            if found:
                yield b"\n".join(found) + b"\n"
            if stop:
                return
    except RequestEntityTooLarge:
        yield refused("request.too-large", f"A batch has at most {limits.max_batch} bytes.") + b"\n"
    except ClientDisconnected:
        return


def answer_line(judge: Judge, limits: Config, line: bytes) -> bytes:
    """The verdict on one line; whatever it holds, there is one."""
    if len(line) > limits.max_record:
        return refused("request.too-large", f"A record has at most {limits.max_record} bytes.")
    if line.count(b",") > MOST_VALUES:
        return refused("request.too-many", f"A record has at most {MOST_VALUES} values.")
    try:
        return judge.line(line)
    except Exception:
        LOGGER.exception("unforeseen in a batch")
        return refused("request.internal", "Something went wrong here; it is not your record's fault.")


def refused(code: str, message: str) -> bytes:
    """The verdict on what the service did not even try to read."""
    return dumps(unreadable([Problem(code, message)]))
