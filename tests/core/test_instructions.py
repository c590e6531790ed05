"""Each instruction on its own, on both machines, against what Python's sets and numbers say."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest
from bummerl.interpreter import core as C

from .house import MACHINES, ints, shipped

IMAGE = shipped("bauernschnapsen")
AT = len(IMAGE.R)
X, Y, D = C.NEW, C.NEW + 1, C.NEW + 2
RNG = Random(7)
CARDS = len(IMAGE.codes)


def state() -> list[int]:
    """A state with something in every row."""
    S = list(IMAGE.init)
    for seat in range(IMAGE.n):
        S[C.HAND + seat] = S[C.DEALT + seat] = 0b11111 << 5 * seat
        S[C.TRICKS + seat], S[C.POINTS + seat] = seat, 10 * seat
    S[C.SUITS], S[C.VALUES] = IMAGE.R[C.SUITS_BY_TRUMP], IMAGE.R[C.VALUES_BY_TRUMP]
    S[C.POWER] = IMAGE.R[IMAGE.R[IMAGE.R[C.SECTIONS] - 1] + C.P_POWER]
    S[C.TRUMP] = 0
    return S


def run(core: ModuleType, op: int, x: int, y: int, S: list[int] | None = None) -> int:
    """A program of one instruction: a test gives 0 or 1, a value itself. `x` goes into slot X, `y` stands as it is."""
    S = S or state()
    S[X] = x
    ways = (~C.YES, ~C.NO) if op < C.TESTS else (~D, D)
    return int(core.value(ints(core, S), ints(core, [*IMAGE.R, op, X, y, *ways]), AT))


def run_two(core: ModuleType, op: int, x: int, y: int, S: list[int] | None = None) -> int:
    """The same with the second operand in slot Y."""
    S = S or state()
    S[Y] = y
    return run(core, op, x, Y, S)


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(("x", "y"), [(3, 3), (3, 4), (4, 3), (-5, 3), (0, 0), (-1, -1)])
def test_numbers(core: ModuleType, x: int, y: int) -> None:
    assert run(core, C.OP_IS, x, y) == run_two(core, C.OP_SAME, x, y) == (x == y)
    assert run(core, C.OP_BELOW, x, y) == run_two(core, C.OP_LESS, x, y) == (x < y)
    assert run_two(core, C.OP_ADD, x, y) == x + y
    assert run_two(core, C.OP_TAKE, x, y) == x - y
    assert run_two(core, C.OP_TIMES, x, y) == x * y
    assert run(core, C.OP_PUT, x, 0) == x


def sets() -> list[tuple[int, int]]:
    return [
        (0, 0),
        (0, 5),
        (5, 0),
        (5, 7),
        (7, 5),
        (1 << 61, (1 << 62) - 1),
        *((RNG.getrandbits(62), RNG.getrandbits(62)) for _ in range(20)),
    ]


def members(x: int) -> set[int]:
    return {i for i in range(62) if x >> i & 1}


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize(("x", "y"), sets())
def test_sets(core: ModuleType, x: int, y: int) -> None:
    one, two = members(x), members(y)
    assert members(run_two(core, C.OP_JOIN, x, y)) == one | two
    assert members(run_two(core, C.OP_EXCEPT, x, y)) == one - two
    assert members(run_two(core, C.OP_BOTH, x, y)) == one & two
    assert run_two(core, C.OP_WITHIN, x, y) == (bool(one) and one <= two)
    assert run(core, C.OP_COUNT, x, 0) == len(one)
    for member in (-1, 0, 1, 61):
        assert run_two(core, C.OP_AMONG, member, y) == (member in two)
        assert members(run(core, C.OP_ONLY, member, 0)) == {member} - {-1}


@pytest.mark.parametrize("core", MACHINES)
def test_taking_a_set_apart_meets_every_member_once(core: ModuleType) -> None:
    for op in (C.OP_NEXT, C.OP_PICK):
        R, S = ints(core, [*IMAGE.R, op, X, Y, ~C.YES, ~C.NO]), ints(core, state())
        whole = (1 << 61) | 0b101101
        S[X], met = whole, []
        while core.value(S, R, AT):
            met.append(S[Y])
            assert len(met) < 10
        assert met == [1 << i if op == C.OP_NEXT else i for i in sorted(members(whole))]


@pytest.mark.parametrize("core", MACHINES)
@pytest.mark.parametrize("players", range(16))
def test_rows(core: ModuleType, players: int) -> None:
    seats = [seat for seat in range(4) if players >> seat & 1]
    assert run(core, C.OP_SUM, players, C.POINTS) == 10 * sum(seats)
    assert run(core, C.OP_MOST, players, C.POINTS) == 10 * max(seats, default=0)
    assert run(core, C.OP_UNION, players, C.HAND) == sum(0b11111 << 5 * seat for seat in seats)
    assert run(core, C.OP_SIZE, players, 0) == 5 * len(seats)


@pytest.mark.parametrize("core", MACHINES)
def test_cards(core: ModuleType) -> None:
    """Twenty cards, suit by suit: A 11, T 10, K 4, Q 3, J 2."""
    assert run(core, C.OP_WORTH, (1 << CARDS) - 1, 0) == 120
    assert run(core, C.OP_WORTH, 0b11, 0) == 21
    assert run(core, C.OP_SUITS, 0b1_00001, 0) == 2
    assert run(core, C.OP_SUITS, 0, 0) == 0
    assert [run(core, C.OP_HOLDER, card, 0) for card in (-1, 0, 7, 19)] == [0, 1, 2, 8]
    assert run(core, C.OP_TOP, 0, 0) == run(core, C.OP_BOTTOM, 0, 0) == -1


@pytest.mark.parametrize("core", MACHINES)
def test_beating(core: ModuleType) -> None:
    """Spades are trump, hearts are led: the second suit's ace beats its ten, a trump beats both, another suit beats
    nothing."""
    S = state()
    S[C.LED_SUIT] = 1
    base = IMAGE.R[IMAGE.R[C.SECTIONS] - 1]
    S[C.POWER] = IMAGE.R[base + C.P_POWER] + IMAGE.R[C.ROW] * (S[C.TRUMP] * IMAGE.R[C.SUIT_ROWS] + 1)
    spade_jack, heart_ace, heart_ten, club_ace = 4, 5, 6, 15

    def beats(x: int, y: int) -> int:
        return run_two(core, C.OP_BEATS, x, y, list(S))

    assert beats(heart_ace, heart_ten)
    assert not beats(heart_ten, heart_ace)
    assert beats(spade_jack, heart_ace)
    assert not beats(heart_ace, spade_jack)
    assert not beats(club_ace, heart_ten)
    assert beats(heart_ten, club_ace)
    assert beats(club_ace, -1)
    assert not beats(-1, club_ace)


@pytest.mark.parametrize("core", MACHINES)
def test_sides(core: ModuleType) -> None:
    """Some play against the rest; if they are nobody, everyone plays alone."""
    assert [run_two(core, C.OP_SIDE, x, 0b0011) for x in (0b0001, 0b0100, 0b0101, 0)] == [0b0011, 0b1100, 0b1111, 0]
    assert [run_two(core, C.OP_SIDE, x, 0) for x in (0b0001, 0b0110)] == [0b0001, 0b0110]


@pytest.mark.parametrize("core", MACHINES)
def test_holding(core: ModuleType) -> None:
    assert run_two(core, C.OP_HOLDS, 0b11, 0b0001)
    assert not run_two(core, C.OP_HOLDS, 0b100001, 0b0001)
    assert run_two(core, C.OP_HOLDS, 0b100001, 0b0011)
    assert not run_two(core, C.OP_HOLDS, 0, 0b1111)


@pytest.mark.parametrize("core", MACHINES)
def test_hidden_cards_answer_as_guessed(core: ModuleType) -> None:
    def asked(cards: int, hidden: int, guess: int) -> tuple[int, int]:
        S: Any = state()
        S[C.HAND], S[C.HIDDEN], S[C.DIM], S[C.GUESS] = 0b1, hidden, 1, guess
        S[X], S[Y] = cards, 1
        S = ints(core, S)
        R = ints(core, [*IMAGE.R, C.OP_HOLDS, X, Y, ~C.YES, ~C.NO])
        return core.value(S, R, AT), S[C.ASKED]

    assert asked(0b11, 2, 0) == (0, 1)
    assert asked(0b11, 2, 1) == (1, 1)
    assert asked(0b1, 2, 0) == (1, 0)  # it is known to be there
    assert asked(0b111, 1, 1) == (0, 0)  # more are missing than are hidden
    assert asked(0b100001, 4, 1) == (0, 0)  # another player has one of them
