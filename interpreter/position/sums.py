"""Which figures are possible: what so many of these cards can count together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

MOST_SUM: Final = 20_000
"""Sums are told apart up to this one, so that a card of a million costs no more than one of eleven."""


class Sums:
    """The points that any so many cards of a pool can count together: as one bit for each sum, or only between which
    two figures they lie, if the sums are large.
    """

    def __init__(self, worths: Iterable[int]) -> None:
        """`worths`: what each card of the pool counts."""
        each = sorted(worths)
        self.least = [0, *accumulate(each)]
        self.most = [0, *accumulate(reversed(each))]
        self.lowest = min([0, *each])
        self.exact = sum(worth - self.lowest for worth in each) <= MOST_SUM
        self._by_count = [1] + [0] * len(each)
        for k, worth in enumerate(each if self.exact else ()):
            for count in range(k, -1, -1):
                self._by_count[count + 1] |= self._by_count[count] << (worth - self.lowest)

    def possible(self, cards: int, points: int) -> bool:
        """Can so many of the cards count so much? Of large sums: unless they surely cannot."""
        if not 0 <= cards < len(self.least) or not self.least[cards] <= points <= self.most[cards]:
            return False
        return not self.exact or bool(self._by_count[cards] >> (points - self.lowest * cards) & 1)


def shares(total: int, seats: Sequence[int], most: int) -> list[dict[int, int]]:
    """The ways in which the seats can share so many tricks; an empty list if there are more ways than `most`."""
    found: list[dict[int, int]] = [{}]
    for seat in seats[:-1]:
        found = [{**way, seat: n} for way in found for n in range(total - sum(way.values()) + 1)]
        if len(found) > most:
            return []
    return [{**way, seats[-1]: total - sum(way.values())} for way in found] if seats else found
