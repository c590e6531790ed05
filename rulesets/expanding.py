"""Terms written out: which terms an expression comes to use, how large it grows, and circles.

Worked out once for each term, before anything is typed, so that typing can follow terms without fear: no circle, no
bomb, no recursion that is too deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bummerl.grammar import ExpressionError, nodes, parse_expression

NOTHING: frozenset[str] = frozenset()


def as_text(value: str | int | bool) -> str:
    """An expression as text; YAML and JSON may have made a number or a truth of it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@dataclass(frozen=True, slots=True)
class Extent:
    """An expression's size and depth with its terms written out, and the terms it uses, those of its terms included."""

    size: int
    depth: int
    terms: frozenset[str]


@lru_cache(2048)
def _own(text: str) -> tuple[int, tuple[tuple[str, int], ...], int]:
    """Nodes, names with the depth at which they stand, and depth, of the text itself."""
    size, names, deepest = 0, [], 0
    rest: list[tuple[nodes.Node, int]] = [(parse_expression(text), 1)]
    while rest:
        node, depth = rest.pop()
        size, deepest = size + 1, max(deepest, depth)
        if isinstance(node, nodes.Name):
            names.append((node.text, depth))
        rest += [(child, depth + 1) for child in node.children()]
    return size, tuple(names), deepest


class Circle(Exception):
    """Terms that go round: `path` begins and ends with the same one, the first by the alphabet."""

    def __init__(self, terms: list[str]) -> None:
        """The terms in the order in which each uses the next, the last the first."""
        first = terms.index(min(terms))
        self.path = [*terms[first:], *terms[: first + 1]]
        super().__init__(" → ".join(self.path))


class Expander:
    """Measures expressions over one set of terms. Terms that cannot be read count as nothing."""

    def __init__(self, terms: Mapping[str, str | int | bool]) -> None:
        """`terms` by name, as written."""
        self.terms = {name: as_text(text) for name, text in terms.items()}
        self._known: dict[str, Extent] = {}
        for name, text in self.terms.items():
            try:
                parse_expression(text)
            except ExpressionError:
                self._known[name] = Extent(1, 1, NOTHING)

    def extent(self, text: str) -> Extent:
        """Measure an expression. Raises `ExpressionError`, and `Circle` if its terms go round."""
        size, names, depth = _own(text)
        used: set[str] = set()
        for name, at in names:
            if name in self.terms:
                term = self._known.get(name) or self._term(name)
                size, depth = size + term.size, max(depth, at + term.depth)
                used |= term.terms | {name}
        return Extent(size, depth, frozenset(used))

    def _term(self, name: str) -> Extent:
        """A term's extent, found without recursion: a chain of terms may be long."""
        path = [name]
        rest = [self._needs(name)]
        while path:
            needed = next((term for term in rest[-1] if term not in self._known), None)
            if needed is None:
                self._known[path[-1]] = self.extent(self.terms[path[-1]])
                path.pop()
                rest.pop()
            elif needed in path:
                raise Circle(path[path.index(needed) :])
            else:
                path.append(needed)
                rest.append(self._needs(needed))
        return self._known[name]

    def _needs(self, name: str) -> Iterator[str]:
        """The terms that a term uses itself."""
        if name in self._known:
            return iter(())
        return iter(dict.fromkeys(used for used, _ in _own(self.terms[name])[1] if used in self.terms))
