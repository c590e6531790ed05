"""Headers with several things in one value, `tricks 3; points 41; meld D 20`: one of them is read or changed."""

from __future__ import annotations


def clause(value: str, *key: str) -> str | None:
    """What a value says under this key; `None` if it says nothing of it.

    >>> clause("tricks 3; meld D 20", "meld", "D")
    '20'
    """
    return next((" ".join(each[len(key) :]) for each in _parts(value) if each[: len(key)] == [*key]), None)


def with_clause(value: str, said: str | None, *key: str) -> str:
    """A value that says this under a key, and all else as before; `None` takes the key out.

    >>> with_clause("tricks 3; won SK SQ", "4", "tricks")
    'tricks 4; won SK SQ'
    """
    parts = _parts(value)
    at = next((place for place, each in enumerate(parts) if each[: len(key)] == [*key]), len(parts))
    parts[at : at + 1] = [] if said is None else [[*key, said]]
    return "; ".join(" ".join(part) for part in parts)


def _parts(value: str) -> list[list[str]]:
    return [words for part in value.split(";") if (words := part.split())]
