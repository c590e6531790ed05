"""A checked expression: a tree whose every node knows its type, what it hangs on, and the words it came from.

The image builder turns it into instructions, the lints look through it, explanations read it back. Nodes are
immutable and shared: the same term in the same place is the same object. Options and literals are worked out already
(see `fold`), terms are written out.

| `op` | `type` | `args` | `value` |
| --- | --- | --- | --- |
| `const` | any | | see below |
| `attr` | any | | name of a fact, as written: `trick.number`, `undrawn`, `actor` |
| `talon_size` | number | | |
| `mem` | any | | name in memory |
| `each` | any | players | name in memory that is kept for each player |
| `.tricks` … | any | what stands before the dot | |
| `count` `suits` `points` `holder` `played` `highest` `lowest` | | argument | its type |
| `is` | truth | two of one type | |
| `compare` | truth | two numbers | `<` `<=` `>` `>=` |
| `in_set` | truth | suit, rank, contract, move, colour or word | frozenset of constants |
| `card_in` `suit_in` | truth | member, set | |
| `subset` | truth | two sets (false if the left is empty) | their type |
| `beats` | truth | two cards | |
| `and` `or` `not` | truth | conditions | |
| `choose` | any | value, condition, other value | |
| `add` `sub` `mul` | number | two numbers | |
| `union` `minus` | players, cards | two sets | |
| `card_set` | cards | a card | |
| `of` | card | rank (const), suit | |
| `of_set` | cards | suit | tuple of rank indices |
| `where_cards` `where_players` | set | set, condition over `card` or `player` | |
| `most_…` `least_…` | set | set, number over `card` or `player` | |

A constant's value is a number; a truth as bool; a suit, rank, card or contract as its index (none: -1); cards, suits
or players as a bit set; a move, colour or word as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Words(NamedTuple):
    """The words a node came from: a piece of an expression's text (of the term's, where a term was written out)."""

    text: str
    column: int
    end_column: int

    def __str__(self) -> str:
        """The piece itself."""
        return self.text[self.column - 1 : self.end_column - 1]


class Typed:
    """One node of a checked expression; the module's table lists every `op`."""

    __slots__ = ("args", "deps", "most", "op", "source", "type", "value")

    def __init__(
        self,
        op: str,
        type: str,
        args: tuple[Typed, ...] | list[Typed] = (),
        value: Any = None,
        deps: frozenset[str] | tuple[str, ...] = (),
        *,
        most: int = 0,
        source: Words | None = None,
        free: str | None = None,
    ) -> None:
        """`deps` are added to those of the arguments; `most` is how great a number can become; `free` is the variable
        of a loop, which its last argument hangs on and the whole does not."""
        self.op = op
        self.type = type
        self.args = tuple(args)
        self.value = value
        self.deps: frozenset[str] = frozenset(deps).union(*(arg.deps for arg in self.args))
        if free is not None:
            self.deps = self.args[0].deps | (self.args[-1].deps - {free})
        self.most = most
        self.source = source

    def walk(self) -> Iterator[Typed]:
        """This node and all below it."""
        yield self
        for arg in self.args:
            yield from arg.walk()

    def __repr__(self) -> str:
        """`(op value args…)`, for debugging and for tests."""
        shown = sorted(self.value) if isinstance(self.value, frozenset) else self.value
        value = [] if shown is None else [repr(shown)]
        return f"({' '.join([self.op, *value, *map(repr, self.args)])})"
