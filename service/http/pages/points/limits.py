"""The card points that a ruleset asks for: the figures that its conditions compare card points with.

`claimer.points >= enough`, with `enough: 66` among the terms, makes 66 such a figure.  Which they are is for the
ruleset to say; where a figure hangs on how the hand goes, there is none to draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bummerl.grammar import ExpressionError, nodes, parse_expression
from bummerl.rulesets import Ruleset

WHO: Final = (("ends", "when"), ("score", "when"), ("score", "winner"))
HOW_MUCH: Final = (("score", "worth"), ("score", "pays"), ("tiers", "when"), ("tiers", "worth"))
POINTS: Final = "points"


@dataclass(frozen=True, slots=True)
class Limits:
    """The figures in rising order; `goal` is the one that decides who wins, not only how much."""

    figures: list[int]
    goal: int | None


NO_LIMITS: Final = Limits([], None)


def limits_of(ruleset: Ruleset, options: Mapping[str, Any]) -> Limits:
    """The figures of a ruleset, under these options."""
    reader = _Reader(ruleset.data, options)
    return Limits(sorted(reader.found((*WHO, *HOW_MUCH))), max(reader.found(WHO), default=None))


class _Reader:
    def __init__(self, rules: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.terms: dict[str, nodes.Node] = {}
        for name, text in rules.get("terms", {}).items():
            if (tree := _tree(text)) is not None:
                self.terms[name] = tree
        defaults = {name: option.get("default") for name, option in rules.get("options", {}).items()}
        self.options = {**defaults, **options}

    def found(self, parts: Sequence[tuple[str, str]]) -> set[int]:
        """Every figure that card points are compared with in these parts, and in the terms that they use."""
        seen, waiting = set[str](), list(self._conditions(parts))
        figures = set[int]()
        while waiting:
            for node in _under(waiting.pop()):
                if isinstance(node, nodes.Name) and node.text in self.terms and node.text not in seen:
                    seen.add(node.text)
                    waiting.append(self.terms[node.text])
                if isinstance(node, nodes.Compare):
                    figures |= self._compared(node.left, node.right) | self._compared(node.right, node.left)
        return {figure for figure in figures if figure > 0}

    def _conditions(self, parts: Sequence[tuple[str, str]]) -> Iterator[nodes.Node]:
        for part, key in parts:
            for row in self.rules.get(part, ()):
                if isinstance(row, Mapping) and (tree := _tree(row.get(key))) is not None:
                    yield tree

    def _compared(self, points: nodes.Node, figure: nodes.Node) -> set[int]:
        if not self._is_points(points):
            return set()
        value = self._figure(figure)
        return set() if value is None else {value}

    def _is_points(self, node: nodes.Node, depth: int = 0) -> bool:
        match node:
            case nodes.Member(name=name):
                return name == POINTS
            case nodes.Name(text=text) if text in self.terms and depth < len(self.terms):
                return self._is_points(self.terms[text], depth + 1)
            case nodes.Choose(value=value, otherwise=otherwise):
                return self._is_points(value, depth) or self._is_points(otherwise, depth)
        return False

    def _figure(self, node: nodes.Node, depth: int = 0) -> int | None:
        match node:
            case nodes.Number(value=value):
                return value
            case nodes.Name(text=text) if text in self.terms and depth < len(self.terms):
                return self._figure(self.terms[text], depth + 1)
            case nodes.Member(base=nodes.Name(text="option"), name=name):
                chosen = self.options.get(name)
                return chosen if isinstance(chosen, int) and not isinstance(chosen, bool) else None
        return None


def _tree(text: Any) -> nodes.Node | None:
    if isinstance(text, bool) or not isinstance(text, int | str):
        return None
    try:
        return parse_expression(str(text))
    except ExpressionError:
        return None


def _under(node: nodes.Node) -> Iterator[nodes.Node]:
    yield node
    for child in node.children():
        yield from _under(child)
