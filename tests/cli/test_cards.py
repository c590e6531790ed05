"""`--cards` of the commands, `bummerl format` between lexicons, and `bummerl cards`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bummerl.rulesets import lexicon_ids

from .conftest import EXAMPLES, Run

TELL = EXAMPLES / "double-german.txt"
SAME = EXAMPLES / "marriage.txt"
"""The same hand by codes, with other comments."""


def test_a_log_in_names_is_judged_as_the_one_by_codes(run: Run) -> None:
    tell, codes = (json.loads(run("check", "--json", file).stdout) for file in (TELL, SAME))
    assert tell.pop("cards") == "german.de"
    assert tell == codes


def test_check_shows_cards_in_the_lexicon(run: Run) -> None:
    out = run("check", EXAMPLES / "revoke.txt", "--cards", "german.de", "--lang", "de").stdout
    assert "Erlaubt: Laub-Daus oder Laub-Zehner." in " ".join(out.split())
    assert "LA  LT" in out
    assert "8. SQ HQ" in out  # the user's own text
    assert "LO HO" in out


def test_format_translates_without_loss(run: Run, tmp_path: Path) -> None:
    codes = run("format", EXAMPLES / "evening.txt").stdout
    for lexicon in ("german.de", "hungarian.hu", "french.pt"):
        there = run("format", EXAMPLES / "evening.txt", "--cards", lexicon).stdout
        assert there.count(f'[Cards "{lexicon}"]') == codes.count("[Ruleset")
        file = tmp_path / f"{lexicon}.txt"
        file.write_text(there, encoding="utf-8")
        assert run("format", file).stdout == codes
        assert run("format", file, "--cards", lexicon).stdout == there
        records = run("format", file, "--to", "json", "--cards", lexicon).stdout
        (tmp_path / "records.ndjson").write_text(records, encoding="utf-8")
        assert run("format", tmp_path / "records.ndjson", "--to", "text").stdout == codes


def test_format_keeps_what_stands_beside_the_cards(run: Run) -> None:
    out = run("format", TELL, "--cards", "spanish.es")
    assert out.exit_code == 2
    assert "spanish.es" in out.stderr
    out = run("format", TELL, "--cards", "hungarian.hu").stdout
    assert "{Bert hat kein Laub mehr und muss noch nicht bedienen}" in out
    assert '[Event "Donnerstagsrunde"]' in out
    assert "5. TF+20 claim" in out


@pytest.mark.parametrize("command", ["check", "match", "format", "batch", "compare --rulesets schnapsen"])
def test_an_unknown_lexicon_is_a_wrong_use(run: Run, command: str) -> None:
    result = run(*command.split(), SAME, "--cards", "germna.de")
    assert result.exit_code == 2
    assert "Did you mean `german.de`?" in result.stderr
    assert all(name in result.stderr for name in ("codes", *lexicon_ids()))


def test_match_compare_and_batch_answer_in_the_lexicon(run: Run, tmp_path: Path) -> None:
    hands = json.loads(run("match", EXAMPLES / "evening.txt", "--json", "--cards", "german.en").stdout)["hands"]
    assert {hand["cards"] for hand in hands} == {"german.en"}
    args = ("--rulesets", "schnapsen,schnapsen-tournament", "--json", "--cards", "french.it")
    found = json.loads(run("compare", SAME, *args).stdout)
    assert {verdict["cards"] for verdict in found["verdicts"]} == {"french.it"}
    (tmp_path / "in.ndjson").write_text(run("format", TELL, SAME, "--to", "json").stdout, encoding="utf-8")
    lines = run("batch", tmp_path / "in.ndjson", "--cards", "french.hu").stdout.splitlines()
    assert [json.loads(line)["cards"] for line in lines] == ["french.hu", "french.hu"]


def test_cards_lists_shows_and_checks(run: Run, tmp_path: Path) -> None:
    listed = [json.loads(line) for line in run("cards", "list", "--json").stdout.splitlines()]
    assert tuple(one["id"] for one in listed) == lexicon_ids()
    assert run("cards").stdout == run("cards", "list").stdout
    shown = json.loads(run("cards", "show", "german.de", "--json").stdout)
    assert shown["suits"]["S"]["letter"] == "L"
    assert "Laub-Daus" in run("cards", "show", "German.de").stdout
    assert run("cards", "show", "codes").exit_code == 2
    assert run("cards", "check").exit_code == 0
    bad = tmp_path / "our.de.yaml"
    bad.write_text("lexicon: our.de\ntitle: x\ncard: '{suit}-{rank}'\nsuits: {S: {name: a}, H: {name: A}}\n"
                   "ranks: {A: {name: B}}\n", encoding="utf-8")  # fmt: skip
    result = run("cards", "check", bad)
    assert result.exit_code == 1
    assert "our.de.yaml:4:" in result.stdout
    assert json.loads(run("cards", "check", "--json", bad).stdout.splitlines()[0])["code"] == "lexicon.collision"
    assert run("cards", "check", tmp_path / "nobody.de.yaml").exit_code == 2
    assert run("cards", "check", tmp_path).exit_code == 2
