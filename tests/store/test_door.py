"""A database that lets everybody wait in vain: one waits for all."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from sqlite3 import connect

import pytest
from bummerl.service.store import StoreError
from bummerl.service.store.door import Door
from bummerl.service.store.errors import TimedOut

from .conftest import Opener
from .drafts import draft


def in_vain(door: Door) -> None:
    with pytest.raises(TimedOut, match="Nobody there"), door.entered():
        raise TimedOut("Nobody there.")


def refused(door: Door) -> None:
    with pytest.raises(TimedOut, match="Nobody there"), door.entered():
        pytest.fail("it was let in")


def test_nobody_is_kept_from_a_database_that_answers():
    door = Door()
    with door.entered(), door.entered(), door.entered():
        pass
    with pytest.raises(StoreError, match="full"), door.entered():
        raise StoreError("store.full", "It is full.")
    with door.entered(), door.entered():
        pass


def test_after_one_has_waited_in_vain_one_waits_for_all():
    door = Door()
    in_vain(door)
    with door.entered(), ThreadPoolExecutor(4) as others:
        for refusal in [others.submit(refused, door) for _ in range(8)]:
            refusal.result()
    with door.entered(), door.entered():  # the one was let in, so all are
        pass


def test_whoever_tries_in_vain_leaves_the_trying_to_the_next():
    door = Door()
    in_vain(door)
    in_vain(door)
    with pytest.raises(KeyError), door.entered():  # it answered, whatever came then
        raise KeyError
    entered = threading.Barrier(2, timeout=90)

    def enter() -> None:
        with door.entered():
            entered.wait()

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(enter) for _ in range(2)]:
            done.result()


def test_a_locked_file_is_waited_for_by_one_and_read_by_all(sqlite: str, opened: Opener):
    store = opened(sqlite, patience=0.5)
    kept = store.keep(draft()).ruling
    with closing(connect(sqlite, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(TimedOut, match="locked"):
                store.keep(draft())
        assert store.ruling(kept.id) == kept
    store.keep(draft())
