"""The desk: where a hand is entered, by clicking cards or by typing its log, and where its problems are told."""

from __future__ import annotations

from flask import Response

from ..frame import Frame
from ..hands import Typed


def with_problems(typed: Typed, frame: Frame) -> Response:
    """The desk with a log that was submitted and cannot be read: a summary of its problems stands first.

    `frame` may hold the words of any subjects; the desk takes its own.
    """
    raise NotImplementedError
