"""What can happen to a PostgreSQL database, and to the connection with it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from bummerl.service.store import IdempotencyKey, StoreError, open_store
from bummerl.service.store.postgresql import _LOCK as LOCK
from psycopg import conninfo

from tests.databases import postgresql

from .conftest import Opener
from .drafts import draft, ruleset
from .proxy import Proxy

END_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'bummerl'
"""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def admin(postgres: str) -> Iterator[psycopg.Connection]:
    """A connection of somebody else."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        yield connection


def waiting(admin: psycopg.Connection) -> int:
    """How many wait for a lock now; a transaction would look once and remember."""
    admin.execute("SELECT pg_stat_clear_snapshot()")
    found = admin.execute(WAITING).fetchone()
    return int(found[0]) if found else 0


def until(found: Callable[[], bool]) -> None:
    """Wait for something that will come."""
    end = time.monotonic() + 120
    while not found():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_connection_that_was_lost_while_idle_costs_nobody_an_answer(postgres, opened: Opener, admin):
    store = opened(postgres)
    kept = store.keep(draft()).ruling
    for _ in range(3):
        assert admin.execute(END_ALL).rowcount
        assert store.ruling(kept.id) == kept
        store.keep(draft())
    assert store.count() == 4


def test_a_connection_that_is_lost_in_the_middle_is_told_and_the_next_call_works(postgres, opened: Opener, admin):
    store = opened(postgres)
    key = IdempotencyKey("client", "key", "request")
    with ThreadPoolExecutor(1) as pool, admin.transaction():
        admin.execute("LOCK TABLE rulings IN ACCESS EXCLUSIVE MODE")
        keeping = pool.submit(store.keep, draft(), key)
        until(lambda: waiting(admin) == 1)
        admin.execute(END_ALL)
        with pytest.raises(StoreError) as told:
            keeping.result()
    assert told.value.code == "store.unavailable"
    assert told.value.message.startswith(
        f"The PostgreSQL database `{conninfo.conninfo_to_dict(postgres)['dbname']}` at "
    )
    assert store.count() == 0
    assert store.ruleset(ruleset().digest) is None
    assert not store.keep(draft(), key).repeated
    assert store.count() == 1


def test_a_server_that_is_away_is_told_and_found_again(postgres: str):
    given = conninfo.conninfo_to_dict(postgres)
    proxy = Proxy((str(given["host"]), int(given["port"])))
    store = open_store(f"postgresql://{given['user']}@127.0.0.1:{proxy.port}/{given['dbname']}", patience=0.5)
    try:
        kept = store.keep(draft()).ruling
        for _ in range(2):
            proxy.cut()
            for _ in range(3):  # as often as anybody asks
                for call in (lambda: store.keep(draft()), lambda: store.ruling(kept.id), store.ping):
                    with pytest.raises(StoreError) as told:
                        call()
                    assert told.value.code == "store.unavailable"
            proxy.mend()
            until(lambda: works(store.ping))
            assert store.ruling(kept.id) == kept
            store.keep(draft())
        assert store.count() == 3
    finally:
        store.close()
        proxy.close()


def works(call: Callable[[], None]) -> bool:
    """Whether the store answers."""
    try:
        call()
    except StoreError:
        return False
    return True


def test_who_brings_the_database_up_to_date_is_not_waited_for_beyond_measure(postgres: str, admin):
    admin.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    with pytest.raises(StoreError, match="locked"):
        open_store(postgres, patience=0.2)
    admin.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
    open_store(postgres).close()


def test_a_lock_that_is_held_too_long_is_told(postgres, opened: Opener, admin):
    store = opened(postgres, patience=0.2)
    with admin.transaction():
        admin.execute("LOCK TABLE rulings IN EXCLUSIVE MODE")
        with pytest.raises(StoreError, match="locked") as told:
            store.keep(draft())
        assert told.value.code == "store.unavailable"
        assert store.count() == 0
    store.keep(draft())


@pytest.mark.parametrize(
    ("state", "code", "word"),
    [
        ("53100", "store.full", "full"),  # as the server reports a full disk
        ("25006", "store.unavailable", "standby"),
        ("42501", "store.unavailable", "refuses"),
        ("57P01", "store.unavailable", "cannot be used"),
    ],
)
def test_what_the_server_cannot_do_is_told_and_reading_goes_on(postgres, opened: Opener, admin, state, code, word):
    store = opened(postgres)
    kept = store.keep(draft()).ruling
    admin.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"
    )
    admin.execute("CREATE TRIGGER refuse BEFORE INSERT ON rulings EXECUTE FUNCTION refuse()")
    with pytest.raises(StoreError, match=word) as told:
        store.keep(draft(1, ruleset(1)))
    assert told.value.code == code
    assert store.ruling(kept.id) == kept
    assert store.ruleset(ruleset(1).digest) is None
    admin.execute("DROP TRIGGER refuse ON rulings")
    store.keep(draft())


@pytest.mark.parametrize("state", ["40001", "40P01", "23503"])
def test_who_came_in_between_is_waited_for(postgres, opened: Opener, admin, state):
    """The server undoes one of two transactions in each other's way, or a ruleset has just gone: it is done again."""
    store = opened(postgres)
    admin.execute("CREATE SEQUENCE times")
    admin.execute(
        "CREATE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF nextval('times') < 4 THEN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END IF; RETURN NEW; END $$"
    )
    admin.execute("CREATE TRIGGER disturb BEFORE INSERT ON rulings FOR EACH ROW EXECUTE FUNCTION disturb()")
    store.keep(draft())
    assert admin.execute("SELECT last_value FROM times").fetchone() == (4,)
    assert store.count() == 1


def test_a_commit_that_is_answered_is_on_the_disk_whatever_the_database_says(postgres, opened: Opener, admin):
    name = conninfo.conninfo_to_dict(postgres)["dbname"]
    try:
        admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        store = opened(postgres)
        with store._database.writing() as session:  # type: ignore[attr-defined]
            assert session.rows("SELECT current_setting('synchronous_commit')") == [("on",)]
    finally:
        admin.execute(f"ALTER DATABASE {name} RESET synchronous_commit")


def test_tables_of_another_program_are_left_alone(postgres, admin):
    admin.execute("CREATE TABLE rulings (court text)")
    with pytest.raises(StoreError, match="another program") as told:
        open_store(postgres)
    assert told.value.code == "store.unavailable"
    tables = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("rulings",)]


def test_tables_that_are_gone_are_missed(postgres, opened: Opener, admin):
    store = opened(postgres)
    admin.execute("DROP TABLE rulings")
    with pytest.raises(StoreError, match="lost its tables") as told:
        store.ping()
    assert told.value.code == "store.unavailable"


def test_a_database_in_another_encoding_is_refused():
    with postgresql("LATIN1") as url, pytest.raises(StoreError, match="LATIN1") as told:
        open_store(url)
    assert told.value.code == "store.unavailable"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://somebody:geheim@127.0.0.1:1/x",
        "postgresql://somebody:geheim@nowhere.invalid/x",
        "postgresql://somebody:geheim@127.0.0.1:port/x",
        "postgresql://somebody:geheim@127.0.0.1/x?colour=geheim",
        "postgres://somebody:geheim@127.0.0.1:1/x",
    ],
)
def test_an_address_where_nobody_answers_is_told_without_its_password(url: str):
    with pytest.raises(StoreError) as told:
        open_store(url, patience=0.2)
    assert told.value.code == "store.unavailable"
    assert "geheim" not in told.value.message
    assert "postgresql" in told.value.message.lower()


def test_a_database_that_is_not_there_is_named(server_database: str):
    url = server_database.rpartition("/")[0] + "/there_is_none"
    with pytest.raises(StoreError, match="there_is_none"):
        open_store(url)


def test_without_the_package_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "bummerl.service.store.postgresql", raising=False)
    with pytest.raises(StoreError, match="pip install") as told:
        open_store("postgresql://here/x")
    assert "psycopg" in told.value.message
