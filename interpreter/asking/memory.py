"""What was worked out for one question, kept for the next: many people ask the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, TypeVar, cast

from ..kept import Kept
from .evaluation import Work

T = TypeVar("T")
MOST: Final = 20_000
ROOM: Final = 200_000
"""Facts and outcomes that are kept together, of all rulesets: some 30 megabytes."""


class _Worked(NamedTuple):
    found: Any
    steps: int
    size: int


_kept: Final[Kept[_Worked]] = Kept(MOST, lambda worked: worked.size, ROOM)


def worked_out(key: Hashable, key_size: int, work: Work, make: Callable[[Work], T], size: Callable[[T], int]) -> T:
    """What `make` finds, or has found for this key before. Raises `TooMuch`.

    `key_size` and `size` say how many facts and outcomes there are to keep. It costs the same steps either way, so that
    no answer hangs on what was asked before.
    """

    def worked() -> _Worked:
        mine = Work(work.left)
        try:
            found = make(mine)
        except BaseException:
            work.left = mine.left  # what came to nothing was work as well
            raise
        return _Worked(found, work.left - mine.left, key_size + size(found))

    kept = _kept.get(key, worked)
    work.spend(kept.steps)
    return cast("T", kept.found)
