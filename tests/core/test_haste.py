"""The hastened core is the core."""

import subprocess
import sys
from pathlib import Path

from bummerl.interpreter import core
from bummerl.interpreter.haste import written_out

TEXT = "A = 3\nB = -1\nlower = 4\n\n\ndef f(x):\n    return x + A + B + lower\n\n\ndef g(A):\n    return A\n"


def test_whole_numbers_in_capitals_are_written_out_and_nothing_else():
    code = written_out(TEXT, "f.py")
    assert code["f"].co_names == ("lower",)
    assert code["f"].co_firstlineno == 6


def test_no_function_of_the_core_is_left_out_or_has_a_constant_for_a_local():
    text = Path(str(core.__file__)).read_text(encoding="utf-8")
    code = written_out(text, "core.py")
    functions = [name for name, made in vars(core).items() if getattr(made, "__module__", "") == core.__name__]
    assert set(functions) <= set(code)
    for name in functions:
        assert not [local for local in code[name].co_varnames if local.isupper() and local not in "SRTX"]
        assert code[name].co_varnames == getattr(core, name).__code__.co_varnames


def test_rows_are_the_same_before_and_after():
    """In a process of its own, since what is hastened stays so."""
    script = """
from random import Random
from bummerl.interpreter import haste, machine
from bummerl.interpreter.rules import room, rules_for
from tests.strategies import random_deal
def rows():
    found = []
    for name in ("schnapsen", "bauernschnapsen", "tute-habanero"):
        rules, rng = rules_for(name), Random(7)
        for _ in range(40):
            T = [rng.randrange(rules.n), *rng.sample(range(len(rules.codes)), len(rules.codes)), *[0] * 40]
            at = 1 + rules.n * rules.hand_size + 1 + rules.talon_size
            T[at:] = [rng.randrange(len(rules.words)) for _ in range(60)]
            out = room(6 + 4 * rules.n)
            machine.replay_one(rules.fresh(), rules.R, T, at, len(T) - 1, out)
            found.append(list(out))
    return found
before = rows()
haste.hasten()
assert rows() == before and len(before) == 120, "rows differ"
"""
    done = subprocess.run(
        [sys.executable, "-c", script.replace("from tests.strategies import random_deal\n", "")],
        env={"BUMMERL_PURE": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
