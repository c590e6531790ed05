"""A request's body as it arrives: never more than is allowed, and never less than was promised without a word about it.

Servers pass on what they get.  What was cut short, is not framed as HTTP wants it, or does not come, is told apart from
the end here: half a record may be a record, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.exceptions import RequestEntityTooLarge


class BrokenOff(Exception):
    """The body ended before its end; the message says how."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class TooSlow(ConnectionResetError):
    """The client did not send what it had begun to send; the connection is of no more use."""


class Arriving:
    """The body of one request, to be read once, from the front.

    Raises `RequestEntityTooLarge` as soon as it is known that there are more than `limit` bytes.
    """

    def __init__(self, environ: Mapping[str, Any], limit: int) -> None:
        self._stream, self._room = environ["wsgi.input"], limit
        length = environ.get("CONTENT_LENGTH")
        chunked = not length and environ.get("wsgi.input_terminated")
        self._left: int | None = None if chunked else int(length or 0)
        self._failure: BrokenOff | None = None
        if self._left is not None and self._left > limit:
            raise RequestEntityTooLarge

    def read(self, size: int, /) -> bytes:
        """The next `size` bytes, fewer at the end only.  What came before a body broke off is still given out, then
        `BrokenOff` is raised.
        """
        if self._failure is not None:
            raise self._failure
        wanted = min(size, self._room + 1) if self._left is None else min(size, self._left)
        if not wanted:
            return b""
        data = self._read(wanted)
        self._room -= len(data)
        if self._room < 0:
            raise RequestEntityTooLarge
        if self._left is not None:
            self._left -= len(data)
            if len(data) < wanted and self._failure is None:
                self._failure = BrokenOff("The body broke off: there are fewer bytes than Content-Length says.")
        if self._failure is not None and not data:
            raise self._failure
        return data

    def all(self) -> bytes:
        """The whole body."""
        data = self.read(self._room + 1 if self._left is None else self._left)
        if self._failure is not None:
            raise self._failure
        return data

    def _read(self, size: int) -> bytes:
        try:
            return bytes(self._stream.read(size))
        except TooSlow:
            self._failure = BrokenOff("The body did not arrive in time.", 408)
        except OSError:
            self._failure = BrokenOff("The body broke off.")
        except Exception as error:
            if type(error).__module__ != "gunicorn.http.errors":
                raise
            self._failure = BrokenOff(f"The body is not framed as HTTP wants it: {error}.")
        try:
            return bytes(self._stream.read(size))  # what had come before is kept by the server
        except Exception:
            return b""
