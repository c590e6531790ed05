"""What a URL means, and what happens where no store can be."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from bummerl.service.store import StoreError, default_url, open_store
from bummerl.service.store.migrations import migrations

from .conftest import Opener
from .drafts import draft
from .processes import answer_of


def refused(url: str, create: bool = True) -> StoreError:
    """What is said when it cannot be opened."""
    with pytest.raises(StoreError) as told:
        open_store(url, patience=0.2, create=create)
    assert told.value.message.endswith(".")
    return told.value


def test_where_rulings_are_kept_if_nobody_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name in ("BUMMERL_DATABASE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_url() == str(tmp_path / ".local" / "share" / "bummerl" / "rulings.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_url() == str(tmp_path / "data" / "bummerl" / "rulings.db")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert default_url() == str(tmp_path / "local" / "bummerl" / "rulings.db")
    monkeypatch.setenv("BUMMERL_DATABASE", "postgresql://here")
    assert default_url() == "postgresql://here"


def test_a_file_has_several_spellings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Opener):
    monkeypatch.chdir(tmp_path)
    kept = opened("rulings.db").keep(draft()).ruling
    for url in (
        str(tmp_path / "rulings.db"),
        "sqlite:///rulings.db",
        f"sqlite:///{tmp_path}/rulings.db",
        "SQLite:///./rulings.db",
    ):
        store = opened(url)
        assert store.kind == "sqlite"
        assert store.ruling(kept.id) == kept


def test_a_later_change_of_folder_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Opener):
    monkeypatch.chdir(tmp_path)
    store = opened("rulings.db")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    store.keep(draft())
    assert not list(Path().iterdir())


@pytest.mark.parametrize("name", ["a folder/ä?b#c%20.db", "'quoted' \"twice\".db", "x.db?mode=ro"])
def test_any_name_of_a_file_will_do(tmp_path: Path, opened: Opener, name: str):
    opened(str(tmp_path / name)).keep(draft())
    assert (tmp_path / name).is_file()


def test_folders_are_made_and_nobody_else_may_look(tmp_path: Path, opened: Opener):
    file = tmp_path / "deep" / "down" / "rulings.db"
    opened(str(file)).keep(draft())
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    for each in file.parent.iterdir():  # the log and its index, too
        assert stat.S_IMODE(each.stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("url", ["", "sqlite://", "sqlite:///", ":memory:", "sqlite:///:memory:", "a\0b"])
def test_what_is_no_file_is_refused(url: str):
    assert "give it a name" in refused(url).message


@pytest.mark.parametrize("url", ["mysql://root:geheim@here/x", "postgresqll://x", "http://x"])
def test_what_is_no_database_is_refused_without_saying_its_password(url: str):
    told = refused(url)
    assert told.code == "store.unavailable"
    assert url.split("//")[0] in told.message
    assert "geheim" not in told.message


def test_a_file_that_is_not_there_is_not_made_where_it_must_be(tmp_path: Path):
    told = refused(str(tmp_path / "rulings.db"), create=False)
    assert (told.code, "no file" in told.message) == ("store.unavailable", True)
    assert not list(tmp_path.iterdir())


# ---- files that are something else


def no_database(file: Path) -> None:
    file.write_text("Dear Anna, " * 500)


def half_a_database(file: Path) -> None:
    open_store(str(file)).close()
    file.write_bytes(file.read_bytes()[:100])


def damaged(file: Path) -> None:
    open_store(str(file)).close()
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xa5" * (len(whole) - 100))


def of_another_program(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()


def with_anothers_mark(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA application_id = 7")
        connection.execute("PRAGMA user_version = 1")
    connection.close()


def a_folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.parametrize(
    "make", [no_database, half_a_database, damaged, of_another_program, with_anothers_mark, a_folder]
)
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, make: Callable[[Path], None]):
    file = tmp_path / "rulings.db"
    make(file)
    before = file.read_bytes() if file.is_file() else None
    told = refused(str(file))
    assert told.code == "store.unavailable"
    assert str(file) in told.message
    assert (file.read_bytes() if file.is_file() else None) == before


def test_an_empty_file_becomes_a_database(tmp_path: Path, opened: Opener):
    (tmp_path / "rulings.db").touch()
    assert opened(str(tmp_path / "rulings.db")).count() == 0


def test_a_folder_that_is_a_file_is_said(tmp_path: Path):
    (tmp_path / "folder").touch()
    told = refused(str(tmp_path / "folder" / "rulings.db"))
    assert told.code == "store.unavailable"


def test_a_file_of_a_newer_program_is_left_alone(sqlite: str):
    open_store(sqlite).close()
    connection = sqlite3.connect(sqlite)
    connection.execute(f"PRAGMA user_version = {len(migrations('sqlite')) + 1}")
    connection.close()
    told = refused(sqlite)
    assert told.code == "store.newer"
    assert "newer" in told.message


# ---- what happens to the file meanwhile


def test_a_file_that_was_replaced_is_opened_anew(tmp_path: Path, opened: Opener):
    """Whoever puts a backup in place must not have rulings written into the file that is gone."""
    file, backup = tmp_path / "rulings.db", tmp_path / "backup.db"
    other = opened(str(backup)).keep(draft(1)).ruling
    store = opened(str(file))
    old = store.keep(draft(2)).ruling
    for end in ("", "-wal", "-shm"):
        with_end = Path(f"{backup}{end}")
        if with_end.exists():
            os.replace(with_end, f"{file}{end}")
    assert store.ruling(old.id) is None
    assert store.ruling(other.id) == other
    new = store.keep(draft(3)).ruling
    assert {ruling.id for ruling in opened(str(file)).every()} == {other.id, new.id}


def test_a_file_that_was_deleted_is_missed_and_not_made_anew(tmp_path: Path, opened: Opener):
    file = tmp_path / "rulings.db"
    store = opened(str(file))
    kept = store.keep(draft()).ruling
    os.rename(file, tmp_path / "elsewhere.db")
    for end in ("-wal", "-shm"):
        os.rename(f"{file}{end}", tmp_path / f"elsewhere.db{end}")
    for call in (lambda: store.keep(draft()), store.count, store.ping):
        with pytest.raises(StoreError) as told:
            call()
        assert told.value.code == "store.unavailable"
    assert not file.exists()
    for end in ("", "-wal", "-shm"):
        os.rename(tmp_path / f"elsewhere.db{end}", f"{file}{end}")
    assert store.ruling(kept.id) == kept


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are other ones there")
def test_a_file_that_may_only_be_read_says_so():
    """Root may write everything, so that somebody else tries; in a folder of its own, since pytest's are private."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rulings.db"
        store = open_store(str(file))
        kept = store.keep(draft()).ruling
        store.close()
        file.chmod(0o444)
        Path(folder).chmod(0o777)
        said = answer_of("as_nobody", file, kept.id)
    assert said == ["read", "store.unavailable", f"`{file}`, or its folder, may be read but not written."]
