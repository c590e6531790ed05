"""Typing one text: what every kind of node needs, and how a bare word finds its type."""

from __future__ import annotations

from typing import Any, Final, Protocol

from bummerl.grammar import nodes, parse_expression, suggest

from . import limits
from .expanding import Expander
from .facts import NONE, RESERVED, described
from .fold import make
from .names import Names
from .refusal import Place, Refusal
from .typed import Typed, Words

BARE: Final = ("literal", "list", "none")
"""What has no type of its own yet."""


class Terms(Protocol):
    """What a walk needs of the checker: the names, and terms written out."""

    names: Names
    expander: Expander

    def term(self, name: str, want: str | None, place: Place) -> Typed:
        """A term, typed at a place."""


class Walk:
    """One walk through one text (an expression's or a term's): what every kind of node needs."""

    def __init__(self, terms: Terms, text: str, term: str | None) -> None:
        """`term` is the name of the term whose text this is, if it is one."""
        self.terms, self.names, self.text, self.name_of_term = terms, terms.names, text, term

    def node(self, node: nodes.Node, want: str | None, place: Place) -> Typed:
        """The node, typed; `want` is what the place asks for, which a bare word may take its meaning from."""
        raise NotImplementedError

    def words(self, node: nodes.Node) -> Words:
        """The words of a node."""
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
        """A node, folded; refused if its number could grow too large."""
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
        """The same as another type, if it can be that."""
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
                return self.bare(parse_expression(self.terms.expander.terms[name]), place)
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
