"""Databases are brought up to date once, whoever comes first."""

from __future__ import annotations

import re
import threading
from importlib.resources import files
from sqlite3 import connect

import pytest
from bummerl.service.store import StoreError, migrations, open_store, postgresql, sqlite

from .conftest import Opener
from .drafts import draft
from .processes import started

DIALECTS = ("sqlite", "postgresql")


def test_both_databases_take_the_same_steps():
    names = [
        sorted(f.name for f in files(migrations).joinpath(d).iterdir() if f.name.endswith(".sql")) for d in DIALECTS
    ]
    assert names[0] == names[1]
    assert [int(name[:4]) for name in names[0]] == list(range(1, len(names[0]) + 1))
    assert all(re.fullmatch(r"\d{4}_[a-z_]+\.sql", name) for name in names[0])
    assert [len(migrations.migrations(dialect)) for dialect in DIALECTS] == [len(names[0])] * 2


def test_many_processes_may_open_a_new_database_at_once(url: str, opened: Opener):
    processes = [started("open_at_once", url, 5) for _ in range(5)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == '"ready"\n'
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("!")
        process.stdin.flush()
    answers = []
    for process in processes:
        out, error = process.communicate(timeout=120)
        assert not process.returncode, error
        answers += out.split('"')[1::2]
    assert len(set(answers)) == 25
    assert {ruling.id for ruling in opened(url).every()} == set(answers)


def test_a_new_file_that_is_locked_is_waited_for(sqlite: str, opened: Opener):
    other = connect(sqlite, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    later = threading.Timer(0.3, lambda: other.execute("ROLLBACK"))
    later.start()
    opened(sqlite).keep(draft())
    later.join()
    other.close()


@pytest.fixture
def with_another_step(monkeypatch: pytest.MonkeyPatch):
    """Adds SQL behind the last step."""

    def add(step: str) -> None:
        for module in (sqlite, postgresql):
            monkeypatch.setattr(module, "migrations", lambda dialect: (*migrations.migrations(dialect), step))

    return add


def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(url: str, opened: Opener, with_another_step):
    kept = opened(url).keep(draft()).ruling
    with_another_step("ALTER TABLE tokens ADD COLUMN note TEXT; -- a remark\nUPDATE tokens SET note = 'a;b';\n")
    newer = opened(url)
    assert newer.ruling(kept.id) == kept
    opened(url)  # once is enough


def test_a_program_that_is_older_leaves_the_database_alone(url: str, opened: Opener, monkeypatch, with_another_step):
    running = opened(url)
    kept = running.keep(draft()).ruling
    with_another_step("ALTER TABLE tokens ADD COLUMN note TEXT;")
    opened(url)
    monkeypatch.undo()
    with pytest.raises(StoreError) as told:
        open_store(url)
    assert told.value.code == "store.newer"
    assert "update" in told.value.message
    assert running.ruling(kept.id) == kept


def test_a_step_that_fails_has_not_been_taken(url: str, opened: Opener, monkeypatch, with_another_step):
    kept = opened(url).keep(draft()).ruling
    with_another_step("CREATE TABLE half (a TEXT);\nINSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreError):
        open_store(url)
    with_another_step("CREATE TABLE half (a TEXT);")  # would be there already
    assert opened(url).ruling(kept.id) == kept
