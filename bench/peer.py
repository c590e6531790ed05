"""The PyPI package `schnapsen` (0.0.5): two random players of its own. It only plays; it rules on nothing.

It pins old versions of large packages, so it lives in a virtual environment of its own, `.bench/venv`, made when first
needed and kept. Run as a script inside it, this file obeys like `worker.py`: a number of seconds a line in, hands and
processor seconds out.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

PACKAGE = "schnapsen==0.0.5"


def python(folder: Path) -> Path:
    """The interpreter of the environment with the package. Raises `OSError` if it cannot be installed."""
    home = folder / "venv"
    interpreter = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not installed(interpreter):
        venv.create(home, with_pip=True)
        command = [str(interpreter), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not installed(interpreter):
            last = done.stderr.strip().splitlines()[-1:] or ["it cannot be imported"]
            raise OSError(f"{PACKAGE} cannot be installed: {last[0][:120]}")
    return interpreter


def installed(interpreter: Path) -> bool:
    """Is the package there?"""
    if not interpreter.exists():
        return False
    probe = [str(interpreter), "-c", "import schnapsen.game"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def obey() -> None:
    """Play for as long as each line says."""
    import time
    from random import Random

    from schnapsen.bots.rand import RandBot  # type: ignore[import-not-found]
    from schnapsen.game import SchnapsenGamePlayEngine  # type: ignore[import-not-found]

    engine, rng = SchnapsenGamePlayEngine(), Random(3)
    first, second = RandBot(Random(1)), RandBot(Random(2))
    print("ready", flush=True)
    for line in sys.stdin:
        count, begin = 0, time.process_time()
        end = begin + float(line)
        while time.process_time() < end:
            engine.play_game(first, second, rng)
            count += 1
        print(count, time.process_time() - begin, flush=True)


if __name__ == "__main__":
    obey()
