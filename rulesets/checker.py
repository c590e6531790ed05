"""The type checker: one expression's tree becomes typed nodes, or a refusal that says what is wrong and where.

A bare code or word (`J`, `H`, `claim`) has no type of its own and takes that of the other side; `want` carries what the place
asks for downwards. Terms are written out where they stand, so a term may use any fact that is known at each place of its use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bummerl.grammar import ExpressionError, nodes, suggest

from . import limits
from .expanding import Circle, Expander, Extent, parsed
from .facts import FACTS, FUNCTIONS, GROUPS, MATCH_ONLY, MEMBERS, NONE, RESERVED, SCOPED
from .fold import make
from .names import Names
from .typed import Typed, Words

SETS: Final = {"cards": "card", "players": "player"}
BARE: Final = ("literal", "list", "none")
ARITHMETIC: Final = {"+": "add", "-": "sub", "*": "mul"}


class Refusal(Exception):
    """What is wrong with an expression: the parts of a `Problem`, its columns counted in `text` (the expression's, or that of `term`)."""

    def __init__(
        self,
        code: str,
        message: str,
        words: Words,
        *,
        token: str | None = None,
        suggestion: str | None = None,
        expected: tuple[str, ...] = (),
        term: str | None = None,
    ) -> None:
        """`words` says where; `term` names the term whose text that is, if it is one."""
        super().__init__(message)
        self.code, self.message, self.words = code, message, words
        self.token, self.suggestion, self.expected, self.term = token, suggestion, expected, term


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: what is known there, and which loops it is inside of."""

    scope: tuple[tuple[str, str], ...] = ()
    inside: frozenset[str] = frozenset()
    printed: bool = False
    match: bool = False

    def within(self, variable: str) -> Place:
        """The place inside a `where` over cards or players."""
        scope = (*(pair for pair in self.scope if pair[0] != variable), (variable, SCOPED[variable].type))
        return Place(scope, self.inside | {variable}, self.printed, self.match)


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
        return _Walk(self, text, None).whole(parsed(text), want, place)

    def term(self, name: str, want: str | None, place: Place) -> Typed:
        """A term written out at this place. A refusal is kept, too: it is the same for every use."""
        key = (name, want, place)
        found = self._terms.get(key)
        if found is None:
            text = self.expander.terms[name]
            try:
                found = _Walk(self, text, name).node(parsed(text), want, place)
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
            raise found
        return found


class _Walk:
    """One walk through one text (an expression's or a term's)."""

    def __init__(self, checker: Checker, text: str, term: str | None) -> None:
        self.checker, self.names, self.text, self.name_of_term = checker, checker.names, text, term

    # ---- helpers
    def words(self, node: nodes.Node) -> Words:
        return Words(self.text, node.column, node.end_column)

    def fail(
        self, node: nodes.Node, code: str, message: str, *, token: str | None = None, known: Any = None
    ) -> Refusal:
        """A refusal at this node; `known` are words among which the meant one may be."""
        meant = suggest(token, known) if token is not None and known is not None else None
        return Refusal(
            f"ruleset.{code}", message, self.words(node), token=token, suggestion=meant, term=self.name_of_term
        )

    def make(
        self,
        node: nodes.Node,
        op: str,
        type: str,
        args: tuple[Typed, ...] = (),
        value: Any = None,
        deps: tuple[str, ...] | frozenset[str] = (),
        most: int = 0,
    ) -> Typed:
        made = make(op, type, args, value, deps, most=most, source=self.words(node))
        if made.type == "number" and (most > limits.REACH or (made.op == "const" and abs(made.value) > limits.NUMBER)):
            raise self.fail(
                node, "number", f"this may grow too large: numbers stay within {limits.NUMBER:,} either way"
            )
        return made

    def whole(self, node: nodes.Node, want: str | None, place: Place) -> Typed:
        """The node with the type that is wanted."""
        found = self.node(node, want, place)
        if want is not None:
            return self.coerce(found, want, node)
        if found.op in BARE:
            raise self.fail(
                node,
                "bare-word",
                f"`{found.source}` is a plain word here: its meaning is not known",
                token=str(found.source),
            )
        return found

    def coerce(self, found: Typed, want: str, node: nodes.Node) -> Typed:
        if found.type == want:
            return found
        if found.op == "literal":
            return self.constant(found.value, want, node)
        if found.op == "list":
            return self.list_as(found, want, node)
        if found.op == "none" and want in NONE:
            return self.make(node, "const", want, value=NONE[want])
        if want == "cards" and found.type == "card":
            if found.op == "const":
                return self.make(node, "const", "cards", value=1 << found.value if found.value >= 0 else 0)
            return self.make(node, "card_set", "cards", (found,))
        if want in ("rank", "card") and isinstance(node, nodes.Number):
            return self.constant(node.text, want, node)
        is_now = f"`{found.source}`" if found.op in BARE else described(found.type)
        raise Refusal(
            "ruleset.type",
            f"expected {described(want)}, found {is_now}",
            self.words(node),
            token=str(self.words(node)),
            expected=(described(want),),
            term=self.name_of_term,
        )

    def constant(self, text: str, want: str, node: nodes.Node) -> Typed:
        """A bare word as a constant of the type that is wanted."""
        known = self.names.literals(want)
        if known is None:
            raise self.fail(node, "type", f"expected {described(want)}, found `{text}`", token=text)
        if text not in known:
            kind = described(want).removeprefix("a ").removeprefix("an ").removeprefix("the ")
            raise self.fail(
                node,
                "unknown-word",
                f"`{text}` is no {kind} here; known: {', '.join(sorted(known)) or 'none at all'}"
                if len(known) <= 12
                else f"`{text}` is no {kind} here",
                token=text,
                known=known,
            )
        value: Any = text if isinstance(known, frozenset) else known[text]
        if want in ("cards", "suits"):
            value = 1 << value
        return self.make(node, "const", want, value=value)

    def list_as(self, found: Typed, want: str, node: nodes.Node) -> Typed:
        """A list as a set of cards or suits."""
        if want not in ("cards", "suits"):
            raise self.fail(node, "type", f"expected {described(want)}, found a list: use `in` with a list")
        return self.make(node, "const", want, value=sum(1 << value for value in self.listed(found, want[:-1])))

    def listed(self, found: Typed, type: str) -> frozenset[Any]:
        """The words of a list as constants of one type."""
        return frozenset(self.constant(item.text, type, item).value for item in found.value)

    # ---- nodes
    def node(self, node: nodes.Node, want: str | None, place: Place) -> Typed:
        return _WALKS[type(node)](self, node, want, place)

    def number(self, node: nodes.Number, want: str | None, place: Place) -> Typed:
        if want in ("rank", "card"):
            return self.constant(node.text, want, node)
        return self.make(node, "const", "number", value=node.value, most=node.value)

    def code(self, node: nodes.Code, want: str | None, place: Place) -> Typed:
        if want in ("suit", "rank", "card", "cards", "contract"):
            return self.constant(node.text, want, node)
        return Typed("literal", "literal", value=node.text, source=self.words(node))

    def listing(self, node: nodes.Listing, want: str | None, place: Place) -> Typed:
        return Typed("list", "list", value=node.items, source=self.words(node))

    def name(self, node: nodes.Name, want: str | None, place: Place) -> Typed:
        name, names = node.text, self.names
        if want in ("move", "colour", "contract") or (want or "").startswith("word:"):
            known = names.literals(want or "")
            if known is not None and name in known:
                return self.constant(name, want or "", node)
        if name in ("yes", "no"):
            return self.make(node, "const", "truth", value=name == "yes")
        if name == "none":
            return (
                self.coerce(Typed("none", "none", source=self.words(node)), want, node)
                if want in NONE
                else Typed("none", "none", source=self.words(node))
            )
        for known_name, kind in place.scope:
            if known_name == name:
                return self.make(node, "attr", kind, value=name, deps=SCOPED[name].deps, most=SCOPED[name].most)
        if name in FACTS:
            fact = FACTS[name]
            if name == "nobody" or (name == "everyone" and not names.sits_out):
                return self.make(node, "const", "players", value=(1 << names.seats) - 1 if name == "everyone" else 0)
            return self.make(
                node,
                "attr",
                fact.type,
                value=name,
                deps=fact.deps if name != "everyone" else ("state",),
                most=fact.most,
            )
        if name in names.memory:
            kept = names.memory[name]
            if kept.each:
                raise self.fail(
                    node, "each", f"`{name}` is kept for each player: say whose, as in `leader.{name}`", token=name
                )
            return self.make(
                node, "mem", kept.type, value=name, deps=("state",), most=limits.NUMBER if kept.type == "number" else 0
            )
        if name in names.terms:
            try:
                return self.checker.term(name, want, place)
            except Refusal as refusal:
                if refusal.code == "ruleset.scope" and self.name_of_term is None:
                    raise Refusal(
                        refusal.code, f"term `{name}`: {refusal.message}", self.words(node), token=refusal.token
                    ) from None
                raise
        if name in SCOPED:
            raise self.fail(node, "scope", f"`{name}` is not known at this place", token=name)
        if name in GROUPS:
            raise self.fail(node, "dot", f"`{name}` needs a dot and a name after it", token=name)
        if want is not None and (want == "contract" or isinstance(names.literals(want), frozenset)):
            return self.constant(name, want, node)
        raise self.fail(
            node,
            "unknown-name",
            f"unknown name `{name}`",
            token=name,
            known=[
                *dict(place.scope),
                *(f for f in FACTS if "." not in f),
                *names.memory,
                *names.terms,
                "yes",
                "no",
                "none",
            ],
        )

    def member(self, node: nodes.Member, want: str | None, place: Place) -> Typed:
        name, names = node.name, self.names
        if isinstance(node.base, nodes.Name) and node.base.text in GROUPS:
            return self.dotted(node, node.base.text, name)
        base = self.whole(node.base, None, place)
        behind = nodes.Name(name, column=node.name_column, end_column=node.name_column + len(name))
        if base.type == "players" and name in names.each:
            kept = names.memory[name]
            return self.make(
                node, "each", kept.type, (base,), name, ("state",), limits.NUMBER if kept.type == "number" else 0
            )
        members = MEMBERS.get(base.type, {})
        if name not in members:
            known = [*members, *(names.each if base.type == "players" else ())]
            raise self.fail(
                behind, "unknown-member", f"{described(base.type)} {'have' if base.type in SETS or base.type == 'suits' else 'has'} no `{name}`", token=name, known=known
            )
        if name in MATCH_ONLY and not place.match:
            raise self.fail(behind, "scope", f"`{name}` is known in `match` only", token=name)
        fact = members[name]
        deps, op = fact.deps, f".{name}"
        if base.type == "card" and name == "suit":
            op = ".printed_suit" if place.printed else op
            deps = ("trump",) if names.suits_move and not place.printed else ()
        elif base.type == "card" and name == "points" and names.points_vary:
            deps = ("trump",)
        return self.make(node, op, fact.type, (base,), deps=deps, most=fact.most)

    def dotted(self, node: nodes.Member, group: str, name: str) -> Typed:
        behind = nodes.Name(name, column=node.name_column, end_column=node.name_column + len(name))
        if group == "option":
            if name not in self.names.options:
                raise self.fail(
                    behind, "unknown-option", f"unknown option `{name}`", token=name, known=self.names.options
                )
            value, kind = self.names.options[name]
            return self.make(node, "const", kind, value=value)
        fact = FACTS.get(f"{group}.{name}")
        if fact is None:
            known = [fact.partition(".")[2] for fact in FACTS if fact.startswith(f"{group}.")]
            raise self.fail(behind, "unknown-member", f"`{group}` has no `{name}`", token=name, known=known)
        if f"{group}.{name}" == "talon.size":
            return self.make(node, "talon_size", "number", deps=fact.deps, most=fact.most)
        return self.make(node, "attr", fact.type, value=f"{group}.{name}", deps=fact.deps, most=fact.most)

    def call(self, node: nodes.Call, want: str | None, place: Place) -> Typed:
        function = FUNCTIONS.get(node.function)
        if function is None:
            here = nodes.Name(node.function, column=node.column, end_column=node.column + len(node.function))
            raise self.fail(
                here, "unknown-function", f"unknown function `{node.function}`", token=node.function, known=FUNCTIONS
            )
        argument = self.node(node.argument, None, place)
        if argument.op in BARE or (function.takes == ("cards",) and argument.type == "card"):
            argument = self.coerce(argument, function.takes[0], node.argument)
        if argument.type not in function.takes:
            wanted = " or ".join(map(described, function.takes))
            raise self.fail(
                node.argument, "type", f"{node.function}(…) wants {wanted}, found {described(argument.type)}"
            )
        return self.make(node, node.function, function.type, (argument,), argument.type, function.deps, function.most)

    def pair(self, node: nodes.Node, left: nodes.Node, right: nodes.Node, place: Place) -> tuple[Typed, Typed]:
        """Two sides that must agree; a bare word takes its type from the other side."""
        if self.bare(left, place):
            if self.bare(right, place):
                raise self.fail(node, "bare-word", "both sides are plain words: compare one with a fact")
            other = self.whole(right, None, place)
            return self.whole(left, other.type, place), other
        one = self.whole(left, None, place)
        two = self.node(right, one.type, place)
        if one.type == "card" and two.type == "cards":
            return self.coerce(one, "cards", left), two
        return one, self.coerce(two, one.type, right)

    def bare(self, node: nodes.Node, place: Place) -> bool:
        """Is it a word that takes its meaning from the other side?"""
        if isinstance(node, nodes.Name):
            name, names = node.text, self.names
            if name in names.terms and name not in names.memory:
                return self.bare(parsed(self.checker.expander.terms[name]), place)
            return name == "none" or (name not in RESERVED and name not in names.memory and self.word(name))
        return isinstance(node, nodes.Code | nodes.Listing)

    def word(self, name: str) -> bool:
        """Is it a constant of any type?"""
        names = self.names
        return (
            name in names.moves
            or name in names.colours
            or name in names.contracts
            or any(name in words for words in names.choices.values())
        )

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
        if (want is not None and want in NONE) or want in ("number", "truth", "players", "rank", "suits"):
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
    nodes.Number: _Walk.number, nodes.Code: _Walk.code, nodes.Name: _Walk.name, nodes.Listing: _Walk.listing, nodes.Call: _Walk.call,
    nodes.Member: _Walk.member, nodes.Of: _Walk.of, nodes.Minus: _Walk.minus, nodes.Arithmetic: _Walk.arithmetic,
    nodes.Join: _Walk.join, nodes.Without: _Walk.join, nodes.Is: _Walk.is_, nodes.IsSomebody: _Walk.somebody, nodes.In: _Walk.in_,
    nodes.Compare: _Walk.compare, nodes.Beats: _Walk.beats, nodes.Not: _Walk.not_, nodes.And: _Walk.logic, nodes.Or: _Walk.logic,
    nodes.Choose: _Walk.choose, nodes.Where: _Walk.where, nodes.Extreme: _Walk.where,
}  # fmt: skip

_DESCRIBED: Final = {
    "number": "a number", "truth": "a condition (yes or no)", "card": "a card", "cards": "cards", "suit": "a suit", "suits": "suits",
    "rank": "a rank", "players": "players", "contract": "a contract", "move": "the name of a move", "colour": "a colour",
    "literal": "a plain word", "list": "a list", "none": "none",
}  # fmt: skip


def described(type: str) -> str:
    """A type in words."""
    if type.startswith("word:"):
        return f"a choice of option `{type.removeprefix('word:')}`"
    return _DESCRIBED.get(type, type)
