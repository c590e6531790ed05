"""Rulings as lines of text: out of one database and into another without a byte's difference."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from bummerl.service.store import IdempotencyKey, Store, StoredRuleset, open_store
from bummerl.service.store import archive as archives
from bummerl.service.store.archive import BadLine, Reader, written

from .conftest import Opener
from .drafts import draft, ruleset


def archive(store: Store) -> bytes:
    """Everything that is kept."""
    return b"".join(written(store.every()))


def take_in(store: Store, text: bytes) -> int:
    """Take in every ruling; how many were not there."""
    reader = Reader(store.ruleset)
    return sum(store.take_in(ruling) for ruling in map(reader.read, text.splitlines(keepends=True)) if ruling)


def filled(store: Store) -> Store:
    """Rulings under three rulesets, with and without text and cards."""
    for n in range(60):
        store.keep(draft(n, ruleset(n % 3), log=None if n % 5 else "a log", cards=None if n % 7 else "german.de"))
    return store


@pytest.mark.parametrize("order", [("sqlite", "postgres"), ("postgres", "sqlite")], ids="-".join)
def test_an_archive_goes_through_the_other_database_without_a_difference(order, request, opened: Opener):
    first, second = (opened(request.getfixturevalue(name)) for name in order)
    text = archive(filled(first))
    assert take_in(second, text) == 60
    assert archive(second) == text
    assert list(second.every()) == list(first.every())
    assert take_in(second, text) == 0


def test_the_right_to_delete_moves_along(sqlite: str, postgres: str, opened: Opener):
    kept = opened(sqlite).keep(draft(), IdempotencyKey("o", "k", "r"))
    other = opened(postgres)
    take_in(other, archive(opened(sqlite)))
    assert other.delete(kept.ruling.id, "x") is False
    assert other.delete(kept.ruling.id, kept.delete_token) is True


def test_a_ruleset_stands_once_in_front_of_the_first_ruling_under_it(sqlite: str, opened: Opener):
    lines = [json.loads(line) for line in archive(filled(opened(sqlite))).splitlines()]
    told: set[str] = set()
    for line in lines:
        if line["kind"] == "ruleset":
            assert line["digest"] not in told
            told.add(line["digest"])
        else:
            assert line["ruleset"] in told
    assert [line["kind"] for line in lines].count("ruleset") == 3
    assert [line["kind"] for line in lines].count("ruling") == 60


def test_a_piece_of_an_archive_is_read_where_the_ruleset_is_known(sqlite: str, opened: Opener):
    store = opened(sqlite)
    first, second = (store.keep(draft(n)).ruling for n in range(2))
    last = archive(store).splitlines()[-1]
    id = json.loads(last)["id"]
    store.remove(id)
    assert take_in(store, last) == 1
    assert {ruling.id for ruling in store.every()} == {first.id, second.id}


# ---- lines that are none


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, dict]:
    """A good line about a ruleset, and one about a ruling."""
    store = open_store(str(tmp_path_factory.mktemp("archive") / "rulings.db"))
    store.keep(draft())
    about, ruling = (json.loads(line) for line in archive(store).splitlines())
    store.close()
    return about, ruling


def changed(line: dict, **values: object) -> bytes:
    """The line with other values; `...` takes one away."""
    return json.dumps({k: v for k, v in {**line, **values}.items() if v is not ...}).encode()


def nothing(_digest: str) -> StoredRuleset | None:
    """A database without rulesets."""
    return None


def test_empty_lines_say_nothing(lines):
    reader = Reader(nothing)
    assert [reader.read(line) for line in (b"", b"\n", b"  \r\n", changed(lines[0]))] == [None] * 4
    assert reader.read(changed(lines[1]) + b"\r\n") is not None


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (b"garbage", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"kind": ' + b"7" * 5000 + b"}", "not JSON"),
        (b'{"kind": NaN}', "`kind`"),
        (b"[]", "`kind`"),
        (b"7", "`kind`"),
        (b'{"kind": "token"}', "`kind`"),
        (b'{"kind": ["ruling"]}', "`kind`"),
        (b'{"kind": "ruling"}', "missing"),
        (b'{"kind": "ruleset"}', "missing"),
        (b" " * (archives.LONGEST + 1), "longer"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_line_that_is_none_says_why(line: bytes, word: str):
    with pytest.raises(BadLine, match=word):
        Reader(nothing).read(line)


VERDICT = dict(draft().verdict)
VIOLATION = VERDICT["violations"][0]
WRONG: list[tuple[str, object, str]] = [
    ("id", "seven", "no id"),
    ("id", "7f3kq-2md4x", "no id"),
    ("id", 7, "type"),
    ("id", ..., "missing"),
    ("kept_at", "yesterday", "time"),
    ("kept_at", "2026-11-30T20:00:00Z", "time"),
    ("kept_at", "2026-11-30T20:00:00.000", "time"),
    ("kept_at", "2026-11-30T20:00:00.000+01:00", "time"),
    ("kept_at", "2026-11-31T20:00:00.000Z", "time"),
    ("kept_at", "1969-12-31T23:59:59.999Z", "time"),
    ("kept_at", "9999-12-31T23:59:59.999+99:00", "time"),
    ("ruleset", "sha256:" + "0" * 64, "not in the database"),
    ("ruleset", "sha256:\ud800\0", "digest"),
    ("record", {"n": float("inf")}, "numbers"),
    ("record", {"n": float("nan")}, "numbers"),
    ("ruleset", {}, "type"),
    ("record", [], "type"),
    ("record", ..., "missing"),
    ("log", 7, "type"),
    ("options", None, "type"),
    ("lang", None, "type"),
    ("cards", False, "type"),
    ("verdict", {}, "status"),
    ("verdict", {"status": 7}, "status"),
    ("verdict", {"status": "illegal", "violations": {}}, "violations"),
    ("verdict", {"status": "illegal", "violations": ["no"]}, "violations"),
    ("verdict", {"status": "illegal", "violations": [{"move": 1, "rule": "x"}]}, "violations"),
    ("verdict", {"status": "complete", "outcome": "A"}, "outcome"),
    ("verdict", {"status": "complete", "outcome": {"winner": "A"}}, "outcome"),
    ("verdict", VERDICT | {"status": "weird"}, "status"),
    ("verdict", VERDICT | {"status": ""}, "status"),
    ("verdict", VERDICT | {"status": "unreadable"}, "status"),
    ("verdict", VERDICT | {"status": "complete", "outcome": None}, "outcome"),
    ("verdict", VERDICT | {"violations": []}, "violations"),
    ("verdict", VERDICT | {"moves_checked": True}, "verdict"),
    *(
        ("verdict", VERDICT | {"violations": [VIOLATION | {name: value}]}, "violations")
        for name, value in (("token", None), ("trick", "x"), ("seat_move", "x"), ("legal", [1]), ("facts", "x"))
    ),
    ("log", "\ud800", "log"),
    ("record", {"players": ["A"]}, "names"),
    ("record", {"players": {"A": 1}}, "names"),
    ("engine", None, "type"),
    ("delete_hash", "abc", "64"),
    ("delete_hash", "A" * 64, "64"),
]


@pytest.mark.parametrize(("name", "value", "word"), WRONG, ids=[f"{n}={v!r}"[:40] for n, v, _ in WRONG])
def test_a_ruling_with_a_mistake_says_where(lines, name: str, value: object, word: str):
    reader = Reader(nothing)
    reader.read(changed(lines[0]))
    with pytest.raises(BadLine, match=word):
        reader.read(changed(lines[1], **{name: value}))
    assert reader.read(changed(lines[1])) is not None


@pytest.mark.parametrize("name", ["record", "source"])
def test_a_tower_of_brackets_is_refused(lines, name: str):
    reader = Reader(nothing)
    reader.read(changed(lines[0]))
    line = changed(lines[name == "record"], **{name: {"tower": "here"}})
    with pytest.raises(BadLine):
        reader.read(line.replace(b'"here"', b"[" * 50_000 + b"]" * 50_000))


def test_what_is_nested_as_deep_as_a_record_may_be_is_taken_in(store: Store):
    kept = store.keep(draft(record={"tower": json.loads("[" * 64 + "]" * 64)})).ruling
    text = archive(store)
    store.remove(kept.id)
    assert take_in(store, text) == 1
    assert archive(store) == text


@pytest.mark.parametrize("name", ["id", "version"])
@pytest.mark.parametrize("value", ["a\0b", "\ud800", "two\nlines"])
def test_a_ruleset_that_no_database_could_hold_is_refused(lines, name: str, value: str):
    with pytest.raises(BadLine, match="cannot be"):
        Reader(nothing).read(changed(lines[0], **{name: value}))


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["source"]["deck"]["ranks"].update(A=12),
        lambda line: line.update(source={"deck": {"ranks": dict(reversed(line["source"]["deck"]["ranks"].items()))}}),
        lambda line: line.update(digest="sha256:" + "0" * 64),
        lambda line: line.update(source={}),
    ],
    ids=["a figure", "an order", "the digest", "all of it"],
)
def test_a_ruleset_that_was_changed_is_not_taken_for_the_one_it_was(lines, change: Callable[[dict], None]):
    about = json.loads(json.dumps(lines[0]))
    change(about)
    with pytest.raises(BadLine, match="digest"):
        Reader(nothing).read(changed(about))
