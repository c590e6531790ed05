"""The core as Python and compiled: which is loaded, and that both are the same machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from array import array
from pathlib import Path
from random import Random
from threading import Thread
from types import SimpleNamespace

import pytest
from bummerl.interpreter import core as C
from bummerl.interpreter import machine, pxd
from bummerl.interpreter.fingerprint import fingerprint, stamped
from hypothesis import given, settings
from hypothesis import strategies as st

from ..tables import SHIPPED
from .house import COMPILED, Table, deals, hands, ints, shipped, verdict

compiled_only = pytest.mark.skipif(COMPILED is None, reason="the core is not compiled here")


def test_declarations_belong_to_the_core() -> None:
    assert pxd.current(), "run `python -m bummerl.interpreter.pxd`"


def test_any_edit_changes_the_fingerprint() -> None:
    text = pxd.SOURCE.read_text()
    assert fingerprint(text.replace("OP_IS = 0", "OP_IS = 1")) != fingerprint(text) == C.FINGERPRINT
    assert stamped(text) == text
    assert fingerprint(text.replace(f"FINGERPRINT = {C.FINGERPRINT}", "FINGERPRINT = 7")) == C.FINGERPRINT


def test_a_stale_compiled_core_is_noticed() -> None:
    assert not machine.is_current(SimpleNamespace(fingerprint=lambda: C.FINGERPRINT + 1))  # type: ignore[arg-type]
    assert machine.is_current(SimpleNamespace(fingerprint=lambda: C.FINGERPRINT))  # type: ignore[arg-type]


def test_python_can_be_asked_for() -> None:
    code = "from bummerl.interpreter import machine; print(machine.COMPILED, type(machine.ints([1])).__name__)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "BUMMERL_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["False", "list"]


@compiled_only
@pytest.mark.parametrize("id", SHIPPED)
def test_both_give_the_same_rows(id: str) -> None:
    image, rng = shipped(id), Random(id)
    rows = len(image.texts)
    for _, (deal, moves) in zip(range(25), hands(image, rng), strict=False):
        spoilt = [*moves]
        spoilt[rng.randrange(len(moves))] = (
            rng.randrange(rows) | rng.randrange(image.n + 1) << 10 | rng.choice((0, 20, 40)) << 13
        )
        dim = [deal[0], *(-1 if rng.random() < 0.2 else card for card in deal[1:])]
        for record in ([*deal, *moves], [*deal, *spoilt], [*dim, *moves], [*dim, *spoilt]):
            assert verdict(image, record, COMPILED) == verdict(image, record, C)


@compiled_only
@pytest.mark.parametrize("id", SHIPPED)
def test_both_list_the_same_tokens(id: str) -> None:
    image, rng = shipped(id), Random(id)
    for _, (deal, moves) in zip(range(5), hands(image, rng), strict=False):
        one, two = Table(image, deal), Table(image, deal, COMPILED)
        for move in moves:
            assert one.legal() == two.legal()
            for table in (one, two):
                assert table.core.play_on(table.S, table.R, table.T, move) == 0
            assert list(two.S) == one.S


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_token_and_no_deal_leaves_the_image(data: st.DataObject) -> None:
    """Any integers at all: the machine answers, and both give the same answer."""
    image = shipped(data.draw(st.sampled_from(SHIPPED)))
    deal = next(deals(image, data.draw(st.randoms(use_true_random=False))))
    whole = st.integers(-(2**62), 2**62)
    for _ in range(data.draw(st.integers(0, 3))):
        deal[data.draw(st.integers(0, len(deal) - 1))] = data.draw(st.integers(-3, 70) | whole)
    moves = data.draw(st.lists(st.integers(0, 1023) | st.integers(0, 2**16) | whole, max_size=30))
    row = verdict(image, [*deal, *moves], C)
    assert row[C.V_STATUS] in (C.ONGOING, C.COMPLETE, C.ILLEGAL, C.UNREADABLE, C.UNDETERMINED)
    if COMPILED is not None:
        assert verdict(image, [*deal, *moves], COMPILED) == row


def test_doors_refuse_what_does_not_fit() -> None:
    image = shipped("schnapsen")
    S, R, deal = list(image.init), image.R, next(deals(image, Random(1)))
    out = [0] * (C.V_SEATS + 2 * C.V_SEAT_WIDTH)
    for door, arguments in (
        (C.begin, (S[:-1], R, deal)),
        (C.begin, (S, R, deal[:-1])),
        (C.replay_one, (S, R, deal[:-1], len(deal) - 1, len(deal) - 1, out)),
        (C.replay_one, (S, R, deal, len(deal), len(deal) + 1, out)),
        (C.replay_one, (S, R, deal, len(deal), len(deal), out[:-1])),
        (C.next_tokens, (S, R, deal, [0] * (image.room - 1))),
        (C.batch, (S, R, image.init, deal, [0, len(deal) - 1], len(deal), 0, 1, out, len(out))),
        (C.batch, (S, R, image.init, deal, [0, len(deal) + 1], len(deal), 0, 1, out, len(out))),
        (C.batch, (S, R, image.init, deal, [0, len(deal)], len(deal), 0, 2, out, len(out))),
    ):
        with pytest.raises(ValueError, match=r"no state|too short|no room|do not fit"):
            door(*arguments)
        if COMPILED is not None:
            with pytest.raises(ValueError, match=r"no state|too short|no room|do not fit"):
                getattr(COMPILED, door.__name__)(*(array("q", a) if isinstance(a, list) else a for a in arguments))


@pytest.mark.parametrize("core", [C] if COMPILED is None else [C, COMPILED])
def test_a_batch_gives_the_rows_of_its_records(core: object) -> None:
    image = shipped("schnapsen")
    some = [[*deal, *moves] for _, (deal, moves) in zip(range(12), hands(image, Random(5)), strict=False)]
    column = [value for record in some for value in record]
    starts = [sum(map(len, some[:i])) for i in range(len(some) + 1)]
    width = C.V_SEATS + C.V_SEAT_WIDTH * image.n
    out = ints(core, [0] * (width * len(some)))  # type: ignore[arg-type]
    columns = [ints(core, values) for values in (image.init, image.R, image.init, column, starts)]  # type: ignore[arg-type]
    core.batch(*columns, image.deal_size, 0, len(some), out, width)  # type: ignore[attr-defined]
    assert [list(out[i : i + width]) for i in range(0, len(out), width)] == [
        verdict(image, record, C) for record in some
    ]


@compiled_only
def test_a_compiled_batch_lets_other_threads_run() -> None:
    """While one long batch runs, this thread wakes up again and again."""
    image = shipped("schnapsen")
    deal, moves = next(hands(image, Random(5)))
    record, times = [*deal, *moves], 120_000
    width = C.V_SEATS + C.V_SEAT_WIDTH * image.n
    columns = [
        array("q", v)
        for v in (image.init, image.R, image.init, record * times, [len(record) * i for i in range(times + 1)])
    ]
    out = array("q", bytes(8 * width * times))
    thread = Thread(target=lambda: COMPILED.batch(*columns, image.deal_size, 0, times, out, width))  # type: ignore[union-attr]
    before = sys.getswitchinterval()
    sys.setswitchinterval(60)  # a thread that keeps the lock keeps it to the end
    try:
        thread.start()
        turns = 0
        while thread.is_alive():
            time.sleep(0.001)
            turns += 1
    finally:
        sys.setswitchinterval(before)
        thread.join()
    assert turns > 5
    assert list(out[-width:]) == verdict(image, record, C)


@compiled_only
def test_the_compiled_core_names_no_folder_it_was_built_in() -> None:
    assert COMPILED is not None
    built = Path(str(COMPILED.__file__)).read_bytes()
    assert str(Path(__file__).parents[2]).encode() not in built
