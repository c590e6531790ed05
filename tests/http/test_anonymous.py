"""Names of players become seats, wherever they stand; what was played stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.grammar import read_log
from bummerl.service.http import Config, create_app
from bummerl.service.http.anonymous import PLAYED, text_without_names, without_names

CASES = yaml.safe_load(Path(__file__).with_name("names.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_a_log_without_names(case: dict[str, Any]) -> None:
    found = text_without_names(case["log"])
    assert " ".join(found.split()) == " ".join(case["expect"].split())
    (before,), (after,) = read_log(case["log"]), read_log(found)
    assert after.readable
    assert after.record == without_names(before.record)
    for part in PLAYED:
        assert after.record.get(part) == before.record.get(part)


def test_a_record_without_names() -> None:
    record = {
        "players": {"A": "Anna", "B": "", "C": " Cilli "},
        "moves": ["SA"],
        "headers": {"Event": "Friday", "White": "anna"},
        "comments": [{"before": 0, "text": "Cilli's and Anna's"}],
        "table": {"arbiter": "Doris", "said": ["Anna: yes", 7, None]},
        "ruleset": {"title": "Anna's rules"},
        "options": {"anna": True},
    }
    assert without_names(record) == {
        **record,
        "players": {"A": "A", "B": "B", "C": "C"},
        "headers": {"Event": "Friday", "White": "A"},
        "comments": [{"before": 0, "text": "C and A"}],
        "table": {"arbiter": "Doris", "said": ["A: yes", 7, None]},
    }


@pytest.mark.parametrize("players", [None, {}, [], "Anna", {"A": 7}, {"A": " "}])
def test_there_is_nothing_to_replace(players: Any) -> None:
    record = {"players": players, "moves": [], "comments": [{"before": 0, "text": "Anna"}]}
    assert without_names(record) == record


@pytest.mark.parametrize(
    "text",
    [
        '[Players "Anna; Bert"]\n{',
        '[Players "Anna; Bert"]\n[Players "Cilli"]\n1. SA {Anna}',
        '[Players "Anna; Bert"]\n1. SA !! {Anna}',
        '[Players "Anna]\n1. SA',
        "",
        "\x00",
    ],
)
def test_what_cannot_be_read_harms_nobody(text: str) -> None:
    text_without_names(text)


def test_a_name_beyond_measure_is_not_looked_for() -> None:
    """A hundred thousand words, and a comment to look for them in: this test would take minutes if it were."""
    name = " ".join(f"w{n}" for n in range(100_000))
    text = f'[Ruleset "schnapsen"]\n[Players "{name}; Bert"]\n1. SA {{{"w1 Bert " * 20_000}}}'
    found = text_without_names(text)
    assert "Bert" not in found


@pytest.mark.parametrize(
    "part",
    ["[a", '[A\\"', '[A "', "{\\{", "{", '"', '"" ', "[", "[[ ", '[x "y" ', "; ", "{Anna} "],
)
def test_a_text_of_many_beginnings_takes_no_longer_than_others(part: str) -> None:
    """A hundred thousand of them: this test would take hours if each were looked at to the end of the text."""
    text_without_names('[Ruleset "schnapsen"]\n[Players "Anna; Bert"]\n' + part * 100_000)


def test_neither_the_answer_nor_the_database_has_a_name(tmp_path: Path, hand: dict[str, Any], log: str) -> None:
    client = create_app(Config(database=str(tmp_path / "rulings.db"), keeping="open")).test_client()
    named = f'[Players "Anna; Bert"]\n[Result "A 2"]\n{log}\n{{Anna says so}}'
    for answer in (
        client.post("/v1/rulings", json={"record": hand, "anonymous": True}),
        client.post("/v1/rulings?anonymous=true&lang=de&explain=true", data=named, content_type="text/plain"),
    ):
        assert answer.status_code == 201
        assert not [name for name in ("Anna", "Bert") if name in answer.text]
    assert "Anna" in client.post("/v1/rulings", json={"record": hand}).text
