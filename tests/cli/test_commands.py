"""The commands besides `check` and `batch`, and what all of them share."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from bummerl.service.cli.main import bummerl

from .conftest import EXAMPLES, Process, Run


def commands(group: click.Group, *names: str) -> Iterator[tuple[str, ...]]:
    """The full names of all commands."""
    context = click.Context(group)
    for word in group.list_commands(context):
        yield (*names, word)
        command = group.get_command(context, word)
        if isinstance(command, click.Group):
            yield from commands(command, *names, word)


@pytest.mark.parametrize("names", [(), *commands(bummerl)], ids=" ".join)
def test_every_command_has_a_help_page_that_fits_the_terminal(run: Run, names: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*names, flag)
        assert result.exit_code == 0
        assert result.output.startswith(f"Usage: {' '.join(('bummerl', *names))}")
        assert max(map(len, result.output.splitlines())) <= 100


def test_bare_bummerl_explains_itself(run: Run) -> None:
    assert "check" in run().output


def test_the_version_says_python_and_core(run: Run) -> None:
    import platform

    said = run("--version").output
    assert said.startswith("bummerl ")
    assert platform.python_version() in said
    assert "core: python" in said or "core: compiled" in said


# ---- format


def test_text_to_json_to_text_loses_nothing(run: Run) -> None:
    text = run("format", EXAMPLES / "revoke.txt").stdout
    record = run("format", "-", "--to", "json", stdin=text).stdout
    assert run("format", "-", "--to", "text", stdin=record).stdout == text
    assert run("format", "-", stdin=text).stdout == text
    assert json.loads(record)["headers"]["Event"] == "Spring Open"


def test_cards_are_written_by_their_codes(run: Run) -> None:
    text = (EXAMPLES / "marriage.txt").read_text().replace("1. SA ST", "1. ♠A s10").replace("HT HK", "h10 kh", 1)
    record = json.loads(run("format", "-", "--json", stdin=text).stdout)
    assert record["moves"][:4] == ["SA", "ST", "HT", "HK"]


def test_several_hands_stay_several(run: Run) -> None:
    text = run("format", EXAMPLES / "evening.txt").stdout
    assert text.count("[Ruleset") == 5
    assert len(run("format", "-", "--to", "json", stdin=text).stdout.splitlines()) == 5


def test_an_illegal_hand_is_rewritten_like_any_other(run: Run) -> None:
    result = run("format", EXAMPLES / "revoke.txt")
    assert result.exit_code == 0
    assert "8. SQ HQ" in result.stdout


def test_what_cannot_be_read_is_explained_and_not_rewritten(run: Run) -> None:
    result = run("format", EXAMPLES / "slips.txt", EXAMPLES / "marriage.txt")
    assert result.exit_code == 2
    assert result.stdout.startswith('[Ruleset "schnapsen"]')
    assert "slips.txt:10:4" in result.stderr
    broken, good = map(
        json.loads, run("format", "--json", EXAMPLES / "slips.txt", EXAMPLES / "marriage.txt").stdout.splitlines()
    )
    assert broken["status"] == "unreadable"
    assert good["moves"][-1] == "claim"


# ---- match


def test_the_score_of_a_match_counts_down_as_the_ruleset_says(run: Run) -> None:
    # 2 to Anna, 3 and 3 to Bert, 3 and 3 to Anna: 7 to 0 is passed in the fifth hand.
    found = json.loads(run("match", "--json", EXAMPLES / "evening.txt").stdout)
    assert [line["score"] for line in found["running"]] == [
        {"A": 5, "B": 7}, {"A": 5, "B": 4}, {"A": 5, "B": 1}, {"A": 2, "B": 1}, {"A": -1, "B": 1},
    ]  # fmt: skip
    assert found["games"] == {"A": 1, "B": 0}
    out = run("match", EXAMPLES / "evening.txt").stdout
    assert "Game 1 to Anna" in out
    assert "Anna 1, Bert 0." in out


def test_the_files_of_a_match_are_its_hands_in_order(run: Run) -> None:
    out = run("match", EXAMPLES / "closed.json", EXAMPLES / "revoke.txt").stdout
    assert "3 game points to Bert" in out
    assert "✗ 3 game points to Anna" in out


def test_the_score_stops_at_a_hand_without_result(run: Run) -> None:
    result = run("match", EXAMPLES / "half-remembered.txt", EXAMPLES / "marriage.txt")
    assert result.exit_code == 1
    assert "Hand 1" in result.stdout


def test_a_match_with_a_file_that_is_not_there(run: Run) -> None:
    result = run("match", EXAMPLES / "marriage.txt", "missing.txt")
    assert result.exit_code == 2
    assert "missing.txt" in result.stdout


# ---- compare


def test_rulesets_with_the_same_answer_stand_together(run: Run) -> None:
    ids = "schnapsen,schnapsen-sharp,schnapsen-tournament,snapszli,sixty-six"
    result = run("compare", EXAMPLES / "marriage.txt", "--rulesets", ids)
    assert result.exit_code == 1
    out = " ".join(result.stdout.split())
    assert "4 rulesets, 3 answers" in out
    assert "2 game points to Anna schnapsen, schnapsen-sharp" in out
    assert "refuse schnapsen-tournament marriage.lead" in out
    assert out.index("Cannot be applied") < out.index("sixty-six This game is played with 24 cards")


def test_a_house_ruleset_can_be_compared(run: Run) -> None:
    result = run("compare", EXAMPLES / "marriage.txt", "--rulesets", f"schnapsen,{EXAMPLES / 'red-ox.yaml'}", "--json")
    assert json.loads(result.stdout)["rulesets"] == ["schnapsen", "red-ox"]


def test_nothing_fits(run: Run) -> None:
    assert run("compare", EXAMPLES / "marriage.txt", "--rulesets", "sixty-six").exit_code == 2


# ---- rulesets


def test_the_list_has_every_ruleset_with_its_pack(run: Run) -> None:
    found = {s["id"]: s for s in map(json.loads, run("rulesets", "--json").stdout.splitlines())}
    assert (found["schnapsen"]["seats"], found["schnapsen"]["cards"]) == (2, 20)
    assert (found["sixty-six"]["seats"], found["sixty-six"]["cards"]) == (2, 24)
    assert (found["bauernschnapsen"]["seats"], found["tute-habanero"]["cards"]) == (4, 40)
    assert all(s["digest"].startswith("sha256:") for s in found.values())
    assert run("rulesets", "list").stdout == run("rulesets").stdout


def test_a_ruleset_is_shown_as_a_rule_book_as_yaml_and_as_json(run: Run) -> None:
    book = run("rulesets", "show", "schnapsen").stdout
    for text in (
        "Cards     20: S H D C",
        "last_trick_bonus  Bonus for the last trick  default 0",
        "follow.head",
        "card.suit is led.suit",
        "— Schnapsen (pagat.com)",
    ):
        assert text in book
    assert "ruleset: schnapsen" in run("rulesets", "show", "schnapsen", "--yaml").stdout
    assert json.loads(run("rulesets", "show", "schnapsen", "--json").stdout)["id"] == "schnapsen"
    assert "Roten Ochsen" in run("rulesets", "show", EXAMPLES / "red-ox.yaml", "--lang", "de").stdout


def test_slips_in_a_ruleset_are_said_with_file_line_and_column(run: Run) -> None:
    result = run("rulesets", "check", EXAMPLES / "slips.yaml")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{EXAMPLES / 'slips.yaml'}:8:17: ")
    assert "did you mean `closed`" in lines[0]
    assert lines[1].startswith(f"{EXAMPLES / 'slips.yaml'}:14:21: ")
    problems = [
        json.loads(line) for line in run("rulesets", "check", "--json", EXAMPLES / "slips.yaml").stdout.splitlines()
    ]
    assert [(p["line"], p["column"]) for p in problems] == [(8, 17), (14, 21)]


def test_what_comes_with_bummerl_is_right_and_its_rulings_hold(run: Run) -> None:
    result = run("rulesets", "check")
    assert result.exit_code == 0, result.output
    assert "✓ schnapsen " in result.stdout


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 1),
        ("ruleset: [", 1),
        ("ruleset: x\nversion: 1.0.0\nextends: x\n", 1),
        ("a: &a [1, 1]\nb: [*a, *a]\n", 1),
        ("!!python/object/apply:os.system ['true']", 1),
        ("[" * 5000, 1),
    ],
)
def test_files_that_are_no_rulesets(run: Run, tmp_path: Path, text: str, status: int) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    result = run("rulesets", "check", path)
    assert result.exit_code == status
    assert f"{path}" in result.output
    assert run("check", EXAMPLES / "marriage.txt", "--ruleset", path).exit_code == 2


def test_a_missing_file_is_no_ruleset(run: Run) -> None:
    assert run("rulesets", "check", "nowhere.yaml").exit_code == 2
    assert run("rulesets", "check", "schnapsn").exit_code == 2
    assert "Did you mean `schnapsen`?" in run("rulesets", "check", "schnapsn").output


def test_a_difference_is_shown_and_counted(run: Run) -> None:
    result = run("rulesets", "diff", "schnapsen", EXAMPLES / "red-ox.yaml")
    assert result.exit_code == 1
    assert "term enough\n  - 66\n  + 77\n" in result.stdout
    assert run("rulesets", "diff", "schnapsen", "schnapsen").exit_code == 0
    found = [
        json.loads(line)
        for line in run("rulesets", "diff", "--json", "schnapsen", EXAMPLES / "red-ox.yaml").stdout.splitlines()
    ]
    assert {"kind": "term", "id": "enough", "change": "changed", "before": 66, "after": 77}.items() <= found[0].items()


def test_an_image_is_listed_with_names(run: Run) -> None:
    assert "follow.head" in run("rulesets", "dump", "schnapsen").stdout


# ---- explain, completion, serve


def test_every_code_is_listed_with_its_meaning_and_has_a_page(run: Run) -> None:
    from bummerl.grammar import CODES

    listed = [json.loads(line) for line in run("explain", "--json").stdout.splitlines()]
    assert {entry["code"]: entry["meaning"] for entry in listed} == CODES
    for code in CODES:
        assert code in run("explain", code).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, shell: str) -> None:
    assert "_BUMMERL_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("bummerl ch", "check"),
        ("bummerl check --ruleset schnapsen-t", "schnapsen-tournament"),
        ("bummerl explain record.card-", "record.card-twice"),
    ],
)
def test_the_shell_is_offered_commands_ids_and_codes(process: Process, words: str, offered: str) -> None:
    count = str(len(words.split()) - 1)
    done = process(_BUMMERL_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=count)
    assert f"plain,{offered}" in done.stdout.decode().splitlines()


def test_serve_says_what_is_missing_and_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "flask", None)
    for name in [name for name in sys.modules if name.startswith("bummerl.service.http")]:
        monkeypatch.delitem(sys.modules, name)
    result = run("serve", "--port", "0")
    assert result.exit_code == 2
    assert "pip install 'bummerl[serve]'" in result.output


def test_check_starts_fast() -> None:
    """Counted as the processor's time, which other work lengthens least; on an idle machine it is below 0.4 s."""
    import resource
    import subprocess

    spent = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [
            sys.executable,
            "-c",
            "from bummerl.service.cli import main; main()",
            "check",
            EXAMPLES / "marriage.txt",
        ]
        subprocess.run(command, capture_output=True, check=True)
        spent.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    assert min(spent) < 0.8


def test_check_imports_neither_the_server_nor_the_progress_bar() -> None:
    import subprocess

    program = (
        "import sys; from bummerl.service.cli.main import bummerl\n"
        f"try: bummerl(['check', {str(EXAMPLES / 'marriage.txt')!r}])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('flask', 'rich', 'gunicorn', 'werkzeug') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"
