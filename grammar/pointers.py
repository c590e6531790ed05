"""Ways through maps and lists, written as JSON pointers (RFC 6901): `/moves/3`, `/options/last~1trick`."""

from __future__ import annotations

from collections.abc import Iterable


def escaped(key: str | int) -> str:
    """A key, or a place in a list, as one step of a pointer.

    >>> escaped("a/b~c"), escaped(3)
    ('a~1b~0c', '3')
    """
    return str(key).replace("~", "~0").replace("/", "~1")


def pointer(path: Iterable[str | int]) -> str:
    """A way through maps and lists as a pointer; the whole is the empty text.

    >>> pointer(("moves", "close", "require", 0)), pointer(())
    ('/moves/close/require/0', '')
    """
    return "".join(f"/{escaped(step)}" for step in path)
