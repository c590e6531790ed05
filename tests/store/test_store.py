"""What a store keeps, gives back, lists and deletes: the same in both databases."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from bummerl.service.store import (
    MAY,
    BadCursor,
    Conflict,
    IdempotencyKey,
    Ruling,
    Store,
    StoreError,
    sql,
)
from bummerl.service.store.rows import cursor as place

from .conftest import Opener
from .drafts import draft, ruleset


def same_json(one: object, other: object) -> bool:
    """Equal down to the order of keys, and 1 is not 1.0."""
    return json.dumps(one) == json.dumps(other)


# ---- keeping and reading


def test_what_is_kept_comes_back_as_it_was(store: Store) -> None:
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    given = draft()
    kept = store.keep(given)
    found = store.ruling(kept.ruling.id)
    assert found == kept.ruling
    assert not kept.repeated
    for name in ("record", "options", "verdict", "log", "lang", "cards", "engine"):
        assert same_json(getattr(found, name), getattr(given, name))
    assert same_json(found.ruleset.source, given.ruleset.source)
    assert before <= found.kept_at <= datetime.now(UTC)
    assert found.kept_at.utcoffset() == timedelta(0)


def test_a_ruling_without_a_text_has_none(store: Store) -> None:
    kept = store.keep(draft(log=None, cards=None))
    found = store.ruling(kept.ruling.id)
    assert found is not None
    assert (found.log, found.cards) == (None, None)


def test_it_is_there_for_who_opens_the_database_later(url: str, opened: Opener) -> None:
    first = opened(url)
    kept = first.keep(draft())
    first.close()
    assert opened(url).ruling(kept.ruling.id) == kept.ruling


def test_an_id_is_read_as_people_write_it(store: Store) -> None:
    id = store.keep(draft()).ruling.id
    for written in (id.lower(), id.replace("-", ""), f" {id[:5]} {id[6:].lower()} "):
        found = store.ruling(written)
        assert found is not None
        assert found.id == id


@pytest.mark.parametrize(
    "id", ["", "7F3KQ-2MD4", "7F3KQ-2MD4XX", "0F3KQ-2MD4X", "7F3KQ-2MD4İ", "'; --", "\0", "x" * 10**6]
)
def test_what_is_no_id_is_no_ruling(store: Store, id: str) -> None:
    assert store.ruling(id) is None
    assert store.delete(id, "x") is None
    assert store.remove(id) is False
    assert store.revoke(id) is False


def test_what_json_does_not_know_is_not_kept(store: Store) -> None:
    for record in ({"x": float("nan")}, {"x": {1, 2}}):
        with pytest.raises((ValueError, TypeError)):
            store.keep(draft(record=record))
    assert store.count() == 0
    store.keep(draft())


def test_an_id_that_is_taken_is_not_given_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = store.keep(draft(1)).ruling
    ids = iter([first.id, first.id, "22222-33333"])
    monkeypatch.setattr(sql, "new_id", lambda: next(ids))
    second = store.keep(draft(2), IdempotencyKey("o", "k", "r")).ruling
    assert second.id == "22222-33333"
    assert store.ruling(first.id) == first
    monkeypatch.undo()
    assert store.keep(draft(2), IdempotencyKey("o", "k", "r")).ruling == second


def test_where_every_id_is_taken_nothing_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = store.keep(draft(1)).ruling
    monkeypatch.setattr(sql, "new_id", lambda: first.id)
    with pytest.raises(StoreError) as told:
        store.keep(draft(2))
    assert told.value.code == "store.unavailable"
    assert store.count() == 1


def test_a_ruleset_is_stored_once_and_goes_with_its_last_ruling(store: Store) -> None:
    rules = ruleset(1)
    first, second = store.keep(draft(1, rules)), store.keep(draft(2, rules))
    other = store.keep(draft(3, ruleset(2)))
    assert store.delete(first.ruling.id, first.delete_token)
    assert store.ruleset(rules.digest) == rules
    assert store.delete(second.ruling.id, second.delete_token)
    assert store.ruleset(rules.digest) is None
    assert store.ruling(other.ruling.id) == other.ruling


# ---- deleting


def test_a_ruling_is_deleted_by_its_own_token_only(store: Store) -> None:
    one, other = store.keep(draft(1)), store.keep(draft(2))
    for wrong in ("", "x", other.delete_token, one.ruling.delete_hash or "", "\ud800"):
        assert store.delete(one.ruling.id, wrong) is False
    assert store.ruling(one.ruling.id) is not None
    assert store.delete(one.ruling.id.lower(), one.delete_token) is True
    assert store.delete(one.ruling.id, one.delete_token) is None
    assert store.ruling(one.ruling.id) is None
    assert [ruling.id for ruling in store.every()] == [other.ruling.id]


def test_whoever_runs_the_service_needs_no_token(store: Store) -> None:
    kept = store.keep(draft())
    assert store.remove(kept.ruling.id) is True
    assert store.remove(kept.ruling.id) is False


def test_of_many_who_delete_one_does(store: Store) -> None:
    kept = store.keep(draft())
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda _: store.delete(kept.ruling.id, kept.delete_token), range(8)))
    assert sorted(map(str, done)) == ["None"] * 7 + ["True"]


# ---- the list


def test_the_list_is_newest_first_and_goes_on_where_it_stopped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([1000, 3000, 2000, 2000, 2000, 5000])  # three at once, and a clock that went back
    monkeypatch.setattr(sql, "now", lambda: next(times))
    kept = [store.keep(draft(n)).ruling for n in range(6)]
    expected = sorted(kept, key=lambda ruling: (ruling.kept_at, ruling.id), reverse=True)
    for limit in (1, 2, 3, 4, 6, 100):
        ids, after = [], None
        while True:
            page = store.listed(limit=limit, after=after)
            assert 1 <= len(page.rulings) <= limit
            ids += [summary.id for summary in page.rulings]
            if (after := page.after) is None:
                break
        assert ids == [ruling.id for ruling in expected]


def test_a_line_of_the_list_says_what_helps_to_find_it(store: Store) -> None:
    kept = store.keep(draft(verdict={"status": "complete", "outcome": {"rule": "score.schneider"}})).ruling
    store.keep(draft(record={}, verdict={"status": "undetermined", "outcome": None, "violations": []}))
    store.keep(draft())
    violated, bare, plain = store.listed(limit=3).rulings[0], *sorted(
        store.listed(limit=3).rulings[1:], key=lambda summary: summary.status, reverse=True
    )  # fmt: skip
    assert (violated.status, violated.rule) == ("illegal", "follow.suit")
    assert (bare.status, bare.rule, bare.players) == ("undetermined", None, {})
    assert (plain.id, plain.kept_at, plain.status, plain.rule) == (kept.id, kept.kept_at, "complete", "score.schneider")
    assert plain.players == {"B": "Bert", "A": "Žofie 🂡"}
    assert (plain.ruleset, plain.version, plain.digest) == ("house-0", "1.0.0", ruleset().digest)
    assert plain.lang == "de"


def test_an_empty_list_ends_at_once(store: Store) -> None:
    page = store.listed(limit=10)
    assert (page.rulings, page.after) == ((), None)
    assert (list(store.every()), store.count(), store.tokens()) == ([], 0, [])


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "é",
        "AAAA",
        "MTIz",
        "x" * 10_000,
        "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkuN0YzS1EtMk1ENFg",
        place(-1, "7F3KQ-2MD4X"),
        place(-(10**30), "7F3KQ-2MD4X"),
    ],
)
def test_a_cursor_that_nobody_gave_out_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(BadCursor):
        store.listed(limit=10, after=cursor)


@pytest.mark.parametrize("limit", [0, -1, -2])
def test_a_part_of_the_list_has_at_least_one(store: Store, limit: int) -> None:
    store.keep(draft())
    with pytest.raises(ValueError, match="at least one"):
        store.listed(limit=limit)


def test_all_are_read_oldest_first_however_many(store: Store) -> None:
    kept = [store.keep(draft(n, ruleset(n % 20))).ruling for n in range(sql.BATCH * 2 + 1)]
    assert list(store.every()) == sorted(kept, key=lambda ruling: (ruling.kept_at, ruling.id))
    assert store.count() == len(kept)


def test_what_is_deleted_while_all_are_read_is_left_out(store: Store) -> None:
    kept = {store.keep(draft(n, ruleset(n))).ruling.id for n in range(sql.BATCH + 10)}
    reading = store.every()
    seen = {next(reading).id}
    gone = random.Random(1).sample(sorted(kept - seen), 10)
    for id in gone:
        assert store.remove(id)
    seen |= {ruling.id for ruling in reading}
    assert kept - set(gone) <= seen <= kept


# ---- taking in


def test_a_ruling_is_taken_in_once(store: Store) -> None:
    kept = store.keep(draft(), IdempotencyKey("o", "k", "r"))
    store.remove(kept.ruling.id)
    assert store.take_in(kept.ruling) is True
    assert store.take_in(kept.ruling) is False
    assert store.ruling(kept.ruling.id) == kept.ruling
    assert store.delete(kept.ruling.id, kept.delete_token) is True


@pytest.mark.parametrize(
    "change", [{"lang": "en"}, {"log": None}, {"kept_at": datetime(2020, 1, 1, tzinfo=UTC)}, {"delete_hash": None}]
)
def test_another_ruling_under_the_same_id_is_a_conflict(store: Store, change: dict[str, object]) -> None:
    kept = store.keep(draft()).ruling
    other: Ruling = replace(kept, **change)  # type: ignore[arg-type]
    with pytest.raises(Conflict) as told:
        store.take_in(other)
    assert told.value.code == "store.conflict"
    assert kept.id in told.value.message
    assert store.ruling(kept.id) == kept


def test_a_ruling_is_taken_in_under_an_id_only(store: Store) -> None:
    kept = store.keep(draft()).ruling
    with pytest.raises(ValueError, match="no id"):
        store.take_in(replace(kept, id="seven"))


# ---- the same request again


def test_the_same_request_again_keeps_nothing_twice(store: Store) -> None:
    key = IdempotencyKey("client", "key", "request")
    first = store.keep(draft(), key)
    again = store.keep(draft(), key)
    assert (again.ruling, again.repeated, again.delete_token) == (first.ruling, True, first.delete_token)
    assert store.count() == 1
    assert store.delete(first.ruling.id, again.delete_token) is True


def test_another_request_under_the_same_key_is_a_conflict(store: Store) -> None:
    store.keep(draft(), IdempotencyKey("client", "key", "request"))
    with pytest.raises(Conflict):
        store.keep(draft(), IdempotencyKey("client", "key", "another"))
    assert store.count() == 1


def test_a_key_stands_for_what_was_deleted_too(store: Store) -> None:
    key = IdempotencyKey("client", "key", "request")
    kept = store.keep(draft(), key)
    assert store.remove(kept.ruling.id)
    with pytest.raises(Conflict):
        store.keep(draft(), key)
    assert store.count() == 0


def test_keys_of_different_owners_have_nothing_to_do_with_each_other(store: Store) -> None:
    pairs = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("ab", "c\0"), ("a", "\ud800")]
    kept = [store.keep(draft(), IdempotencyKey(owner, key, "r")) for owner, key in pairs]
    assert len({each.ruling.id for each in kept}) == len({each.delete_token for each in kept}) == len(pairs)


def test_a_key_is_forgotten_after_a_day(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1_800_000_000_000
    monkeypatch.setattr(sql, "now", lambda: time)
    key = IdempotencyKey("client", "key", "request")
    first = store.keep(draft(), key)
    time += 24 * 60 * 60 * 1000 - 1
    assert store.keep(draft(), key).ruling == first.ruling
    time += 1
    second = store.keep(draft(), key)
    assert not second.repeated
    assert second.delete_token != first.delete_token
    assert store.count() == 2


def test_what_is_remembered_of_requests_does_not_grow_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1_800_000_000_000
    monkeypatch.setattr(sql, "now", lambda: time)
    for n in range(10):
        store.keep(draft(), IdempotencyKey("client", f"key {n}", "request"))
    time += 24 * 60 * 60 * 1000
    store.keep(draft(), IdempotencyKey("another", "key", "request"))
    with store._database.reading() as session:  # type: ignore[attr-defined]
        assert session.rows("SELECT count(*) FROM requests") == [(1,)]
    time += 24 * 60 * 60 * 1000
    store.keep(draft())  # without a key
    with store._database.reading() as session:  # type: ignore[attr-defined]
        assert session.rows("SELECT count(*) FROM requests") == [(0,)]


def test_of_many_who_send_the_same_request_one_keeps_it(url: str, opened: Opener) -> None:
    stores = [opened(url), opened(url)]
    for n in range(10):
        key = IdempotencyKey("client", f"key {n}", "request")
        with ThreadPoolExecutor(6) as pool:
            kept = list(pool.map(lambda i, key=key: stores[i % 2].keep(draft(i), key), range(6)))
        assert len({each.ruling.id for each in kept}) == len({each.delete_token for each in kept}) == 1
        assert sorted(each.repeated for each in kept) == [False] + [True] * 5
    assert stores[0].count() == 10


# ---- many at once


def test_many_keep_read_and_delete_at_once(url: str, opened: Opener) -> None:
    stores = [opened(url), opened(url)]

    def work(n: int) -> str | None:
        store = stores[n % 2]
        kept = store.keep(draft(n, ruleset(n % 3)))  # so that rulesets come and go
        assert store.ruling(kept.ruling.id) == kept.ruling
        if n % 2:
            assert store.delete(kept.ruling.id, kept.delete_token) is True
            return None
        return kept.ruling.id

    with ThreadPoolExecutor(12) as pool:
        ids = {id for id in pool.map(work, range(120)) if id}
    assert len(ids) == 60
    assert {ruling.id for ruling in stores[0].every()} == ids


# ---- tokens


def test_a_token_is_known_by_its_secret(store: Store) -> None:
    made = store.create_token("  Desk at Graz ♠ ", frozenset({"keep"}))
    assert made.token.name == "Desk at Graz ♠"
    assert made.token.may == {"keep"}
    assert made.token.expires is None
    assert store.token(made.secret) == made.token
    assert store.tokens() == [made.token]
    for wrong in ("", made.secret[:-1], made.secret.upper(), made.token.id, "\ud800", "x" * 10**6):
        assert store.token(wrong) is None


def test_a_revoked_token_is_of_no_use(store: Store) -> None:
    one, other = store.create_token("one", MAY), store.create_token("other", MAY)
    assert store.revoke(one.token.id.lower()) is True
    assert store.revoke(one.token.id) is False
    assert store.token(one.secret) is None
    assert store.tokens() == [other.token]


def test_an_expired_token_is_listed_and_of_no_use(store: Store) -> None:
    now = datetime.now(UTC)
    late = store.create_token("late", MAY, now - timedelta(seconds=1))
    good = store.create_token("good", MAY, now + timedelta(days=1))
    assert store.token(late.secret) is None
    assert store.token(good.secret) == good.token
    assert {token.name for token in store.tokens()} == {"late", "good"}


@pytest.mark.parametrize(
    ("name", "may", "expires"),
    [
        ("", MAY, None),
        (" ", MAY, None),
        ("a\nb", MAY, None),
        ("x" * 201, MAY, None),
        ("x", frozenset(), None),
        ("x", frozenset({"delete"}), None),
        ("x", MAY, datetime(2030, 1, 1)),
    ],
)
def test_a_token_that_cannot_be_is_not_made(
    store: Store, name: str, may: frozenset[str], expires: datetime | None
) -> None:
    with pytest.raises(ValueError, match="token"):
        store.create_token(name, may, expires)
    assert store.tokens() == []


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed") as told:
        store.count()
    assert told.value.code == "store.unavailable"
    store.close()
