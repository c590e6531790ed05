"""What was acknowledged is there, whatever happens: processes that die, disks that are full, databases that go away."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from pathlib import Path

import pytest
from bummerl.service.store import Store, StoreError, open_store

from .conftest import Opener
from .drafts import draft, ruleset
from .processes import answer_of, started

ROUNDS = 12


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_kill_9_at_any_moment_loses_nothing_that_was_acknowledged(url: str):
    chance = random.Random(9)
    acknowledged: dict[str, int] = {}
    for _ in range(ROUNDS if url.endswith(".db") else 3):
        with started("write_on", url) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            time.sleep(chance.random() * 0.1)
            os.kill(process.pid, signal.SIGKILL)
            rest = process.stdout.read()
            assert process.stderr is not None
            assert not process.stderr.read()
        whole = [line, *(each + "\n" for each in rest.split("\n")[:-1])]
        acknowledged.update(json.loads(each) for each in whole)
        store = open_store(url)
        for id, n in acknowledged.items():
            found = store.ruling(id)
            assert found is not None, f"{id} was acknowledged and is lost"
            assert (found.record["n"], found.ruleset) == (n, ruleset(n % 5))
        assert store.count() >= len(acknowledged)
        store.close()
    assert len(acknowledged) > ROUNDS
    if url.endswith(".db"):
        connection = sqlite3.connect(url)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.close()


def test_the_log_is_synced_before_a_ruling_is_acknowledged(sqlite: str, monkeypatch: pytest.MonkeyPatch):
    """A process that is killed loses nothing that it has written; a machine that stops, nothing that was synced."""
    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def listening(*arguments: object, **options: object) -> sqlite3.Connection:
        connections.append(connect(*arguments, **options))  # type: ignore[arg-type]
        return connections[-1]

    monkeypatch.setattr(sqlite3, "connect", listening)
    store = open_store(sqlite)
    store.keep(draft())
    assert connections
    for connection in connections:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    store.close()


# ---- no room


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_files_that_may_not_grow_can_be_read_and_written_again_later(sqlite: str, opened: Opener):
    said = answer_of("until_full", sqlite)
    assert said["codes"] == ["store.full"] * 10
    assert said["readable"] == [True] * 4
    assert len(said["ids"]) > 5
    assert {ruling.id for ruling in opened(sqlite).every()} == set(said["ids"])


def test_a_full_disk_can_be_read(sqlite: str, monkeypatch: pytest.MonkeyPatch):
    """A limit of pages is told by SQLite as a full disk is."""
    open_store(sqlite).close()
    connect = sqlite3.connect

    def small(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = connect(*arguments, **options)  # type: ignore[arg-type]
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    store = open_store(sqlite)
    kept = []
    with pytest.raises(StoreError) as told:  # noqa: PT012
        for n in range(1000):
            kept.append(store.keep(draft(n, ruleset(n))).ruling)
    assert told.value.code == "store.full"
    assert str(sqlite) in told.value.message
    assert kept
    assert all(store.ruling(ruling.id) == ruling for ruling in kept)
    assert store.count() == len(kept)
    assert len(store.listed(limit=1000).rulings) == len(kept)
    for ruling in kept[:20]:
        store.remove(ruling.id)
    store.keep(draft())  # there is room again
    store.close()


# ---- locks


def test_a_file_that_is_locked_too_long_is_unavailable_and_works_afterwards(sqlite: str, opened: Opener):
    store = opened(sqlite, patience=0.1)
    kept = store.keep(draft()).ruling
    other = sqlite3.connect(sqlite, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked") as told:
        store.keep(draft())
    assert told.value.code == "store.unavailable"
    assert store.ruling(kept.id) == kept  # readers do not wait for writers
    other.execute("ROLLBACK")
    other.close()
    store.keep(draft())
    assert store.count() == 2


def test_a_lock_is_waited_for(sqlite: str, opened: Opener):
    store = opened(sqlite)
    other = sqlite3.connect(sqlite, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    later = threading.Timer(0.3, lambda: other.execute("ROLLBACK"))
    later.start()
    store.keep(draft())
    later.join()
    other.close()
    assert store.count() == 1


def test_a_failed_write_leaves_nothing_behind(url: str, opened: Opener, monkeypatch: pytest.MonkeyPatch):
    """What goes wrong in the middle of a transaction undoes what came before it."""
    from bummerl.service.store import sql

    store: Store = opened(url)

    def broken(*_arguments: object) -> bool:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(sql, "_insert", broken)
    with pytest.raises(RuntimeError):
        store.keep(draft())
    monkeypatch.undo()
    assert store.ruleset(ruleset().digest) is None
    assert store.count() == 0
    store.keep(draft())


def test_a_file_that_was_emptied_is_not_begun_anew(sqlite: str, opened: Opener):
    """Not by who has it open, nor by who is not to make one: what was kept may be in a backup."""
    store = opened(sqlite, patience=0.1)
    store.keep(draft())
    for name in (sqlite, f"{sqlite}-wal", f"{sqlite}-shm"):
        Path(name).unlink()
    Path(sqlite).touch()
    for call in (store.count, lambda: store.keep(draft()), lambda: open_store(sqlite, create=False)):
        with pytest.raises(StoreError, match="is empty") as told:
            call()
        assert told.value.code == "store.unavailable"
    again = opened(sqlite)
    assert again.count() == 0
