"""No secret lies in the database, in whatever form."""

from __future__ import annotations

import base64
from pathlib import Path

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
    store = opened(sqlite)
    names = [f"a name that nobody has {n}" for n in range(200)]
    made = [store.create_token(name, MAY) for name in names]
    for each in made:
        store.revoke(each.token.id)
    store.close()
    assert b"a name that nobody has" not in Path(sqlite).read_bytes()


def test_a_secret_does_not_show_where_values_are_printed(url: str, opened: Opener):
    store = opened(url)
    made, kept = store.create_token("Desk", MAY), store.keep(draft())
    assert made.secret not in repr(made)
    assert kept.delete_token not in repr(kept)
    assert str(kept.ruling.delete_hash) not in repr(kept)
