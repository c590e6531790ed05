"""Rulesets that mean harm, or are only absurd: each is answered with problems, soon, and with nothing else."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bummerl.grammar import CODES
from bummerl.rulesets import RulesetError, catalogue, check_file, check_text, load, load_text
from bummerl.rulesets.house import MOST
from bummerl.rulesets.library import HOUSE
from bummerl.rulesets.rulings import read_rulings

HEAD = "ruleset: club\nversion: 1.0.0\nextends: schnapsen\ntitle: {en: Our club}\n"
HUGE = "1" * 5_000


def text(body: str) -> Callable[[], Any]:
    return lambda: load_text(HEAD + body)


def house(**parts: Any) -> Callable[[], Any]:
    return lambda: load({"ruleset": "club", "version": "1.0.0", "extends": "schnapsen", "title": "Our club", **parts})


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return value


ATTACKS: dict[str, Callable[[], Any]] = {
    "billion laughs": text("x: &a [l, l]\ny: &b [*a, *a, *a]\nz: &c [*b, *b, *b]\n"),
    "merge keys": text("a: &a {x: 1}\nb: {<<: *a}\n"),
    "python tag": text("terms: !!python/object/apply:os.system ['true']\n"),
    "open brackets": text("deal: " + "[" * 150_000),
    "brackets": text("deal: " + "[" * 5_000 + "]" * 5_000),
    "open braces": text("deal: " + "{a: " * 40_000),
    "indentation": lambda: load_text("\n".join(" " * i + "a:" for i in range(600))),
    "question marks": text("? " * 50_000),
    "dashes": text("deal:\n  " + "- " * 90_000 + "x\n"),
    "ten megabytes in one line": lambda: load_text("a: " + "x" * 10_000_000),
    "many keys": text("terms:\n" + "".join(f"  t{i}: 1\n" for i in range(15_000))),
    "many unknown keys": text("".join(f"k{i}: 1\n" for i in range(9_000))),
    "one very long key": text("k" * 150_000 + ": 1\n"),
    "a key of a surrogate": lambda: load_text(HEAD + "terms: {\ud800: 1}\n"),
    "a surrogate": lambda: load_text(HEAD + "title: \udfff\n"),
    "escaped surrogate": text('title: "\\ud800"\n'),
    "escaped control": text('title: "\\0"\n'),
    "NUL": text("title: a\0b\n"),
    "not YAML at all": lambda: load_text("%PDF-1.4 \x01\x02"),
    "only a scalar": lambda: load_text("schnapsen"),
    "only a list": lambda: load_text("[schnapsen]"),
    "NaN": text("match: {target: .nan}\n"),
    "infinity": text("match: {target: -.inf}\n"),
    "a huge number": text(f"match: {{target: {HUGE}}}\n"),
    "a huge hexadecimal number": text(f"match: {{target: 0x{HUGE}}}\n"),
    "a huge number in an expression": text(f"terms: {{x: {HUGE} + 1}}\n"),
    "a huge octal number": text("memory: {n: 0o7777777777777}\n"),
    "products": text("terms: {x: " + " * ".join(["points_at_close"] * 20) + "}\n"),
    "ranks beyond a million": text("deck: {suits: [S, H, D, C], ranks: {A: 1000001, K: 0, Q: 0, J: 0, T: 0}}\n"),
    "a deep expression": text("terms: {x: " + "(" * 190 + "1" + ")" * 190 + "}\n"),
    "many negations": text("terms: {x: " + "not " * 95 + "closed}\n"),
    "a long expression": text("terms: {x: " + "1 + " * 5_000 + "1}\n"),
    "an expression bomb": text(
        "terms:\n  t0: talon.size + talon.size\n" + "".join(f"  t{i}: t{i - 1} + t{i - 1}\n" for i in range(1, 199))
    ),
    "a chain of terms": text("terms:\n  t0: talon.size\n" + "".join(f"  t{i}: t{i - 1} + 1\n" for i in range(1, 199))),
    "a circle of terms": text("terms:\n" + "".join(f"  t{i}: t{(i + 1) % 199}\n" for i in range(199))),
    "a whole web of terms": text(
        "terms:\n"
        + "".join(f"  t{i}: {' + '.join(f't{j}' for j in range(i + 1, min(i + 40, 150)))} + 1\n" for i in range(150))
    ),
    "large terms everywhere": lambda: load_text(HEAD + big_everywhere(2)),
    "sixty thousand characters of expressions": text(
        "score:\n"
        + "".join(
            f"  - {{id: score.r{i}, when: {'closed or ' * 40}talon.size is {i}, winner: leader}}\n" for i in range(58)
        )
        + "ends:\n"
        + "".join(f"  - {{id: end.r{i}, when: {'closed or ' * 40}talon.size is 1{i}}}\n" for i in range(55))
        + "tiers:\n"
        + "".join(f"  - {{id: score.t{i}, when: {'closed or ' * 40}talon.size is 2{i}, worth: 1}}\n" for i in range(55))
    ),
    "extends itself": lambda: load_text("ruleset: a\nextends: a\ntitle: A\n"),
    "extends itself by a shipped name": lambda: load_text("ruleset: schnapsen\nextends: schnapsen\ntitle: A\n"),
    "extends a path": lambda: load_text("ruleset: a\nextends: ../../../../etc/passwd\ntitle: A\n"),
    "extends a path as data": lambda: load({"ruleset": "a", "title": "A", "extends": "/etc/passwd"}),
    "extends a file name": lambda: load_text("ruleset: a\nextends: schnapsen.yaml\ntitle: A\n"),
    "extends all and everything": lambda: load_text(
        "ruleset: a\ntitle: A\nextends: [" + ", ".join(["bauernschnapsen"] * 8) + "]\n"
    ),
    "a path as id": lambda: load("../schnapsen"),
    "an absolute path as id": lambda: load("/etc/passwd"),
    "a NUL as id": lambda: load("schnapsen\0"),
    "a very long id": lambda: load("x" * 1_000_000),
    "an empty id": lambda: load(""),
    "a package's other files": lambda: load("__init__"),
    "a translation as id": lambda: load("schnapsen.de"),
    "deep data": house(deal=nested(5_000)),
    "wide data": house(deal=[1] * 1_000_000),
    "a float as data": house(match={"target": float("nan")}),
    "a huge number as data": house(match={"target": 10**4_000}),
    "bytes as data": house(title=b"club"),
    "a surrogate as data": house(title="\ud800"),
    "numbers as keys": house(terms={1: "2"}),
    "no data": lambda: load({}),
    "nothing in it": lambda: load({"ruleset": None, "title": None}),
    "everything nothing": lambda: load_text(
        "\n".join(f"{key}:" for key in ("ruleset", "title", "deck", "deal", "play", "moves", "match"))
    ),
}


def big_everywhere(worths: int) -> str:
    """Fifty score rows, each of some thousands of parts."""
    big = "terms:\n  a: 1 if " + " or ".join(["talon.size is 1"] * 20) + " else 2\n  b: " + " + ".join(["a"] * 9) + "\n"
    return (
        big
        + "score:\n"
        + "".join(
            f"  - {{id: score.r{i}, when: b > {i}, winner: leader{', worth: b' * (worths > 0)}}}\n" for i in range(50)
        )
        + ("tiers:\n" + "".join(f"  - {{id: score.t{i}, when: b < {i}, worth: b + {i}}}\n" for i in range(50)))
        * (worths > 1)
    )


@pytest.fixture(autouse=True, scope="module")
def what_is_there_already_is_not_looked_at() -> Iterator[None]:
    """The collector goes through what these tests make, not through all that other tests have left in the process."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("name", ATTACKS)
def test_is_refused_with_words_and_soon(name: str) -> None:
    began = time.process_time()
    with pytest.raises(RulesetError) as refused:
        ATTACKS[name]()
    assert time.process_time() - began < 1
    for problem in refused.value.problems:
        assert problem.code in CODES
        assert len(problem.message) < 1_000
        assert len(json.dumps(problem.to_json())) < 4_000
    assert 1 <= len(refused.value.problems) <= 100


def everything_under(contracts: int) -> dict[str, Any]:
    """A contract that changes everything, many times over."""
    one = {
        "value": 1,
        "terms": {"enough": 1, "closed": "no", "strict": "yes", "out": "everyone where player.points > trick.number"},
        "play": {
            "order": ["T", "K", "Q", "J", "A"],
            "trump": "none",
            "follow": [{"id": "follow.head", "play": "card.suit is led.suit"}],
        },
        "ends": [{"id": "end.out", "when": "out is somebody"}],
        "score": [
            {"id": f"score.x{i}", "when": f"trick.number is {i}", "winner": "out", "worth": i} for i in range(15)
        ],
        "tiers": [{"id": "score.plain", "worth": 3}],
        "irregularities": [{"id": "wrong.x", "for": ["*"], "winner": "actor.opponents", "worth": 1}],
    }
    return {"contracts": [{"id": f"c{i}", **one} for i in range(contracts)]}


def test_forty_contracts_that_change_everything_are_checked_soon() -> None:
    began = time.process_time()
    ruleset = house(**everything_under(40))()
    assert len(ruleset.data["contracts"]) == 40
    assert time.process_time() - began < 1


def test_large_house_rulesets_that_are_sent_once_fill_no_memory() -> None:
    rules = everything_under(40)
    for i in range(6):
        house(version=f"1.{i}.0", **rules)()
    assert len(HOUSE) < 5
    small = [house(version=f"2.{i}.0")() for i in range(80)]
    assert len(HOUSE) == MOST
    assert house(version="2.79.0")() is small[-1]
    assert house(version="2.0.0")() is not small[0]


@pytest.mark.parametrize(
    "of",
    [
        lambda long: f"rulings: schnapsen\n{long}: 1\n",
        lambda long: f"rulings: schnapsen\ndeals: {{E: {{{long}: SA}}}}\nhands: [[{long}, B, SA, ongoing B]]\n",
        lambda long: f"rulings: schnapsen\ndeals: {{E: {{A: SA}}}}\nhands: [[E, B, SA, {long}]]\n",
        lambda long: f"rulings: {long}\n",
    ],
)
def test_a_long_word_in_a_file_of_rulings_is_cut_short(of: Callable[[str], str]) -> None:
    _, problems = read_rulings(of("x" * 100_000), "club.rulings.yaml", "schnapsen")
    assert problems
    assert all(len(str(problem)) < 400 for problem in problems)


def test_forty_one_are_too_many() -> None:
    with pytest.raises(RulesetError, match="at most 40"):
        house(**everything_under(41))()


def test_the_caller_cannot_change_a_ruleset_afterwards() -> None:
    given: dict[str, Any] = {
        "ruleset": "club",
        "extends": "schnapsen",
        "title": {"en": "Club"},
        "terms": {"enough": 60},
    }
    ruleset = load(given)
    given["terms"]["enough"] = 1
    given["title"]["en"] = "Other"
    assert (ruleset.data["terms"]["enough"], ruleset.title) == (60, {"en": "Club"})


def test_a_file_that_is_not_there_and_one_that_is_no_text(tmp_path: Path) -> None:
    assert [problem.code for problem in check_file(tmp_path / "none.yaml")] == ["ruleset.unreadable"]
    assert [problem.code for problem in check_file(tmp_path)] == ["ruleset.unreadable"]
    (tmp_path / "utf16.yaml").write_text("ruleset: x", encoding="utf-16")
    assert [problem.code for problem in check_file(tmp_path / "utf16.yaml")] == ["ruleset.unreadable"]
    (tmp_path / "big.yaml").write_text("a: " + "x" * 10_000_000)
    assert [problem.code for problem in check_file(tmp_path / "big.yaml")] == ["ruleset.size"]


def test_files_extend_files_beside_them_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "ours.yaml").write_text(HEAD.replace("club", "ours"))
    (tmp_path / "inner" / "club.yaml").write_text(HEAD.replace("extends: schnapsen", "extends: ours"))
    (tmp_path / "club.yaml").write_text(HEAD.replace("extends: schnapsen", "extends: ours"))
    assert load(tmp_path / "club.yaml").parents == ("ours",)
    assert [problem.code for problem in check_file(tmp_path / "inner" / "club.yaml")] == ["ruleset.unknown"]


def test_files_that_extend_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("ruleset: a\ntitle: A\nextends: b\n")
    (tmp_path / "b.yaml").write_text("ruleset: b\ntitle: B\nextends: a\n")
    (found,) = check_file(tmp_path / "a.yaml")
    assert (found.code, found.line, found.column, "a → b → a" in found.message) == (
        "ruleset.extends-circle",
        3,
        10,
        True,
    )
    assert Path(found.file or "").name == "b.yaml"


def test_an_unknown_id_suggests_the_one_that_was_meant() -> None:
    with pytest.raises(RulesetError) as refused:
        load("schnapsn")
    assert (refused.value.unknown, refused.value.suggestion) == (True, "schnapsen")
    assert {summary.id for summary in catalogue()} >= {"schnapsen", "sixty-six", "tute-habanero"}


def test_crlf_and_byte_order_mark_do_not_move_anything() -> None:
    body = (HEAD + "terms: {enough: trick.size + closr}\n").replace("\n", "\r\n")
    (found,) = check_text("\ufeff" + body)
    assert (found.line, found.column) == (5, 30)
