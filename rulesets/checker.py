"""The type checker: one expression's tree becomes typed nodes, or a refusal that says what is wrong and where.

A bare code or word (`J`, `H`, `claim`) has no type of its own and takes that of the other side; `want` carries what
the place asks for downwards. Terms are written out where they stand, so a term may use any fact that is known at each
place of its use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bummerl.grammar import ExpressionError, nodes, parse_expression

from . import limits
from .expanding import Circle, Expander, Extent
from .facts import NONE, described
from .names import Names
from .refusal import Place, Refusal
from .typed import Typed, Words
from .walk_names import NameWalk

SETS: Final = {"cards": "card", "players": "player"}
ARITHMETIC: Final = {"+": "add", "-": "sub", "*": "mul"}


class Checker:
    """Types expressions over one set of names; typed terms are kept."""

    def __init__(self, names: Names) -> None:
        """`names` with the terms that hold."""
        self.names = names
        self.expander = Expander(names.terms)
        self._terms: dict[tuple[str, str | None, Place], Typed | Refusal] = {}

    def extent(self, text: str) -> Extent:
        """How large an expression is, its terms written out. Raises `Refusal` if terms go round or it is too large."""
        try:
            extent = self.expander.extent(text)
        except Circle as circle:
            first = circle.path[0]
            whole = self.expander.terms[first]
            raise Refusal(
                "ruleset.circle",
                f"term `{first}` goes round in a circle: {circle}",
                Words(whole, 1, len(whole) + 1),
                token=first,
                term=first,
            ) from None
        if extent.size > limits.NODES or extent.depth > limits.DEPTH:
            raise Refusal(
                "ruleset.expression-size",
                f"too large once its terms are written out: at most {limits.NODES} parts and {limits.DEPTH} levels",
                Words(text, 1, len(text) + 1),
            )
        return extent

    def check(self, text: str, want: str | None, place: Place) -> Typed:
        """The expression, typed. Raises `ExpressionError` if it cannot be read, `Refusal` if it makes no sense here."""
        self.extent(text)
        return _Walk(self, text, None).whole(parse_expression(text), want, place)

    def term(self, name: str, want: str | None, place: Place) -> Typed:
        """A term written out at this place. A refusal is kept, too: it is the same for every use."""
        key = (name, want, place)
        found = self._terms.get(key)
        if found is None:
            text = self.expander.terms[name]
            try:
                found = _Walk(self, text, name).node(parse_expression(text), want, place)
            except Refusal as refusal:
                found = refusal
            except ExpressionError as error:
                problem = error.problem
                found = Refusal(
                    problem.code,
                    problem.message,
                    Words(text, problem.column or 1, problem.end_column or 1),
                    token=problem.token,
                    suggestion=problem.suggestion,
                    expected=problem.expected,
                    term=name,
                )
            self._terms[key] = found
        if isinstance(found, Refusal):
            raise found.with_traceback(None)
        return found


class _Walk(NameWalk):
    """A whole tree: the leaves, and the operators."""

    def node(self, node: nodes.Node, want: str | None, place: Place) -> Typed:
        return _WALKS[type(node)](self, node, want, place)

    def is_(self, node: nodes.Is, want: str | None, place: Place) -> Typed:
        left, right = self.pair(node, node.left, node.right, place)
        return self.negated(node, self.make(node, "is", "truth", (left, right)), node.negated)

    def negated(self, node: nodes.Node, found: Typed, negated: bool) -> Typed:
        return self.make(node, "not", "truth", (found,)) if negated else found

    def somebody(self, node: nodes.IsSomebody, want: str | None, place: Place) -> Typed:
        who = self.whole(node.operand, "players", place)
        return self.negated(node, self.make(node, "is", "truth", (who, Typed("const", "players", value=0))), True)

    def in_(self, node: nodes.In, want: str | None, place: Place) -> Typed:
        return self.negated(node, self.inside(node, place), node.negated)

    def inside(self, node: nodes.In, place: Place) -> Typed:
        if isinstance(node.right, nodes.Listing | nodes.Code | nodes.Number) or (
            isinstance(node.right, nodes.Name) and self.bare(node.right, place)
        ):
            return self.in_list(node, place)
        right = self.whole(node.right, None, place)
        element = {"cards": "cards", "suits": "suit", "players": "players"}.get(right.type)
        if element is None:
            raise self.fail(
                node.right,
                "type",
                f"`in` wants cards, players, suits or a list behind it, found {described(right.type)}",
            )
        left = (
            self.whole(node.left, element, place) if self.bare(node.left, place) else self.whole(node.left, None, place)
        )
        if left.type == "card" and right.type == "cards":
            return self.make(node, "card_in", "truth", (left, right))
        if left.type != element:
            raise self.fail(node, "type", f"{described(left.type)} cannot be in {described(right.type)}")
        return self.make(
            node,
            "suit_in" if element == "suit" else "subset",
            "truth",
            (left, right),
            None if element == "suit" else right.type,
        )

    def in_list(self, node: nodes.In, place: Place) -> Typed:
        """Behind `in` stand words whose type the left side gives."""
        if self.bare(node.left, place):
            raise self.fail(node, "bare-word", "compare a fact, not a plain word")
        left = self.whole(node.left, None, place)
        if left.type in ("card", "cards"):
            right = self.whole(node.right, "cards", place)
            return self.make(
                node,
                "card_in" if left.type == "card" else "subset",
                "truth",
                (left, right),
                None if left.type == "card" else "cards",
            )
        if left.type in ("number", "truth", "players", "suits"):
            raise self.fail(node, "type", f"{described(left.type)} cannot be in a list")
        if isinstance(node.right, nodes.Listing):
            values = self.listed(self.listing(node.right, None, place), left.type)
        else:
            values = frozenset((self.whole(node.right, left.type, place).value,))
        return self.make(node, "in_set", "truth", (left,), values)

    def compare(self, node: nodes.Compare, want: str | None, place: Place) -> Typed:
        both = self.whole(node.left, "number", place), self.whole(node.right, "number", place)
        return self.make(node, "compare", "truth", both, node.operator)

    def beats(self, node: nodes.Beats, want: str | None, place: Place) -> Typed:
        both = self.whole(node.left, "card", place), self.whole(node.right, "card", place)
        return self.make(node, "beats", "truth", both, deps=("led", "trump"))

    def arithmetic(self, node: nodes.Arithmetic, want: str | None, place: Place) -> Typed:
        left, right = self.whole(node.left, "number", place), self.whole(node.right, "number", place)
        most = left.most * right.most if node.operator == "*" else left.most + right.most
        return self.make(node, ARITHMETIC[node.operator], "number", (left, right), most=most)

    def minus(self, node: nodes.Minus, want: str | None, place: Place) -> Typed:
        operand = self.whole(node.operand, "number", place)
        return self.make(node, "sub", "number", (Typed("const", "number", value=0), operand), most=operand.most)

    def join(self, node: nodes.Join | nodes.Without, want: str | None, place: Place) -> Typed:
        if want in SETS:
            left, right = self.whole(node.left, want, place), self.whole(node.right, want, place)
        else:
            left, right = self.pair(node, node.left, node.right, place)
            if left.type == "card":
                left, right = self.coerce(left, "cards", node.left), self.coerce(right, "cards", node.right)
        if left.type not in SETS:
            raise self.fail(node, "type", f"`with` and `except` join players or cards, not {described(left.type)}")
        return self.make(node, "union" if isinstance(node, nodes.Join) else "minus", left.type, (left, right))

    def of(self, node: nodes.Of, want: str | None, place: Place) -> Typed:
        suit = self.whole(node.suit, "suit", place)
        if isinstance(node.ranks, nodes.Listing):
            ranks = tuple(self.constant(item.text, "rank", item).value for item in node.ranks.items)
            return self.make(node, "of_set", "cards", (suit,), ranks)
        rank = self.whole(node.ranks, "rank", place)
        if rank.op != "const":
            raise self.fail(node.ranks, "type", "`of` wants a rank that is written out")
        return Typed("of", "card", (rank, suit), source=self.words(node))

    def where(self, node: nodes.Where | nodes.Extreme, want: str | None, place: Place) -> Typed:
        base = self.whole(node.base, want if want in SETS else None, place)
        if base.type not in SETS:
            raise self.fail(node.base, "type", f"`where` picks from cards or players, not {described(base.type)}")
        variable = SETS[base.type]
        if variable in place.inside:
            raise self.fail(node, "nested-where", f"a `where` over {base.type} inside another one")
        inner = place.within(variable)
        if isinstance(node, nodes.Where):
            op, test = "where", self.whole(node.condition, "truth", inner)
        else:
            op, test = "most" if node.most else "least", self.whole(node.key, "number", inner)
        return Typed(f"{op}_{base.type}", base.type, (base, test), source=self.words(node), free=variable)

    def choose(self, node: nodes.Choose, want: str | None, place: Place) -> Typed:
        condition = self.whole(node.condition, "truth", place)
        if (want is not None and want in NONE) or want in ("number", "truth", "players", "rank", "suits", "direction"):
            value, otherwise = self.whole(node.value, want, place), self.whole(node.otherwise, want, place)
        else:
            value, otherwise = self.pair(node, node.value, node.otherwise, place)
        return self.make(
            node, "choose", value.type, (value, condition, otherwise), most=max(value.most, otherwise.most)
        )

    def logic(self, node: nodes.And | nodes.Or, want: str | None, place: Place) -> Typed:
        parts = tuple(self.whole(part, "truth", place) for part in node.operands)
        return self.make(node, "and" if isinstance(node, nodes.And) else "or", "truth", parts)

    def not_(self, node: nodes.Not, want: str | None, place: Place) -> Typed:
        return self.negated(node, self.whole(node.operand, "truth", place), True)


_WALKS: Final[Mapping[type[nodes.Node], Callable[..., Typed]]] = {
    nodes.Number: _Walk.number, nodes.Code: _Walk.code, nodes.Name: _Walk.name, nodes.Listing: _Walk.listing,
    nodes.Call: _Walk.call,
    nodes.Member: _Walk.member, nodes.Of: _Walk.of, nodes.Minus: _Walk.minus, nodes.Arithmetic: _Walk.arithmetic,
    nodes.Join: _Walk.join, nodes.Without: _Walk.join, nodes.Is: _Walk.is_, nodes.IsSomebody: _Walk.somebody,
    nodes.In: _Walk.in_,
    nodes.Compare: _Walk.compare, nodes.Beats: _Walk.beats, nodes.Not: _Walk.not_, nodes.And: _Walk.logic,
    nodes.Or: _Walk.logic,
    nodes.Choose: _Walk.choose, nodes.Where: _Walk.where, nodes.Extreme: _Walk.where,
}  # fmt: skip
