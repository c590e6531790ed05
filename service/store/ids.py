"""The ids of kept rulings: short enough to be read out over the table, too many to be guessed."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Digits and letters without 0 O 1 I L, which are taken for each other."""
GROUP: Final = 5
LENGTH: Final = 2 * GROUP
"""31 to the power of 10 ids: about 49 bits."""
_KNOWN: Final = frozenset(ALPHABET)
_LONGEST: Final = 40


def new_id() -> str:
    """An id by chance, as it is shown and stored: `7F3KQ-2MD4X`."""
    return _grouped("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def read_id(text: str) -> str | None:
    """The id that somebody wrote, in any case, with hyphens and spaces or without; None if it can be no id."""
    if len(text) > _LONGEST:
        return None
    plain = "".join(text.split()).replace("-", "").upper()
    return _grouped(plain) if len(plain) == LENGTH and _KNOWN.issuperset(plain) else None


def _grouped(plain: str) -> str:
    return f"{plain[:GROUP]}-{plain[GROUP:]}"
