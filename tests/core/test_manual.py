"""The manual, `docs/core.md`: its worked page is what the machine does, its tables are those of `core.py`."""

from __future__ import annotations

import re
from pathlib import Path

from bummerl.interpreter import core as C
from bummerl.interpreter.dump import Dump
from bummerl.interpreter.image import build
from bummerl.rulesets import load_text

from .house import Table, shipped

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "docs" / "core.md").read_text(encoding="utf-8")


def worked_page() -> list[str]:
    """The page's blocks: ruleset, programs, the words of three moves, the state after them."""
    page = MANUAL[MANUAL.index("## A worked page") : MANUAL.index("## One core")]
    return [block.strip("\n") for block in re.findall(r"```\w*\n(.*?)```", page, flags=re.DOTALL)]


def test_the_worked_page_is_what_the_machine_does() -> None:
    rules, programs, moves, after = worked_page()
    image = build(load_text(rules))
    section = image.R[image.R[C.SECTIONS] - 1]
    knock = image.R[image.R[section + C.P_MOVES] + image.moves["knock"]]
    found = [
        "knock, require", *Dump(image).lines(image.R[knock + C.M_REQUIRE]),
        "ends", *Dump(image).lines(image.R[section + C.P_ENDS]),
        "score", *Dump(image).lines(image.R[section + C.P_SCORE]),
    ]  # fmt: skip
    assert "\n".join(found) == programs
    deal, *words = moves.splitlines()
    dealer, *cards = deal.split()
    table = Table(image, [image.seats.index(dealer), *(image.first[card] for card in cards), -1])
    assert [table.say(word) for word in " ".join(words).split()] == ["", "", ""]
    assert "\n".join(f"{name} {value}" for name, value in Dump(image).state(table.S).items()) == after


def test_every_instruction_is_in_the_manual() -> None:
    text = Path(C.__file__).read_text(encoding="utf-8")
    instructions = re.findall(r"^OP_([A-Z]+) = (\d+)  # (.*)$", text, flags=re.MULTILINE)
    assert len(instructions) == C.OP_SIZE + 1
    for name, number, meaning in instructions:
        assert f"| {number} | {name} | {meaning} |" in MANUAL


def test_every_name_is_explained() -> None:
    """A slot or field has a comment, or a name that says it all; numbers of one kind are all different."""
    text = Path(C.__file__).read_text(encoding="utf-8")
    for prefix in "TWGPMELBRIV":
        numbers = re.findall(rf"^{prefix}_(?!WIDTH|SEAT|MOVE )\w+ = (\d+)", text, flags=re.MULTILINE)
        assert len(numbers) > 1, prefix
    slots = text[text.index("-- slots of S") : text.index("-- header of R")]
    places = [int(n) for n in re.findall(r"^(?!SEATS|MOST_SETS)[A-Z_]+ = (\d+)", slots, flags=re.MULTILINE)]
    assert places == sorted(set(places))
    scalars = [n for n in places if n < C.HAND]
    assert scalars == list(range(C.HAND))
    rows = [n for n in places if C.HAND <= n <= C.NEW]
    assert rows == list(range(C.HAND, C.NEW + 1, C.SEATS))
    assert C.MEMORY == C.NEW + C.MOST_SETS


def test_the_listing_names_every_rule_and_word() -> None:
    for id in ("schnapsen", "bauernschnapsen"):
        image = shipped(id)
        text = "\n".join(Dump(image).listing())
        assert all(re.search(rf"\b{re.escape(rule)}\b", text) for rule in image.rule_ids[1:])
        assert all(f" {word} " in text for word in image.words)
        assert not re.search(r"\bs\d+\b", text), "a slot without a name"


def test_limits_in_the_manual_are_the_limits() -> None:
    from bummerl.interpreter import patience
    from bummerl.interpreter.image import limits

    for figure in (
        limits.WORK,
        limits.LISTING_WORK,
        limits.IMAGE_SIZE,
        limits.STATE_SIZE,
        C.WAYS,
        C.MOST_WORK,
        patience.WAY_WORK,
        C.QUESTIONS,
        C.TOKEN_ROW,
    ):
        assert f"{figure:,}" in MANUAL
