"""Databases to test with: a file, and a real PostgreSQL.

`$BUMMERL_TEST_POSTGRES` is the URL of a server on which databases may be made; without it the one on this machine is
tried.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

SERVER = os.environ.get("BUMMERL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")


def on_server(database: str) -> str:
    """The URL of a database on the server."""
    return psycopg.conninfo.make_conninfo(SERVER, dbname=database)


def url_of(database: str) -> str:
    """The same as people write it."""
    given = psycopg.conninfo.conninfo_to_dict(SERVER)
    user = given.get("user", "postgres") + (f":{given['password']}" if given.get("password") else "")
    return (
        f"postgresql://{user}@{given.get('host', '127.0.0.1')}:{given.get('port', 5432)}/{database}?connect_timeout=60"
    )


@contextmanager
def postgresql(encoding: str = "UTF8") -> Iterator[str]:
    """The URL of a new, empty database, which is dropped at the end.

    Where there is no server, the test is skipped; in CI it fails.
    """
    name = f"bummerl_test_{secrets.token_hex(6)}"
    try:
        server = psycopg.connect(on_server("postgres"), autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        why = f"no PostgreSQL to test with (BUMMERL_TEST_POSTGRES): {error}"
        if os.environ.get("CI"):
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    with server:
        server.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0".encode())
        try:
            yield url_of(name)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def emptied(url: str) -> str:
    """The same database with nothing in it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url
