"""The worked hands beside the rulesets come out as written, and try every rule that can refuse or award something."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from bummerl.grammar import Problem
from bummerl.interpreter import adjudicate
from bummerl.interpreter.rulings import Outcome, run
from bummerl.rulesets import catalogue, load
from bummerl.rulesets.rulings import Expected, Played, Ruling, rulings_of

RULESETS = [summary.id for summary in catalogue() if rulings_of(summary.id)[0]]
AT_LEAST = {
    "schnapsen", "schnapsen-tournament", "schnapsen-source-0", "schnapsen-source-1", "schnapsen-source-4",
    "schnapsen-sharp", "schnapsen-no-close", "schnapsen-no-marriage", "schnapsen-gschnapst", "snapszli", "sixty-six",
    "bauernschnapsen", "tute-habanero",
}  # fmt: skip
PASSED_OVER = {
    # What no hand can show: it is said of the end itself, adds points, or only allows.
    "end.*", "bonus.*", "follow.open",
    # Shown once, under the ruleset that they come from.
    "table.draw", "table.over", "table.stage", "table.turn", "table.holds",
}  # fmt: skip
INHERITED_TOO = ("score.", "wrong.")
"""Rules of these kinds are tried under every ruleset, also where they are inherited."""


@cache
def outcomes(ruleset: str) -> list[Outcome]:
    return run(load(ruleset))


def test_every_ruleset_has_rulings() -> None:
    assert set(RULESETS) >= AT_LEAST


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rulings_come_out_as_written(ruleset: str) -> None:
    assert [str(outcome.problem) for outcome in outcomes(ruleset) if not outcome.holds] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_kind_of_ruling_is_there(ruleset: str) -> None:
    hands = hands_of(ruleset)
    assert {"complete", "illegal", "ongoing"} <= {hand.expected.status for hand in hands}
    assert any(hand.expected.cards for hand in hands), "a ruling that lists the legal cards"
    assert any(hand.expected.points for hand in hands), "a ruling that counts the points"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_that_decides_is_tried(ruleset: str) -> None:
    rules = load(ruleset)
    inherited = {rule for parent in rules.parents for rule in load_rules(parent)}
    tried = {rule for hand in hands_of(ruleset) for rule in named(hand.expected)}
    tried |= {rule for match in matches_of(ruleset) if match.game for rule in match.game.rules}
    own = {rule for rule in rules.rules if rule not in inherited or rule.startswith(INHERITED_TOO)}
    assert sorted(rule for rule in own - tried if not passed_over(rule)) == []


def load_rules(parent: str) -> set[str]:
    """The rules of a parent; a part that is no game by itself has none to compare with."""
    from bummerl.rulesets import RulesetError

    try:
        return set(load(parent).rules)
    except RulesetError:
        return set()


def hands_of(ruleset: str) -> list[Ruling]:
    found: list[Ruling] = []
    for ruling in rulings_of(ruleset)[0]:
        found += ruling.hands if isinstance(ruling, Played) else [ruling]
    return found


def matches_of(ruleset: str) -> list[Played]:
    return [ruling for ruling in rulings_of(ruleset)[0] if isinstance(ruling, Played)]


def named(expected: Expected) -> set[str]:
    return {*(expected.result.rules if expected.result else ()), *([expected.rule] if expected.rule else [])}


def passed_over(rule: str) -> bool:
    return rule in PASSED_OVER or f"{rule.partition('.')[0]}.*" in PASSED_OVER


MALFORMED = sorted((Path(__file__).parents[1] / "malformed" / "rulings").glob("*.yaml"))


@pytest.fixture
def problems_of(tmp_path: Path) -> Callable[[Path], list[Problem]]:
    """What is said about a file of rulings, when it lies beside a ruleset's file."""

    def found(file: Path) -> list[Problem]:
        (tmp_path / "house.rulings.yaml").write_bytes(file.read_bytes())
        outcomes = run(load("schnapsen"), tmp_path / "house.yaml")
        return [outcome.problem for outcome in outcomes if outcome.problem]

    return found


@pytest.mark.parametrize("file", MALFORMED, ids=lambda file: file.stem)
def test_a_wrong_ruling_is_reported_at_its_place(file: Path, problems_of: Callable[[Path], list[Problem]]) -> None:
    expected = file.read_bytes().partition(b"\n")[0].decode("ascii").removeprefix("# expected ").split()
    problems = problems_of(file)
    assert [f"{problem.line}:{problem.column}" for problem in problems] == expected
    assert {problem.code for problem in problems} == {file.name.partition("--")[0]}
    assert all(str(problem.file).endswith("house.rulings.yaml") for problem in problems)


def test_what_a_failing_ruling_says(problems_of: Callable[[Path], list[Problem]]) -> None:
    (problem,) = problems_of(next(file for file in MALFORMED if "figure" in file.name))
    assert problem.message == "expected `B 2 score.false-claim`, got `B 3 score.false-claim` (E20: SA SQ claim)"


def test_a_file_of_rulings_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "house.rulings.yaml").write_text("rulings: schnapsen\n" + "# " + "x" * 2_000_000)
    assert [problem.code for problem in rulings_of("house", tmp_path / "house.yaml")[1]] == ["ruleset.size"]


def test_a_ruleset_without_rulings_has_none() -> None:
    assert rulings_of("../schnapsen") == ([], [])
    assert rulings_of("no-such-ruleset") == ([], [])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_messages_have_no_gaps(ruleset: str, lang: str) -> None:
    """Whatever a text names is filled in, for every ruling there is."""
    for hand in hands_of(ruleset):
        verdict = adjudicate(hand.record, lang=lang)
        said = [violation["message"] for violation in verdict["violations"]]
        said += [verdict["outcome"]["message"]] if verdict["outcome"] else []
        for message in said:
            assert message
            assert not set("{}") & set(message), message
