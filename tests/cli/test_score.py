"""`bummerl score`: a few facts on the command line."""

from __future__ import annotations

import json

import pytest

from .conftest import Run

DECIDED = ("closer=A", "claimer=A", "A.points=70", "tricks_at_close=0")


def test_facts_that_decide(run: Run) -> None:
    result = run("score", "-r", "schnapsen", *DECIDED)
    assert result.exit_code == 0
    assert "A wins 3 game points." in result.output
    assert "score.schwarz" in result.output
    assert "Source" in result.output


def test_without_facts_it_lists_them_and_asks_the_first(run: Run) -> None:
    result = run("score", "-r", "schnapsen")
    assert result.exit_code == 1
    for fact in ("closer", "claimer", "tricks_at_close", "A.points", "B.tricks", "last_trick.winner"):
        assert f"  {fact} " in result.output
    assert "One fact decides next" in result.output


def test_thresholds_are_told(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "closer=A", "claimer=A", "A.points>=66", "tricks_at_close=1+")
    assert result.exit_code == 1
    assert "fewer than 33" in result.output
    assert "2 game points to A (score.schneider)" in result.output


def test_several_rulesets_are_grouped_by_answer(run: Run) -> None:
    facts = (*DECIDED, "B.tricks=2", "B.points=36")
    result = run("score", "--rulesets", "schnapsen,sixty-six,tute-habanero", *facts)
    assert result.exit_code == 0
    text = " ".join(result.output.split())
    assert "✓ 1 game point to A sixty-six" in text
    assert "✓ 3 game points to A schnapsen" in text
    assert "– Does not apply tute-habanero" in text


def test_german(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "--lang", "de", "closer=A", "claimer=A", "A.points=70")
    assert "Eine Angabe entscheidet als Nächstes" in result.output


def test_json_is_one_line(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "--json", *DECIDED)
    (line,) = result.output.splitlines()
    assert json.loads(line)["answers"][0]["outcome"]["game_points"] == 3


def test_json_says_what_is_wrong_where_answers_stand_otherwise(run: Run) -> None:
    right = json.loads(run("score", "-r", "schnapsen", "--json", *DECIDED).output)
    wrong = json.loads(run("score", "-r", "schnapsen", "--json", "clsoer=A").output.splitlines()[0])
    assert right.keys() == wrong.keys() == {"answers", "groups", "problems"}
    assert (right["problems"], wrong["answers"]) == ([], [])


def test_a_lexicon_that_does_not_know_the_pack(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "--cards", "spanish.es", *DECIDED)
    assert result.exit_code == 2
    assert "does not know all cards of this game" in " ".join(result.output.split())


def test_an_option_changes_the_answer(run: Run) -> None:
    facts = ("closer=nobody", "claimer=nobody", "cards_left=0", "last_trick.winner=A", "B.points=20", "B.tricks=3")
    assert "A wins 1 game point" in run("score", "-r", "schnapsen", *facts).output
    assert "A wins 2 game points" in run("score", "-r", "schnapsen", "--option", "unclaimed=tiers", *facts).output


def test_many_answers_that_mean_the_same_are_told_briefly(run: Run) -> None:
    result = run("score", "-r", "bauernschnapsen", "dealer=A")
    text = " ".join(result.output.split())
    assert "no contract still open; then claimer is asked any other answer still open; then conceder is asked" in text
    assert "contract can be: none bettler assbettler" in text


def test_asked_for_a_contract_it_says_how_contracts_are_written(run: Run) -> None:
    result = run("score", "-r", "bauernschnapsen", "--ask", stdin="gang\nnobody\n")
    assert "none · bettler · assbettler · assenbettler" in result.output


def test_asking_one_after_the_other_comes_to_the_answer(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "--ask", "closer=A", stdin="A\nmany\n70\n0\n")
    assert result.exit_code == 0, result.output
    assert "`A.points` cannot be many" in result.output
    assert "A wins 3 game points." in result.output


@pytest.mark.parametrize(
    ("stdin", "status", "exit_code"),
    [("A\nmany\n70\n0\n", "decided", 0), ("A\n", "open", 1), ("", "open", 1)],
)
def test_questions_and_answer_are_kept_apart(run: Run, stdin: str, status: str, exit_code: int) -> None:
    result = run("score", "-r", "schnapsen", "--ask", "--json", "closer=A", stdin=stdin)
    assert result.exit_code == exit_code
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["answers"][0]["status"] == status
    assert "claimer=" in result.stderr


def test_questions_that_nobody_answers_leave_what_is_known(run: Run) -> None:
    result = run("score", "-r", "schnapsen", "--ask", "closer=A", stdin="A\n")
    assert result.exit_code == 1
    assert "One fact decides next" in result.stdout
    assert "claimer=" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-r", "schnapsen", "clsoer=A"), "Did you mean `closer`?"),
        (("-r", "schnapsen", "closer=Anna"), "it can be: nobody, A, B"),
        (("-r", "schnapsen", "closer"), "should be written as fact=value"),
        (("-r", "schnapsen", "closer=A", "closer=B"), "`closer` is given twice"),
        (("closer=A",), "Say which ruleset was played by"),
        (
            (
                "-r",
                "schnapsn",
            ),
            "Did you mean `schnapsen`?",
        ),
        (("-r", "schnapsen", "A.tricks=0", "A.points=12"), "cannot stand together"),
        (("-r", "tute-habanero", "closer=A"), "nothing like that in this game: who closed the talon (`closer`)"),
        (("--rulesets", "schnapsen,snapszli", "--ask"), "one ruleset"),
    ],
)
def test_wrong_use_says_what_to_do(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("score", *arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
