"""Rows of the database to values and back."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from .database import Row, Session
from .errors import BadCursor
from .ids import read_id
from .model import Draft, Ruling, StoredRuleset, Summary, Token
from .packing import packed, unpacked

Values = Mapping[str, Any]
Transaction = AbstractContextManager[Session]
BEYOND_ALL: Final = (1 << 62, "")
"""A time and an id after those of all rulings."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_BODY: Final = ("record", "log", "options", "lang", "cards", "verdict", "engine")


def now() -> int:
    """Milliseconds since 1970."""
    return milliseconds(datetime.now(UTC))


def milliseconds(time: datetime) -> int:
    """A time as it is stored."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


def moment(stored: int) -> datetime:
    """A time from what is stored."""
    return _EPOCH + timedelta(milliseconds=stored)


# ---- rulings


def body_of(draft: Draft) -> bytes:
    """What a ruling's row has besides its keys."""
    return packed({name: getattr(draft, name) for name in _BODY})


def kept(draft: Draft, id: str, at: int, delete_hash: str) -> Ruling:
    """The ruling that a draft becomes."""
    given = {field.name: getattr(draft, field.name) for field in fields(Draft)}
    return Ruling(**given, id=id, kept_at=moment(at), delete_hash=delete_hash)


def ruling(row: Row, ruleset: StoredRuleset) -> Ruling:
    """From id, kept_at, ruleset, delete_hash, body."""
    id, kept_at, _digest, delete_hash, body = row
    return Ruling(id=id, kept_at=moment(kept_at), delete_hash=delete_hash, ruleset=ruleset, **unpacked(body))


def ruleset(row: Row) -> StoredRuleset:
    """From id, version, digest, source."""
    id, version, digest, source = row
    return StoredRuleset(id, version, digest, unpacked(source))


def summary(row: Row) -> Summary:
    """From id, kept_at, the ruleset's id, version and digest, body."""
    id, kept_at, ruleset_id, version, digest, stored = row
    body = unpacked(stored)
    verdict = body["verdict"]
    told = next(iter(verdict.get("violations") or ()), None) or verdict.get("outcome") or {}
    return Summary(
        id=id,
        kept_at=moment(kept_at),
        ruleset=ruleset_id,
        version=version,
        digest=digest,
        status=verdict["status"],
        rule=told.get("rule"),
        players=body["record"].get("players") or {},
        lang=body["lang"],
    )


# ---- places in the list


def cursor(at: int, id: str) -> str:
    """A place in the list, as a word that means nothing to others."""
    return base64.urlsafe_b64encode(f"{at}.{id}".encode("ascii")).rstrip(b"=").decode("ascii")


def read_cursor(word: str) -> tuple[int, str]:
    """The place that a word names."""
    try:
        at, _, id = base64.b64decode(word + "=" * (-len(word) % 4), b"-_", validate=True).decode("ascii").partition(".")
        place = int(at), read_id(id)
    except (ValueError, binascii.Error):
        place = 0, None
    if place[1] is None or not 0 <= place[0] < BEYOND_ALL[0] or cursor(place[0], place[1]) != word:
        raise BadCursor("There is no such place in the list: take `after` from an earlier page.")
    return place[0], place[1]


# ---- tokens


def new_token(id: str, name: str, may: frozenset[str], expires: datetime | None) -> Token:
    """A token as of now, its times as exact as they are stored."""
    return Token(id, name, may, moment(now()), moment(milliseconds(expires)) if expires else None)


def token_row(token: Token) -> Values:
    """The row of a token, without its secret's hash."""
    expires = milliseconds(token.expires) if token.expires else None
    return {
        "id": token.id,
        "name": token.name,
        "may": " ".join(sorted(token.may)),
        "created": milliseconds(token.created),
        "expires": expires,
    }


def token(row: Row) -> Token:
    """From id, name, may, created, expires."""
    id, name, may, created, expires = row
    return Token(id, name, frozenset(may.split()), moment(created), moment(expires) if expires is not None else None)
