"""The core as it is loaded: compiled if there is a compiled one that belongs to `core.py`, else `core.py` itself.

`COMPILED` says which. `BUMMERL_PURE=1` in the environment asks for Python. A compiled core that was built from
another text of `core.py` (edited since, in a development install) is left aside with a warning: rebuild it with `pip
install -e .`.

Everything that replays goes through the functions here and hands them sequences made by `ints`. The names of slots
and fields are those of `core`, which is always the Python file.
"""

from __future__ import annotations

import os
import warnings
from array import array
from collections.abc import Iterable, MutableSequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from bummerl.interpreter import core

from .fingerprint import fingerprint

Ints = MutableSequence[int]


def _compiled_core() -> ModuleType | None:
    """The compiled core, if there is one and it is wanted and up to date."""
    if os.environ.get("BUMMERL_PURE", "") not in ("", "0"):
        return None
    try:
        from bummerl.interpreter import _core
    except ImportError:
        return None
    found: ModuleType = _core
    if is_current(found):
        return found
    warnings.warn(
        "the compiled core was built from another text of core.py and is not used; "
        "run `python -m bummerl.interpreter.pxd`, then `pip install -e .`",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


def is_current(compiled: ModuleType) -> bool:
    """Was this core built from `core.py` as it is? Without its source nobody can have edited it."""
    try:
        text = Path(str(core.__file__)).read_text(encoding="utf-8")
    except OSError:
        return True
    return bool(compiled.fingerprint() == fingerprint(text))


_loaded: Final = _compiled_core()
COMPILED: Final = _loaded is not None
"""Is the compiled core loaded?"""


def ints(values: Iterable[int]) -> Ints:
    """A sequence as the loaded core wants it: 64-bit integers side by side, or a list."""
    return array("q", values) if COMPILED else list(values)


if TYPE_CHECKING:
    from bummerl.interpreter.core import (
        asked,
        batch,
        begin,
        next_tokens,
        outcome,
        paid,
        play_on,
        replay_one,
        resume,
        resume_one,
        value,
    )  # fmt: skip
else:
    _core_in_use: Any = _loaded or core
    asked = _core_in_use.asked
    batch = _core_in_use.batch
    begin = _core_in_use.begin
    next_tokens = _core_in_use.next_tokens
    outcome = _core_in_use.outcome
    paid = _core_in_use.paid
    play_on = _core_in_use.play_on
    replay_one = _core_in_use.replay_one
    resume = _core_in_use.resume
    resume_one = _core_in_use.resume_one
    value = _core_in_use.value

__all__ = [
    "COMPILED", "Ints", "asked", "batch", "begin", "ints", "is_current", "next_tokens", "outcome", "paid", "play_on",
    "replay_one", "resume", "resume_one", "value",
]  # fmt: skip
