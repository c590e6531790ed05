"""Making nodes: what options and literals already decide is worked out at once.

A condition that an option settles costs nothing later, and the rows and lines it stands before disappear.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from .typed import Typed, Words

COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}


def make(
    op: str,
    type: str,
    args: tuple[Typed, ...],
    value: Any = None,
    deps: frozenset[str] | tuple[str, ...] = (),
    *,
    most: int = 0,
    source: Words | None = None,
) -> Typed:
    """The node, or what it comes to if its arguments are constants."""

    def const(found: Any) -> Typed:
        return Typed("const", type, value=found, most=abs(found) if type == "number" else 0, source=source)

    known = [arg.op == "const" for arg in args]
    if op in ("and", "or"):
        return _logic(op, args, source)
    if op == "choose" and known[1]:
        return args[0] if args[1].value else args[2]
    if args and all(known):
        values = [arg.value for arg in args]
        if op == "not":
            return const(not values[0])
        if op == "is":
            return const(values[0] == values[1])
        if op == "in_set":
            return const(values[0] in value)
        if op == "compare":
            return const(COMPARE[value](*values))
        if op in ARITHMETIC:
            return const(ARITHMETIC[op](*values))
    return Typed(op, type, args, value, deps, most=most, source=source)


def _logic(op: str, args: tuple[Typed, ...], source: Words | None) -> Typed:
    settles = op == "or"
    if any(arg.op == "const" and arg.value is settles for arg in args):
        return Typed("const", "truth", value=settles, source=source)
    open_ones = tuple(arg for arg in args if arg.op != "const")
    if not open_ones:
        return Typed("const", "truth", value=not settles, source=source)
    return open_ones[0] if len(open_ones) == 1 else Typed(op, "truth", open_ones, source=source)
