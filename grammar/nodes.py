"""The tree of an expression: one frozen dataclass for each thing that can be said.

Every node knows where it stands: `column` is the place of its first character in the expression's text, counted in code
points from 1 through the whole text (line ends count as one), `end_column` the place just past its last. The places are
no part of a node's value: two nodes are equal if they say the same.

Nothing here knows types or which names exist; that is the ruleset's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What all nodes share: their place."""

    column: int = field(compare=False)
    end_column: int = field(compare=False)

    def children(self) -> Iterator[Node]:
        """The nodes directly below, in the order of their fields."""
        for each in fields(self):
            value = getattr(self, each.name)
            for child in value if isinstance(value, tuple) else (value,):
                if isinstance(child, Node):
                    yield child


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`7`. In the right place the same spelling is a rank, so `text` is kept."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class Code(Node):
    """`J` `H` `SQ`: a rank, a suit or a card, by what the other side is."""

    text: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`trump`: a fact, a term, a word of memory, a constant, or a word such as a contract's or a move's."""

    text: str


Item = Number | Code | Name
"""What a list is made of."""


@dataclass(frozen=True, slots=True)
class Listing(Node):
    """`(K Q)`: at least two numbers, codes or names."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`count(actor.hand)`."""

    function: str
    argument: Node


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`actor.hand`; `name_column` is where the name behind the dot begins."""

    base: Node
    name: str
    name_column: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`K of trump`, `(K Q) of suit`."""

    ranks: Node
    suit: Node


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-x`."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`a + b`, `a - b`, `a * b`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Join(Node):
    """`a with b`: players or cards put together."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Without(Node):
    """`a except b`: players or cards taken away."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`a is b`, `a is not b`."""

    left: Node
    right: Node
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsSomebody(Node):
    """`x is somebody`: not nobody."""

    operand: Node


@dataclass(frozen=True, slots=True)
class In(Node):
    """`a in b`, `a not in b`."""

    left: Node
    right: Node
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`a < b` and its kin; `operator` is one of `<` `<=` `>` `>=`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Beats(Node):
    """`card beats best`."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not a`."""

    operand: Node


@dataclass(frozen=True, slots=True)
class And(Node):
    """`a and b and c`, two or more."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`a or b or c`, two or more."""

    operands: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`value if condition else otherwise`."""

    value: Node
    condition: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Where(Node):
    """`cards where condition`: those for which it holds."""

    base: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """`players where most key`, `cards where least key`: those for whom the key is greatest or least."""

    base: Node
    key: Node
    most: bool
