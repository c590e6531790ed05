"""The shape of one file, and how to read on where only keys are misspelt, so that one slip hides nothing else."""

from __future__ import annotations

from typing import Any, Final

from bummerl.grammar import Problem, pointer

from . import limits
from .origin import Laid, Origin
from .schema import faults
from .shape import MISSING_KEY, UNKNOWN_KEY, Fault
from .source import Source, Steps

OF_KEYS: Final = frozenset({UNKNOWN_KEY, MISSING_KEY})
"""What may be wrong with a shape that can be mended."""


def shaped(source: Source) -> tuple[Laid | None, list[Problem]]:
    """The rules of a file, and all that is wrong with its shape, sorted by place.

    Misspelt keys are told and then taken for what was meant, or left out where nobody knows; every part keeps its place
    in the file. If more than that is wrong there are no rules to go on with.
    """
    laid = Laid(source.data, Origin(source))
    found = faults(laid.value)
    told = {_identity(laid, fault): _problem(laid, fault) for fault in found}
    while found:
        misspelt = [fault for fault in found if fault.code == UNKNOWN_KEY]
        if not misspelt or len(found) >= limits.PROBLEMS or not {fault.code for fault in found} <= OF_KEYS:
            return None, _sorted(told)
        for fault in misspelt:
            told.setdefault(_identity(laid, fault), _problem(laid, fault))
        for fault in misspelt:
            laid = _spelt(laid, fault)
        found = faults(laid.value)
    return laid, _sorted(told)


def _spelt(laid: Laid, fault: Fault) -> Laid:
    """The same without a misspelt key; what stood there stands under the one that was meant, if that is free."""
    *above, key = fault.path
    holder = laid
    for step in above:
        holder = holder.child(step)
    value = {name: part for name, part in holder.value.items() if name != key}
    spelt = Laid(value, holder.origin)
    if fault.suggestion is not None and fault.suggestion not in value:
        spelt = spelt.put((fault.suggestion,), holder.child(key))
    return laid.put(tuple(above), spelt)


def _identity(laid: Laid, fault: Fault) -> tuple[str, Steps, str | None]:
    return fault.code, laid.origin.at(fault.path).path, fault.token if fault.code == MISSING_KEY else None


def _problem(laid: Laid, fault: Fault) -> Problem:
    """A fault where it stands in the file."""
    origin = laid.origin.at(fault.path)
    source = origin.source
    span = source.key(origin.path) if fault.key else source.place(origin.path)
    more: dict[str, Any] = {"token": fault.token, "suggestion": fault.suggestion, "expected": fault.expected}
    more |= {"path": pointer(origin.path) or None, "file": source.file}
    return Problem.at(span, fault.code, fault.message, **more) if span else Problem(fault.code, fault.message, **more)


def _sorted(told: dict[tuple[str, Steps, str | None], Problem]) -> list[Problem]:
    return sorted(told.values(), key=lambda problem: problem.sort_key)
