"""No secret lies in the database, in whatever form."""

from __future__ import annotations

import base64
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import psycopg
from bummerl.service.store import MAY, IdempotencyKey

from .conftest import Opener
from .drafts import draft


def everything_in(url: str) -> bytes:
    """All that is stored, as bytes: the file and its log, or every row of every table."""
    if not url.startswith("postgresql:"):
        return b"".join(file.read_bytes() for file in Path(url).parent.iterdir())
    rows = []
    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            rows += connection.execute(f"SELECT * FROM {table}".encode()).fetchall()
    assert rows
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row)


def test_only_hashes_are_stored(url: str, opened: Opener):
    store = opened(url)
    made = store.create_token("Desk", MAY)
    plain, keyed = store.keep(draft()), store.keep(draft(), IdempotencyKey("client-7", "my-own-key", "the-request"))
    found = everything_in(url)
    assert b"Desk" in found  # it is the right place to look
    for secret in (made.secret, plain.delete_token, keyed.delete_token):
        assert len(secret) >= 43  # 256 bits
        assert secret.encode() not in found
        raw = base64.urlsafe_b64decode(secret.removeprefix("bummerl_") + "=")
        assert raw not in found
        assert raw.hex().encode() not in found
    for word in (b"client-7", b"my-own-key", b"the-request"):
        assert word not in found


def test_what_is_deleted_is_overwritten(sqlite: str, opened: Opener):
    """In the file and in its log, while others have the database open."""
    store, other = opened(sqlite), opened(sqlite)
    made = [store.create_token(f"a name that nobody has {n}", MAY) for n in range(50)]
    kept = [store.keep(draft(n)) for n in range(50)]
    assert other.count() == 50
    with closing(connect(sqlite)) as connection:
        bodies = [body for (body,) in connection.execute("SELECT body FROM rulings")]
    assert any(body in everything_in(sqlite) for body in bodies), "it is the right place to look"
    for token, ruling in zip(made, kept, strict=True):
        assert store.revoke(token.token.id)
        assert store.delete(ruling.ruling.id, ruling.delete_token)
    assert other.count() == 0
    found = everything_in(sqlite)
    assert b"a name that nobody has" not in found
    for each, body in zip(kept, bodies, strict=True):
        assert each.ruling.id.encode() not in found
        assert body not in found


def test_who_reads_keeps_nobody_from_deleting(sqlite: str, opened: Opener):
    store = opened(sqlite)
    kept = store.keep(draft())
    with closing(connect(sqlite, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM rulings").fetchone() == (1,)
        assert store.delete(kept.ruling.id, kept.delete_token)
        assert reader.execute("SELECT count(*) FROM rulings").fetchone() == (1,), "as when it began"
    assert store.count() == 0
    store.keep(draft())


def test_a_secret_does_not_show_where_values_are_printed(url: str, opened: Opener):
    store = opened(url)
    made, kept = store.create_token("Desk", MAY), store.keep(draft())
    assert made.secret not in repr(made)
    assert kept.delete_token not in repr(kept)
    assert str(kept.ruling.delete_hash) not in repr(kept)
