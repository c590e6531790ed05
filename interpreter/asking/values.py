"""What a value may be while not all is known: a span of numbers, or a set of whatever else there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

MOST_WHYS: Final = 8
"""So many missing facts are remembered of a value."""


class Span(NamedTuple):
    """All whole numbers from `least` to `most`."""

    least: int
    most: int


Among = Span | frozenset[Any]
"""What something is among."""


class May(NamedTuple):
    """A value as far as it is known: what it is `among` (None: cards nobody told of), and `why` it is no further known:
    the facts that are missing, the first of them first."""

    among: Among | None
    why: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Is there one value left?"""
        among = self.among
        return len(among) == 1 if isinstance(among, frozenset) else among is not None and among.least == among.most

    @property
    def values(self) -> frozenset[Any]:
        """The values of what is no number."""
        assert isinstance(self.among, frozenset)
        return self.among

    @property
    def span(self) -> Span:
        """The span of a number."""
        return span_of(self.among)

    @property
    def one(self) -> Any:
        """The value that is left."""
        among = self.among
        if isinstance(among, frozenset):
            return next(iter(among))
        assert among is not None
        return among.least

    @property
    def holds(self) -> bool | None:
        """A condition as true, false or open."""
        return bool(self.one) if self.known else None


YES: Final = May(frozenset((True,)))
NO: Final = May(frozenset((False,)))
EITHER: Final = frozenset((True, False))
CARDS: Final = May(None)
"""Cards that nobody told of."""


def span_of(among: Among | None) -> Span:
    """The span of a number; one whose values are listed reaches from the least to the greatest."""
    assert among is not None
    return among if isinstance(among, Span) else Span(min(among), max(among))


def may(among: Among, *whys: tuple[str, ...]) -> May:
    """A value with the reasons why it is not known."""
    if len(among) == 1 if isinstance(among, frozenset) else among.least == among.most:
        return May(among)
    if len(whys) == 1:
        return May(among, whys[0])
    return May(among, tuple(dict.fromkeys([fact for why in whys for fact in why]))[:MOST_WHYS])


def truth(holds: bool | None, *whys: tuple[str, ...]) -> May:
    """A condition that is true, false or open."""
    return may(EITHER, *whys) if holds is None else YES if holds else NO


def hull(parts: Iterable[Among]) -> Among:
    """Everything that is in one of them: numbers as one span."""
    them = list(parts)
    if all(isinstance(part, frozenset) for part in them):
        return frozenset[Any]().union(*(part for part in them if isinstance(part, frozenset)))
    spans = [span_of(part) for part in them]
    return Span(min(s.least for s in spans), max(s.most for s in spans))


def meet(one: Among, two: Among) -> Among | None:
    """What is in both; None if there is nothing."""
    if isinstance(one, Span) and isinstance(two, Span):
        least, most = max(one.least, two.least), min(one.most, two.most)
        return Span(least, most) if least <= most else None
    if isinstance(one, Span):
        one, two = two, one
    assert isinstance(one, frozenset)
    kept = one & two if isinstance(two, frozenset) else frozenset(v for v in one if two.least <= v <= two.most)
    return kept or None


def without(among: Among, value: Any) -> Among:
    """The same without one value, if that can be said."""
    if isinstance(among, frozenset):
        return among - {value}
    if among.least == value:
        return Span(value + 1, among.most)
    return Span(among.least, value - 1) if among.most == value else among


def in_order(value: Any) -> tuple[int, str]:
    """Sorts values of one type: numbers as they are, names by their letters."""
    return (int(value), "") if isinstance(value, int) else (0, str(value))
