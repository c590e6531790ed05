"""Typing what stands for something: numbers, codes, names, members, functions."""

from __future__ import annotations

from typing import Final

from bummerl.grammar import nodes

from . import limits
from .facts import FACTS, FUNCTIONS, GROUPS, MATCH_ONLY, MEMBERS, NONE, SCOPED, described
from .refusal import Place, Refusal
from .typed import Typed
from .walk import BARE, Walk

KNOWN: Final = (*(name for name in FACTS if "." not in name), *sorted(GROUPS), "yes", "no", "none")
"""Names that can be meant anywhere."""


class NameWalk(Walk):
    """The leaves of a tree, and what hangs on them."""

    def number(self, node: nodes.Number, want: str | None, place: Place) -> Typed:
        """A number, or a rank that looks like one."""
        if want in ("rank", "card"):
            return self.constant(node.text, want, node)
        return self.make(node, "const", "number", value=node.value, most=node.value)

    def code(self, node: nodes.Code, want: str | None, place: Place) -> Typed:
        """A capital code: constant of the type that is wanted, or a bare word."""
        if want in ("suit", "rank", "card", "cards", "contract"):
            return self.constant(node.text, want, node)
        return Typed("literal", "literal", value=node.text, source=self.words(node))

    def listing(self, node: nodes.Listing, want: str | None, place: Place) -> Typed:
        """Words in brackets, still without a type."""
        return Typed("list", "list", value=node.items, source=self.words(node))

    def name(self, node: nodes.Name, want: str | None, place: Place) -> Typed:
        """A fact, a name in memory, a term, or a word."""
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
                return self.terms.term(name, want, place)
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
        known_here = [*dict(place.scope), *KNOWN, *names.memory, *names.terms]
        raise self.fail(node, "unknown-name", f"unknown name `{name}`", token=name, known=known_here)

    def member(self, node: nodes.Member, want: str | None, place: Place) -> Typed:
        """What stands behind a dot."""
        name, names = node.name, self.names
        if isinstance(node.base, nodes.Name) and node.base.text in GROUPS:
            return self.dotted(node, node.base.text, name)
        base = self.whole(node.base, None, place)
        behind = nodes.Name(name, column=node.name_column, end_column=node.name_column + len(name))
        if base.type == "players" and name in names.each:
            kept = names.memory[name]
            most = limits.NUMBER if kept.type == "number" else 0
            return self.make(node, "each", kept.type, (base,), name, ("state",), most)
        members = MEMBERS.get(base.type, {})
        if name not in members:
            known = [*members, *(names.each if base.type == "players" else ())]
            kind = described(base.type)
            message = f"{kind} {'has' if kind.startswith('a ') else 'have'} no `{name}`"
            raise self.fail(behind, "unknown-member", message, token=name, known=known)
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
        """`trick.size` and its kin, `option.NAME`."""
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
        """A function."""
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
