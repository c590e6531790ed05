"""The store, in SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final, Literal, TypeVar

from . import rows
from .database import Database, Disturbed, Row, Session
from .door import Door
from .errors import UNAVAILABLE, Conflict, StoreError
from .ids import new_id, read_id
from .keys import delete_token, hashed, joined, new_salt, new_secret, same
from .met import Met
from .model import MAY, Draft, IdempotencyKey, Kept, NewToken, Page, Ruling, StoredRuleset, Token
from .packing import packed
from .rows import now

TRIES: Final = 10
"""How often a transaction is begun that others keep disturbing."""
BATCH: Final = 50
"""Rulings in memory while all of them are read."""
REMEMBERED: Final = 24 * 60 * 60 * 1000
"""Milliseconds for which an Idempotency-Key stands for its request."""
LONGEST_NAME: Final = 200
Answer = TypeVar("Answer")


class SqlStore:
    """A `Store` on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._met = Met()
        self._reading, self._writing = Door(), Door()

    @property
    def kind(self) -> Literal["sqlite", "postgresql"]:
        """Which database it is."""
        return self._database.kind

    # ---- rulings

    def keep(self, draft: Draft, key: IdempotencyKey | None = None) -> Kept:
        """Keep a ruling under a new id; on the disk when this returns."""
        body = rows.body_of(draft)  # what cannot be written fails before anything is

        def work(session: Session) -> Kept:
            id, salt, at = new_id(), new_salt(), now()
            _forget_requests(session, at)
            token = delete_token(salt, *((key.owner, key.key) if key else ()))
            if key is not None and (before := self._claim(session, key, id, salt, at)):
                return before
            ruling = rows.kept(draft, id, at, hashed(token))
            _insert_ruleset(session, draft.ruleset)
            if not _insert(session, ruling, body):
                raise Disturbed  # the id is taken: another one
            return Kept(ruling, token)

        return self._write(work)

    def ruling(self, id: str) -> Ruling | None:
        """The ruling with this id; None if there is none."""
        known = read_id(id)
        return self._read(lambda session: self._one(session, known)) if known else None

    def ruleset(self, digest: str) -> StoredRuleset | None:
        """The ruleset with this digest, if there is a ruling under it."""
        return self._read(lambda session: _ruleset(session, digest))

    def delete(self, id: str, token: str) -> bool | None:
        """Delete a ruling by its token: True, False for another token, None for no such ruling."""
        return self._delete(id, lambda stored: same(token, stored))

    def remove(self, id: str) -> bool:
        """Delete a ruling without its token; False if there is no such ruling."""
        return bool(self._delete(id, lambda _stored: True))

    def _delete(self, id: str, allowed: Callable[[str | None], bool]) -> bool | None:
        known = read_id(id)
        if known is None:
            return None

        def work(session: Session) -> bool | None:
            found = session.rows("SELECT delete_hash, ruleset FROM rulings WHERE id = :id", id=known)
            if not found:
                return None
            stored, ruleset = found[0]
            if not allowed(stored):
                return False
            if not session.run("DELETE FROM rulings WHERE id = :id", id=known):
                return None
            _forget_requests(session, now())
            session.run(
                "DELETE FROM rulesets WHERE digest = :digest"
                " AND NOT EXISTS (SELECT 1 FROM rulings WHERE ruleset = :digest)",
                digest=ruleset,
            )
            return True

        gone = self._write(work)
        if gone:
            self._database.forget()
        return gone

    def listed(self, *, limit: int, after: str | None = None) -> Page:
        """At most `limit` rulings, newest first, after the place that an earlier page named."""
        if limit < 1:
            raise ValueError(f"A part of the list has at least one ruling, not {limit}.")
        at, id = rows.read_cursor(after) if after is not None else rows.BEYOND_ALL
        found = self._read(
            lambda session: session.rows(
                "SELECT r.id, r.kept_at, s.id, s.version, s.digest, r.body"
                " FROM rulings r JOIN rulesets s ON s.digest = r.ruleset"
                " WHERE (r.kept_at, r.id) < (:at, :id) ORDER BY r.kept_at DESC, r.id DESC LIMIT :limit",
                at=at,
                id=id,
                limit=limit + 1,
            )
        )
        shown = found[:limit]
        more = rows.cursor(shown[-1][1], shown[-1][0]) if shown and len(found) > limit else None
        return Page(tuple(map(rows.summary, shown)), more)

    def every(self) -> Iterator[Ruling]:
        """All rulings, oldest first, a few at a time in memory."""
        at, id = -1, ""
        while found := self._read(partial(_some, at=at, id=id)):
            for row in found:
                if ruleset := self._met.get(row[2], self.ruleset):  # deleted in the meantime, if not
                    yield rows.ruling(row, ruleset)
            at, id = found[-1][1], found[-1][0]

    def take_in(self, ruling: Ruling) -> bool:
        """Keep a ruling that was kept elsewhere, as it is; False if it is there already."""
        known = read_id(ruling.id)
        if known != ruling.id:
            raise ValueError(f"`{ruling.id}` is no id of a ruling.")
        body = rows.body_of(ruling)

        def work(session: Session) -> bool:
            _insert_ruleset(session, ruling.ruleset)
            if _insert(session, ruling, body):
                return True
            if self._one(session, ruling.id) == ruling:
                return False
            raise Conflict(f"Another ruling is kept under the id {ruling.id}; it was left as it is.")

        return self._write(work)

    def count(self) -> int:
        """How many rulings are kept."""
        return int(self._read(lambda session: session.rows("SELECT count(*) FROM rulings"))[0][0])

    # ---- tokens

    def create_token(self, name: str, may: frozenset[str], expires: datetime | None = None) -> NewToken:
        """Make a token; its secret is shown this once."""
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise ValueError(f"A token needs a name in one line of at most {LONGEST_NAME} characters.")
        if not may or not may <= MAY:
            raise ValueError(f"A token may {' or '.join(sorted(MAY))}, or both.")
        if expires is not None and expires.tzinfo is None:
            raise ValueError("The time at which a token expires needs a time zone.")
        secret = new_secret()

        def work(session: Session) -> Token:
            token = rows.new_token(new_id(), name.strip(), may, expires)
            made = session.run(
                "INSERT INTO tokens (id, name, may, secret_hash, created, expires)"
                " VALUES (:id, :name, :may, :secret_hash, :created, :expires) ON CONFLICT DO NOTHING",
                secret_hash=hashed(secret),
                **rows.token_row(token),
            )
            if not made:
                raise Disturbed
            return token

        return NewToken(self._write(work), secret)

    def tokens(self) -> list[Token]:
        """All tokens, oldest first, expired ones too."""
        found = self._read(
            lambda session: session.rows("SELECT id, name, may, created, expires FROM tokens ORDER BY created, id")
        )
        return [rows.token(row) for row in found]

    def revoke(self, id: str) -> bool:
        """Take a token back; False if there is none with this id."""
        known = read_id(id)
        gone = known is not None and bool(
            self._write(lambda session: session.run("DELETE FROM tokens WHERE id = :id", id=known))
        )
        if gone:
            self._database.forget()
        return gone

    def token(self, secret: str) -> Token | None:
        """The token with this secret, if it has not expired."""
        found = self._read(
            lambda session: session.rows(
                "SELECT id, name, may, created, expires, secret_hash FROM tokens WHERE secret_hash = :hash"
                " AND (expires IS NULL OR expires > :now)",
                hash=hashed(secret),
                now=now(),
            )
        )
        return rows.token(found[0][:5]) if found and same(secret, found[0][5]) else None

    # ---- the database

    def ping(self) -> None:
        """Return if the store can answer."""
        self._read(lambda session: session.rows("SELECT 1 FROM rulings LIMIT 1"))

    def close(self) -> None:
        """Let go of all connections."""
        self._database.close()

    def _claim(self, session: Session, key: IdempotencyKey, id: str, salt: bytes, at: int) -> Kept | None:
        """Let the key stand for the ruling `id`, or say what it stands for already."""
        key_hash = hashed(joined(key.owner, key.key).hex())
        request_hash = hashed(key.request)
        claimed = session.run(
            "INSERT INTO requests (key_hash, request_hash, salt, ruling, until)"
            " VALUES (:key, :request, :salt, :ruling, :until) ON CONFLICT DO NOTHING",
            key=key_hash,
            request=request_hash,
            salt=salt,
            ruling=id,
            until=at + REMEMBERED,
        )
        if claimed:
            return None
        found = session.rows("SELECT request_hash, salt, ruling FROM requests WHERE key_hash = :key", key=key_hash)
        if not found:
            raise Disturbed
        if found[0][0] != request_hash:
            raise Conflict("This Idempotency-Key was used for another request; take a new key for a new ruling.")
        ruling = self._one(session, found[0][2])
        if ruling is None:
            raise Conflict(
                "What was kept under this Idempotency-Key has been deleted; take a new key to keep it again."
            )
        return Kept(ruling, delete_token(bytes(found[0][1]), key.owner, key.key), repeated=True)

    def _one(self, session: Session, id: str) -> Ruling | None:
        found = session.rows("SELECT id, kept_at, ruleset, delete_hash, body FROM rulings WHERE id = :id", id=id)
        ruleset = self._met.get(found[0][2], partial(_ruleset, session)) if found else None
        return rows.ruling(found[0], ruleset) if ruleset else None

    def _read(self, work: Callable[[Session], Answer]) -> Answer:
        with self._reading.entered():
            return _tried(self._database.reading, work)

    def _write(self, work: Callable[[Session], Answer]) -> Answer:
        with self._writing.entered():
            return _tried(self._database.writing, work)


def _tried(transaction: Callable[[], rows.Transaction], work: Callable[[Session], Answer]) -> Answer:
    """Do `work` in a transaction, and once more if somebody else came in between."""
    for _ in range(TRIES):
        try:
            with transaction() as session:
                return work(session)
        except Disturbed:
            continue
    raise StoreError(UNAVAILABLE, "Too many others are writing to the database at once. Try again.")


def _forget_requests(session: Session, at: int) -> None:
    session.run("DELETE FROM requests WHERE until <= :now", now=at)


def _insert_ruleset(session: Session, ruleset: StoredRuleset) -> None:
    if session.rows("SELECT 1 FROM rulesets WHERE digest = :digest", digest=ruleset.digest):
        return
    session.run(
        "INSERT INTO rulesets (digest, id, version, source) VALUES (:digest, :id, :version, :source)"
        " ON CONFLICT DO NOTHING",
        digest=ruleset.digest,
        id=ruleset.id,
        version=ruleset.version,
        source=packed(ruleset.source),
    )


def _insert(session: Session, ruling: Ruling, body: bytes) -> bool:
    """Whether the id was free."""
    return bool(
        session.run(
            "INSERT INTO rulings (id, kept_at, ruleset, delete_hash, body)"
            " VALUES (:id, :kept_at, :ruleset, :delete_hash, :body) ON CONFLICT DO NOTHING",
            id=ruling.id,
            kept_at=rows.milliseconds(ruling.kept_at),
            ruleset=ruling.ruleset.digest,
            delete_hash=ruling.delete_hash,
            body=body,
        )
    )


def _some(session: Session, at: int, id: str) -> list[Row]:
    return session.rows(
        "SELECT id, kept_at, ruleset, delete_hash, body FROM rulings"
        " WHERE (kept_at, id) > (:at, :id) ORDER BY kept_at, id LIMIT :limit",
        at=at,
        id=id,
        limit=BATCH,
    )


def _ruleset(session: Session, digest: str) -> StoredRuleset | None:
    found = session.rows("SELECT id, version, digest, source FROM rulesets WHERE digest = :digest", digest=digest)
    return rows.ruleset(found[0]) if found else None
