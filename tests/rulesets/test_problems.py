"""What is told of a ruleset with many mistakes: every error, each once, wherever it was written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bummerl.grammar import Problem
from bummerl.rulesets import RulesetError, catalogue, check_shipped, check_text, limits, load

HOUSE: dict[str, Any] = {"ruleset": "club", "extends": "schnapsen", "title": {"en": "Our club"}}


def refusal(**parts: Any) -> list[Problem]:
    with pytest.raises(RulesetError) as refused:
        load({**HOUSE, **parts})
    return list(refused.value.problems)


def colourful(rows: int) -> dict[str, Any]:
    """Rules that ask for the colour of trumps where there may be none: a warning for each row."""
    asked = [f"trump.colour is red and talon.size is {i}" for i in range(rows)]
    rules = {
        "deck": {
            "suits": ["S", "H", "D", "C"],
            "ranks": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
            "colours": {"black": ["S", "C"], "red": ["H", "D"]},
        },
        "play": {"trump": "none if closed else turn_up.suit"},
        "score": [{"id": f"score.r{i}", "when": when, "winner": "leader"} for i, when in enumerate(asked[:50])],
        "ends": [{"id": f"end.r{i}", "when": when} for i, when in enumerate(asked[50:100])],
        "tiers": [{"id": f"score.t{i}", "when": when, "worth": 1} for i, when in enumerate(asked[100:])],
    }
    return {key: value for key, value in rules.items() if value}


@pytest.mark.parametrize("warnings", [3, 120])
def test_no_number_of_warnings_hides_an_error(warnings: int) -> None:
    rules = colourful(warnings)
    rules["score"][0]["text"] = "{no_such_fact} wins."
    assert [problem.code for problem in refusal(**rules)] == ["ruleset.text-fact"]


def test_the_warnings_are_there() -> None:
    warned = [each for each in load({**HOUSE, **colourful(30)}).warnings if each.code == "ruleset.trump-none"]
    assert len(warned) == 30


ROWS = [{"id": f"score.r{i}", "when": "no_such_fact", "winner": "leader"} for i in (1, 2)]


def test_the_same_mistake_in_two_rows_is_told_twice() -> None:
    assert [each.path for each in refusal(score=ROWS)] == ["/score/0/when", "/score/1/when"]
    written = check_text(json.dumps({**HOUSE, "score": ROWS}, indent=1))
    assert [each.path for each in written] == ["/score/0/when", "/score/1/when"]


def test_two_mistakes_in_one_expression_of_two_rows_stay_apart() -> None:
    rows = [{"id": f"score.r{i}", "when": f"talon.size is {i} and closr", "winner": "leader"} for i in (1, 20)]
    assert [each.token for each in refusal(score=rows)] == ["closr", "closr"]


def test_a_mistake_that_every_contract_brings_up_is_told_once() -> None:
    contracts = [{"id": f"c{i}", "value": i, "terms": {"enough": i}} for i in (1, 2, 3)]
    rows = [{"id": "score.r", "when": "enough is 3 and no_such_fact", "winner": "leader"}]
    assert [each.path for each in refusal(score=rows, contracts=contracts)] == ["/score/0/when"]


MISSPELT = """\
ruleset: club
version: 1.0.0
extnds: schnapsen
title: {en: Our club}
memory: {seen: no}
trems: {late: trick.number > 3}
moves:
  close:
    requre:
      - {id: close.late, that: late and trik.number > 2, txt: Too early.}
    set: {seen: yes}
score:
  - {id: score.late, when: seen and closr is somebody, winer: leader, zzz: 1}
"""


def test_a_misspelt_key_hides_no_other_mistake() -> None:
    found = [(each.line, each.column, each.token, each.suggestion) for each in check_text(MISSPELT)]
    assert found == [
        (3, 1, "extnds", "extends"),
        (6, 1, "trems", "terms"),
        (9, 5, "requre", "require"),
        (10, 41, "trik", "trick"),
        (10, 58, "txt", "text"),
        (13, 5, "winner", None),  # it is missing
        (13, 37, "closr", "closer"),
        (13, 56, "winer", "winner"),
        (13, 71, "zzz", None),
    ]


def test_in_data_the_path_is_the_one_that_was_sent() -> None:
    found = refusal(trems={"late": "trik.number > 3"})
    assert [(each.path, each.suggestion) for each in found] == [("/trems", "terms"), ("/trems/late", "trick")]


def test_a_contract_where_there_are_none_is_an_unknown_one() -> None:
    (found,) = refusal(terms={"grand": "contract is solo"})
    assert (found.code, found.token, found.message) == (
        "ruleset.unknown-word",
        "solo",
        "`solo` is no contract here; known: none at all (column 13)",
    )


@pytest.mark.parametrize("id", ["trick-taking", "doubling"])
def test_a_part_is_no_game(id: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load(id)
    (problem,) = refused.value.problems
    assert (problem.code, problem.token, problem.file, refused.value.unknown) == ("ruleset.part", id, None, False)
    assert check_shipped(id) == []
    assert id not in [summary.id for summary in catalogue()]


@pytest.mark.parametrize("extends", ["trick-taking", ["trick-taking", "doubling"]])
def test_nor_is_what_only_extends_parts(extends: Any) -> None:
    with pytest.raises(RulesetError) as refused:
        load({**HOUSE, "extends": extends})
    assert [problem.code for problem in refused.value.problems] == ["ruleset.part"]


def test_a_name_that_is_known_elsewhere_says_where() -> None:
    ends = [{"id": "end.late", "when": "winer is somebody", "text": "Late.", "cite": "pagat"}]
    (misspelt,) = refusal(ends=ends)
    assert (misspelt.code, misspelt.suggestion) == ("ruleset.unknown-name", None)
    assert misspelt.message.startswith("unknown name `winer`; `winner` is not known at this place, but in `score.")
    (elsewhere,) = refusal(ends=[{**ends[0], "when": "winner is somebody"}])
    assert elsewhere.code == "ruleset.scope"
    for place in ("`score.worth`", "`tiers`", "`multiply`", "`match.units`"):
        assert place in elsewhere.message
    assert "`score.when`" not in elsewhere.message


def test_a_function_in_braces_is_told_to_become_a_term() -> None:
    (found,) = refusal(ends=[{"id": "end.late", "when": "closed", "text": "{holder(SA)} is late.", "cite": "pagat"}])
    assert found.code == "ruleset.text-braces"
    assert "becomes a term" in found.message
    ends = [{"id": "end.late", "when": "closed", "text": "{ace_holder} is late.", "cite": "pagat"}]
    assert load({**HOUSE, "terms": {"ace_holder": "holder(SA)"}, "ends": ends}).warnings == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Late{if closed}, closed.", "ruleset.text-braces"),
        ("Late{else}, open{end}.", "ruleset.text-braces"),
        ("Late{if closed}{if closed} too{end}{end}.", "ruleset.text-braces"),
        ("Late{if closer} too{end}.", "ruleset.text-fact"),
        ("Late{if clossed} too{end}.", "ruleset.text-fact"),
    ],
)
def test_words_for_a_case_are_whole_and_ask_a_condition(text: str, code: str) -> None:
    (found,) = refusal(ends=[{"id": "end.late", "when": "closed", "text": text, "cite": "pagat"}])
    assert found.code == code


@pytest.mark.parametrize(
    ("rules", "code", "token", "meant"),
    [
        ({"terms": {"stirct": "yes"}}, "ruleset.term-unused", "stirct", "strict"),
        ({"terms": {"late": "yes"}}, "ruleset.term-unused", "late", None),
        ({"moves": {"colse": {}}}, "ruleset.move-idle", "colse", "close"),
        ({"moves": {"marriage": {"require": []}}}, "ruleset.said-unasked", "marriage", None),
    ],
)
def test_what_nothing_uses_is_warned_of(rules: dict[str, Any], code: str, token: str, meant: str | None) -> None:
    (found,) = load({**HOUSE, **rules}).warnings
    assert (found.code, found.token, found.suggestion) == (code, token, meant)


@pytest.mark.parametrize(
    "rules",
    [
        {"terms": {"strict": "yes", "enough": 70}},  # inherited, and used
        {"terms": {"goal": 70, "enough": "goal"}},  # used by a term
        {"terms": {"marriage_worth": "said"}, "moves": {"marriage": {"says": [20, 40]}}},  # asked for in a term
        {"moves": {"close": "off", "claim": {"also": "everyone"}}},
        {"moves": {"knock": {}}, "terms": {"strict": "last_move is knock"}},
    ],
)
def test_what_is_used_is_not(rules: dict[str, Any]) -> None:
    assert load({**HOUSE, **rules}).warnings == ()


def test_a_move_that_is_not_there_cannot_be_switched_off() -> None:
    (found,) = refusal(moves={"colse": "off"})
    assert (found.code, found.token, found.suggestion) == ("ruleset.nothing-to-remove", "colse", "close")


def test_an_endless_row_of_slips_is_not_told_to_the_end() -> None:
    found = check_text("\n".join(["ruleset: club", *["k: 1"] * 19_000]))
    assert len(found) == limits.PROBLEMS
