"""Typing what stands for something: numbers, codes, names, members, functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bummerl.grammar import nodes, suggest
from bummerl.grammar.diagnostics import listed

from . import limits
from .everywhere import known_in
from .facts import FACTS, FUNCTIONS, GROUPS, MATCH_ONLY, MEMBERS, NONE, SCOPED, described
from .names import Names
from .refusal import Place, Refusal
from .typed import Typed
from .walk import BARE, Walk

KNOWN: Final = (*(name for name in FACTS if "." not in name), *sorted(GROUPS), "yes", "no", "none")
"""Names that can be meant anywhere."""


def _words_of(names: Names, want: str | None) -> Collection[str] | None:
    """The words of a type that is made of words, and None of any other. They come before everything else."""
    if want is None or not (want in ("move", "colour", "contract", "direction") or want.startswith("word:")):
        return None
    return names.literals(want)


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
        """A word that is wanted, a fact, a name in memory, a term; the first that it can be."""
        name, names = node.text, self.names
        words = _words_of(names, want)
        if want is not None and words is not None and name in words:
            return self.constant(name, want, node)
        if name in ("yes", "no"):
            return self.make(node, "const", "truth", value=name == "yes")
        if name == "none":
            none = Typed("none", "none", source=self.words(node))
            return self.coerce(none, want, node) if want in NONE else none
        kind = dict(place.scope).get(name)
        if kind is not None:
            return self.make(node, "attr", kind, value=name, deps=SCOPED[name].deps, most=SCOPED[name].most)
        if name in FACTS:
            return self.fact(node)
        if name in names.memory:
            return self.kept(node)
        if name in names.terms:
            return self.term(node, want, place)
        if want is not None and words is not None and name not in SCOPED and name not in GROUPS:
            return self.constant(name, want, node)  # which refuses it, and says which words there are
        raise self.no_name(node, place)

    def fact(self, node: nodes.Name) -> Typed:
        """What is known everywhere."""
        name, names = node.text, self.names
        if name == "nobody":
            return self.make(node, "const", "players", value=0)
        if name == "everyone":
            if not names.sits_out:
                return self.make(node, "const", "players", value=(1 << names.seats) - 1)
            return self.make(node, "attr", "players", value=name, deps=("state",))
        fact = FACTS[name]
        return self.make(node, "attr", fact.type, value=name, deps=fact.deps, most=fact.most)

    def kept(self, node: nodes.Name) -> Typed:
        """What is kept in mind."""
        name = node.text
        kept = self.names.memory[name]
        if kept.each:
            message = f"`{name}` is kept for each player: say whose, as in `leader.{name}`"
            raise self.fail(node, "each", message, token=name)
        most = limits.NUMBER if kept.type == "number" else 0
        return self.make(node, "mem", kept.type, value=name, deps=("state",), most=most)

    def term(self, node: nodes.Name, want: str | None, place: Place) -> Typed:
        """A term, written out. What it lacks here is said of the place that uses it."""
        try:
            return self.terms.term(node.text, want, place)
        except Refusal as refusal:
            if refusal.code != "ruleset.scope" or self.name_of_term is not None:
                raise
            message = f"term `{node.text}`: {refusal.message}"
            raise Refusal(refusal.code, message, self.words(node), token=refusal.token) from None

    def no_name(self, node: nodes.Name, place: Place) -> Refusal:
        """Why a name means nothing here."""
        name, names = node.text, self.names
        if name in SCOPED:
            message = f"`{name}` is not known at this place, but in {listed(known_in(name), 'and')}"
            return self.fail(node, "scope", message, token=name)
        if name in GROUPS:
            return self.fail(node, "dot", f"`{name}` needs a dot and a name after it", token=name)
        known = [*dict(place.scope), *KNOWN, *names.memory, *names.terms]
        message = f"unknown name `{name}`"
        elsewhere = suggest(name, SCOPED) if suggest(name, known) is None else None
        if elsewhere is not None:
            message += f"; `{elsewhere}` is not known at this place, but in {listed(known_in(elsewhere), 'and')}"
        return self.fail(node, "unknown-name", message, token=name, known=known)

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
