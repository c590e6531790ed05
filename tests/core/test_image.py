"""What must be true of every image, whatever its ruleset."""

from __future__ import annotations

import pytest
from bummerl.interpreter import core as C
from bummerl.interpreter.image import Image, build
from bummerl.rulesets import load
from bummerl.rulesets.places import scope_of

from ..tables import EVERY, ruleset
from .house import house, shipped

LOOPS = (C.OP_NEXT, C.OP_PICK)


def entries(image: Image) -> set[int]:
    """Every program that the core may enter, by the records that name it."""
    R = image.R
    found = {R[C.SITS_OUT], R[C.PARTNERS]}
    for contract in range(-1, len(image.contracts)):
        p = R[R[C.SECTIONS] + contract]
        fields = (C.P_LEADER, C.P_TRUMP, C.P_PLAYERS, C.P_DRAW, C.P_ENDS, C.P_SCORE, C.P_TIERS, C.P_TIMES)
        found |= {R[p + field] for field in fields} | {R[R[p + C.P_COUNTS] + kind] for kind in range(R[C.MELD_KINDS])}
        for number in image.moves.values():
            m = R[R[p + C.P_MOVES] + number]
            if m:
                programs = (C.M_REQUIRE, C.M_BY, C.M_ALSO, C.M_SHOWS, C.M_SCORES, C.M_SWAPS, C.M_DISCARDS)
                found |= {R[m + field] for field in programs}
                found |= {R[m + C.M_WIDTH + C.E_WIDTH * i] for i in range(R[m + C.M_SETS])}
        for ladder in (R[p + C.P_LEAD], R[p + C.P_FOLLOW]):
            for line in range(R[ladder]):
                at = ladder + 1 + C.L_WIDTH * line
                found |= {R[at]} | ({R[at + C.L_BY_TRUMP]} if R[at + C.L_TABLE] == C.NO_TABLE else set())
        for table, width, programs in (
            (p + C.P_BONUSES, C.B_WIDTH, (C.B_WHEN, C.B_POINTS, C.B_TO)),
            (p + C.P_WRONGS, C.I_WIDTH, (C.I_WHEN, C.I_WINNER, C.I_WORTH)),
        ):
            found |= {R[R[table] + 1 + width * row + field] for row in range(R[R[table]]) for field in programs}
    for number in range(len(image.stages)):
        found |= {R[R[C.STAGES] + C.G_WIDTH * number + field] for field in (C.G_WHEN, C.G_UNTIL, C.G_TURN, C.G_FIRST)}
    match = image.match
    found |= {match.target, match.dealer, match.carry, match.exact, match.goes_on}
    return found | {program for unit in match.units for program in (unit.when, unit.worth)}


def reached(image: Image) -> dict[int, list[int]]:
    """Every instruction that a program can come to."""
    found: dict[int, list[int]] = {}
    todo = [pc for pc in entries(image) if pc >= 0]
    while todo:
        pc = todo.pop()
        if pc >= 0 and pc not in found:
            found[pc] = image.R[pc : pc + C.O_WIDTH]
            todo += found[pc][C.O_THEN :] if found[pc][0] < C.TESTS else [found[pc][C.O_THEN]]
    return found


@pytest.fixture(params=EVERY, scope="module")
def image(request: pytest.FixtureRequest) -> Image:
    return build(ruleset(request.param))


def test_programs_stay_inside(image: Image) -> None:
    slots, size = range(len(image.init)), len(image.R)
    assert len(image.init) == image.R[C.WIDTH]
    assert image.R[C.KEEP] >= C.MEMORY
    for pc in entries(image):
        assert pc < size
        assert pc >= 0 or ~pc in slots
    for pc, (op, x, _, then, d) in reached(image).items():
        assert C.IMAGE <= pc <= size - C.O_WIDTH
        assert 0 <= op <= C.OP_SIZE
        assert x in slots
        assert then < size
        assert then >= 0 or ~then in slots
        assert d in slots if op >= C.TESTS else d < size and (d >= 0 or ~d in slots)


def test_programs_end(image: Image) -> None:
    """Whatever leads to a later place is the head of a loop or leads back to one, and heads take something out of a
    set."""
    instructions = reached(image)
    for pc, (op, _, _, then, d) in instructions.items():
        for way in (then, d) if op < C.TESTS else (then,):
            assert way < pc or instructions[way][0] in LOOPS or op in LOOPS


def test_programs_write_only_scratch(image: Image) -> None:
    """A program leaves the state alone: all it writes is scratch, and the doubt it leaves."""
    for op, x, y, _, d in reached(image).values():
        written = [d] if op >= C.TESTS else [x, y] if op in LOOPS else []
        assert all(slot in image.scratch or slot == C.DOUBT for slot in written)
    assert all(slot >= image.R[C.KEEP] for slot in [*image.scratch, *image.constants])


def test_every_bit_has_its_number(image: Image) -> None:
    for bit in range(C.QUESTIONS):
        assert image.R[C.LOG + (1 << bit) % C.LOG_SIZE] == bit


def test_seats_go_round(image: Image) -> None:
    everyone = (1 << image.n) - 1
    for players in range(1 << image.n):
        nexts = image.R[C.AFTER + players]
        assert nexts.bit_count() == players.bit_count()
        assert nexts & ~everyone == 0
        if image.R[C.PARTNERS] == C.NO_PROGRAM:
            side = image.R[C.SIDES + players]
            assert side & players == players
            assert image.R[C.SIDES + side] == side


def test_words_name_what_exists(image: Image) -> None:
    assert len(image.words) == image.R[C.TOKEN_ROWS] <= C.TOKEN_ROW
    for row in range(len(image.words)):
        move, card, suit, call, fits = image.R[image.R[C.TOKENS] + C.T_WIDTH * row :][: C.T_WIDTH]
        assert 0 <= move <= C.MOVES + len(image.moves)
        assert -1 <= card < len(image.codes)
        assert -1 <= suit < len(image.suits)
        assert -1 <= call < len(image.contracts)
        assert fits in (C.FITS_NOT, C.FITS, C.FITS_WITH_CARD)
    assert [image.words[code] for code in image.first] == list(range(len(image.first)))


def test_strengths_order_the_cards(image: Image) -> None:
    """Without `wins` of its own: trumps above the suit led, both in the deck's order, the rest cannot win."""
    data = image.ruleset.data
    if "wins" in data["play"] or "order" in data["play"] or "belongs" in data["deck"]:
        return
    R, pack = image.R, image.pack
    power = R[R[R[C.SECTIONS] - 1] + C.P_POWER]
    for trump in range(-1, pack.suits):
        for led in range(pack.suits):
            row = power + R[C.ROW] * (trump * R[C.SUIT_ROWS] + led)
            order = sorted(range(pack.size), key=lambda c, row=row: -R[row + c])
            expected = sorted(
                range(pack.size), key=lambda c, t=trump, s=led: (pack.suit[c] != t, pack.suit[c] != s, pack.rank[c])
            )
            winning = [c for c in expected if pack.suit[c] in (trump, led)]
            assert [c for c in order if R[row + c] > 0] == winning


def test_the_same_rules_give_the_same_image() -> None:
    assert build(load("schnapsen")).R == build(load("schnapsen")).R == shipped("schnapsen").R
    assert build(load("schnapsen"), {"last_trick_bonus": 10}).R != shipped("schnapsen").R


def test_an_expression_can_be_asked_in_any_state() -> None:
    image = shipped("schnapsen")
    typist = image.ruleset.typist
    assert typist is not None
    S = list(image.init)
    S[C.TRUMP], S[C.ACTOR], S[C.HAND] = 2, 1, 0b11 << 10
    node = typist.typed("count(A of trump with T of trump) + 1", "number")
    before = list(image.R)
    assert image.evaluate(S, node) == 3
    held = typist.typed("A of trump in actor.hand", "truth", scope_of("actor"))
    assert image.evaluate(S, held) == 1
    assert before == image.R
    assert len(S) == len(image.init)


def test_parts_hold_the_rules_that_options_leave() -> None:
    image = shipped("schnapsen")
    assert [row.id for row in image.parts(-1, "require:exchange")] == [
        rule["id"] for rule in image.ruleset.data["moves"]["exchange"]["require"]
    ]
    assert all(
        image.rule_ids[row.number] == row.id
        for part in ("ends", "score", "tiers", "follow")
        for row in image.parts(-1, part)
    )
    with_bonus = build(load("schnapsen"), {"last_trick_bonus": 10})
    assert len(with_bonus.parts(-1, "bonuses")) == len(image.parts(-1, "bonuses")) + 1


def test_each_test_knows_its_words() -> None:
    image = house(moves={"go": {"require": [{"id": "go.high", "that": "trick.number > 1"}]}})
    m = image.R[image.R[image.R[image.R[C.SECTIONS] - 1] + C.P_MOVES] + image.moves["go"]]
    assert str(image.notes[image.R[m + C.M_REQUIRE]].source) == "trick.number > 1"
