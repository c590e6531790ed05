"""`bummerl rulings` and `bummerl tokens`: what whoever runs a database does with it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bummerl.interpreter import adjudicate
from bummerl.rulesets import load
from bummerl.rulesets.digest import digest
from bummerl.service.ids import read_hands
from bummerl.service.store import Draft, Ruling, Store, StoredRuleset, open_store
from bummerl.service.store import archive as archives

from tests.databases import emptied, postgresql

from .conftest import EXAMPLES, Process, Run

Keep = Callable[..., Ruling]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of this test, which is also the one that is used if none is named."""
    monkeypatch.setenv("BUMMERL_DATABASE", str(tmp_path / "rulings.db"))
    return tmp_path / "rulings.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    found = open_store(str(file))
    yield found
    found.close()


@pytest.fixture(scope="session")
def server_database() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture
def keep(store: Store) -> Keep:
    """Keep the ruling on a hand of the examples."""

    def keep(name: str = "revoke.txt", lang: str = "en", **changed: object) -> Ruling:
        text = (EXAMPLES / name).read_text()
        hand = read_hands(text)[0]
        rules = load(hand.record["ruleset"])
        given = {
            "record": hand.record,
            "log": text,
            "ruleset": StoredRuleset(rules.id, rules.version, rules.digest, rules.data),
            "options": {},
            "lang": lang,
            "verdict": adjudicate(hand.record, lang=lang, hand=hand),
            "engine": "0.1.0",
        }
        return store.keep(Draft(**{**given, **changed})).ruling

    return keep


# ---- list


def test_an_empty_database_has_nothing_to_list(run: Run, store: Store) -> None:
    assert run("rulings", "list").stdout == "No ruling is kept here yet.\n"
    assert run("rulings", "list", "--json").stdout == ""
    assert run("tokens", "list").stdout == "There are no tokens.\n"


def test_rulings_are_listed_newest_first(run: Run, keep: Keep) -> None:
    kept = [keep(name) for name in ("revoke.txt", "half-remembered.txt", "revoke.txt")]
    lines = [json.loads(line) for line in run("rulings", "list", "--json").stdout.splitlines()]
    assert {line["id"] for line in lines} == {ruling.id for ruling in kept}
    assert [line["kept_at"] for line in lines] == sorted((line["kept_at"] for line in lines), reverse=True)
    revoke = next(line for line in lines if line["id"] == kept[0].id)
    assert (revoke["status"], revoke["rule"]) == ("illegal", kept[0].verdict["violations"][0]["rule"])
    assert revoke["ruleset"] == {name: kept[0].verdict["ruleset"][name] for name in ("id", "version", "digest")}
    table = run("rulings", "list", "--lang", "de", "--limit", "2").stdout
    assert table.split()[:5] == ["Entscheidung", "Aufbewahrt", "Regelwerk", "Urteil", "Spieler"]
    assert "2 von 3" in table
    assert "Anna; Bert" in table


def test_a_long_list_is_read_part_by_part(run: Run, keep: Keep) -> None:
    for _ in range(205):
        keep()
    assert len(run("rulings", "list", "--json", "-n", "205").stdout.splitlines()) == 205
    assert len(run("rulings", "list", "--json", "-n", "201").stdout.splitlines()) == 201
    assert len(run("rulings", "list", "--json").stdout.splitlines()) == 50


# ---- show


@pytest.mark.parametrize("lang", ["en", "de", "hu"])
def test_a_kept_ruling_is_shown_as_it_would_be_given(run: Run, keep: Keep, lang: str) -> None:
    kept = keep("revoke.txt")
    shown = run("rulings", "show", kept.id.lower().replace("-", ""), "--lang", lang)
    judged = run("check", EXAMPLES / "revoke.txt", "--lang", lang)
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[1:] == judged.stdout.splitlines()[1:]
    assert shown.stdout.startswith(kept.id)


def test_a_house_ruleset_is_kept_with_its_ruling(run: Run, keep: Keep) -> None:
    source = json.loads(json.dumps(load("schnapsen").data))
    source["title"] = {"en": "Thursday's own"}
    house = load(source)
    kept = keep(ruleset=StoredRuleset(house.id, house.version, house.digest, house.data))
    shown = run("rulings", "show", kept.id).stdout
    assert "Thursday's own" in shown
    assert house.digest[:15] in shown


def test_what_would_come_out_otherwise_today_is_shown_as_it_was_kept(run: Run, keep: Keep) -> None:
    kept = keep("revoke.txt")
    verdict = {
        **kept.verdict,
        "status": "complete",
        "violations": [],
        "outcome": {"message": "Bert wins.", "rule": "x"},
    }
    other = keep("revoke.txt", verdict=verdict)
    shown = run("rulings", "show", other.id).stdout
    assert "Judged today it would come out otherwise" in shown
    assert "Bert wins." in shown


def test_cards_that_do_not_know_the_pack_are_no_other_ruling(run: Run, keep: Keep) -> None:
    kept = keep("revoke.txt")
    shown = run("rulings", "show", kept.id, "--cards", "spanish.es").stdout
    assert shown == run("rulings", "show", kept.id).stdout
    assert "otherwise" not in shown


def test_a_ruleset_that_cannot_be_read_any_more_keeps_nobody_from_the_ruling(run: Run, keep: Keep) -> None:
    source = {"foo": 1}
    kept = keep(ruleset=StoredRuleset("x", "1.0.0", digest(source), source))
    result = run("rulings", "show", kept.id)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Judged today it would come out otherwise" in result.stdout
    assert kept.verdict["violations"][0]["message"] in " ".join(result.stdout.split())


def test_a_ruling_as_json_is_what_is_kept(run: Run, keep: Keep) -> None:
    kept = keep()
    line = json.loads(run("rulings", "show", kept.id, "--json").stdout)
    assert line["record"] == kept.record
    assert line["verdict"] == kept.verdict
    assert line["ruleset"]["source"] == kept.ruleset.source
    assert "delete_hash" not in line


@pytest.mark.parametrize(
    ("id", "said"), [("7F3KQ-2MD4X", "There is no ruling `7F3KQ-2MD4X`."), ("seven", "`seven` is no id of a ruling")]
)
def test_a_ruling_that_is_not_there_is_said(run: Run, store: Store, id: str, said: str) -> None:
    for command in (("show", id), ("delete", "--yes", id)):
        result = run("rulings", *command)
        assert result.exit_code == 2
        assert said in result.stderr


# ---- export and import


def test_an_export_goes_through_postgresql_without_a_difference(
    run: Run, keep: Keep, server_database: str, tmp_path: Path
) -> None:
    for name in ("revoke.txt", "half-remembered.txt"):
        keep(name)
    out, other = tmp_path / "out.ndjson", tmp_path / "other.ndjson"
    assert run("rulings", "export", "-o", out).exit_code == 0
    assert run("rulings", "export").stdout_bytes == out.read_bytes()
    url = emptied(server_database)
    result = run("rulings", "import", out, "--database", url)
    assert (result.exit_code, result.stderr) == (0, "Rulings: 2 taken in, 0 kept already.\n")
    run("rulings", "export", "-o", other, "--database", url)
    assert other.read_bytes() == out.read_bytes()
    again = run("rulings", "import", "-", stdin=out.read_bytes())
    assert (again.exit_code, again.stderr) == (0, "Rulings: 0 taken in, 2 kept already.\n")


def test_bad_lines_are_told_and_cost_the_others_nothing(run: Run, keep: Keep, tmp_path: Path) -> None:
    kept = [keep(name) for name in ("revoke.txt", "half-remembered.txt")]
    ruleset, first, second = run("rulings", "export").stdout.splitlines()
    changed = json.dumps({**json.loads(first), "lang": "de"})
    source = tmp_path / "in.ndjson"
    lines = ["garbage", ruleset, "", "[]", second, first, changed, "x" * (archives.LONGEST * 2 + 5), "{}"]
    source.write_text("\n".join(lines))
    result = run("rulings", "import", source, "--database", tmp_path / "new" / "rulings.db")
    assert result.exit_code == 2
    told = result.stderr.splitlines()
    assert [line.split(":")[1] for line in told[:-1]] == ["1", "4", "7", "8", "9"]
    assert kept[0].id in told[2] or kept[1].id in told[2]
    assert told[-1] == "Rulings: 2 taken in, 0 kept already, 5 not taken in."
    found = open_store(str(tmp_path / "new" / "rulings.db"))
    assert {ruling.id for ruling in found.every()} == {ruling.id for ruling in kept}
    found.close()


def test_an_import_that_stops_says_how_far_it_came(
    run: Run, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        keep()
    run("rulings", "export", "-o", tmp_path / "out.ndjson")
    from bummerl.service.store import StoreError, sql

    take_in, taken = sql.SqlStore.take_in, []

    def once(self: sql.SqlStore, ruling: Ruling) -> bool:
        if taken:
            raise StoreError("store.full", "The disk is full.")
        taken.append(ruling)
        return take_in(self, ruling)

    monkeypatch.setattr(sql.SqlStore, "take_in", once)
    result = run("rulings", "import", tmp_path / "out.ndjson", "--database", tmp_path / "new.db")
    assert result.exit_code == 2
    assert "Stopped at line 3" in result.stderr
    assert "1 taken in" in result.stderr
    assert "The disk is full. (`bummerl explain store.full`)" in result.stderr


@pytest.mark.parametrize("source", ["nowhere.ndjson", "."])
def test_a_file_that_cannot_be_read_is_said_before_anything_is_made(run: Run, file: Path, source: str) -> None:
    result = run("rulings", "import", source)
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr
    assert not file.exists()


def test_a_reader_that_has_left_ends_an_export(process: Process, keep: Keep) -> None:
    for _ in range(3):
        keep()
    read, write = os.pipe()
    os.close(read)
    import subprocess
    import sys

    with os.fdopen(write, "wb") as gone:
        command = [sys.executable, "-c", "from bummerl.service.cli import main; main()", "rulings", "export"]
        done = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (141, b"")


# ---- delete


def test_deleting_asks_first_or_is_told_not_to(run: Run, keep: Keep, store: Store) -> None:
    one, other = keep(), keep()
    refused = run("rulings", "delete", one.id)
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    assert store.count() == 2
    assert run("rulings", "delete", "--yes", one.id).exit_code == 0
    assert [ruling.id for ruling in store.every()] == [other.id]


def test_nothing_is_deleted_if_one_is_not_there(run: Run, keep: Keep, store: Store) -> None:
    kept = keep()
    assert run("rulings", "delete", "--yes", kept.id, "7F3KQ-2MD4X").exit_code == 2
    assert store.count() == 1


# ---- tokens


def test_a_token_is_made_listed_and_revoked(run: Run, file: Path) -> None:
    made = run("tokens", "create", "Desk at Graz", "--may", "keep", "--may", "list", "--days", "30")
    assert made.exit_code == 0
    secret = made.stdout.strip()
    store = open_store(str(file))
    token = store.token(secret)
    assert token is not None
    assert (token.name, token.may) == ("Desk at Graz", {"keep", "list"})
    assert token.expires is not None
    assert (token.expires - token.created).days in (29, 30)
    assert token.id in made.stderr
    table = run("tokens", "list").stdout
    assert secret not in table
    assert token.id in table
    assert "Desk at Graz" in table
    assert run("tokens", "revoke", token.id.lower()).exit_code == 0
    assert store.token(secret) is None
    again = run("tokens", "revoke", token.id)
    assert again.exit_code == 2
    assert "There is no token" in again.stderr
    store.close()


def test_a_token_may_keep_and_never_expires_if_nothing_else_is_said(run: Run, file: Path) -> None:
    made = json.loads(run("tokens", "create", "x", "--json").stdout)
    assert (made["may"], made["expires"]) == (["keep"], None)
    listed = json.loads(run("tokens", "list", "--json").stdout)
    assert listed == {name: value for name, value in made.items() if name != "secret"}
    store = open_store(str(file))
    assert store.token(made["secret"]) is not None
    store.close()


def test_a_token_needs_a_name(run: Run, file: Path) -> None:
    result = run("tokens", "create", "two\nlines")
    assert result.exit_code == 2
    assert "needs a name" in result.stderr


# ---- which database


@pytest.mark.parametrize(
    "command", [("rulings", "list"), ("rulings", "export"), ("rulings", "show", "7F3KQ-2MD4X"), ("tokens", "list")]
)
def test_a_database_that_is_not_there_is_not_made_by_who_only_looks(
    run: Run, file: Path, command: tuple[str, ...]
) -> None:
    for arguments in (command, (*command, "--database", str(file.parent / "other.db"))):
        result = run(*arguments)
        assert result.exit_code == 2
        assert "There is no file" in result.stderr
        assert "bummerl explain store.unavailable" in result.stderr
    assert not list(file.parent.iterdir())
