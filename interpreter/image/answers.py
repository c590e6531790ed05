"""What explanations will ask of an image: programs behind all others for the facts that texts name, and for the
conditions of rules with the values they look at.

They are written when the image is built, so that what is too much is refused there and an image never grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bummerl.rulesets.facts import SCOPED
from bummerl.rulesets.model import Ruleset, RulesetError
from bummerl.rulesets.places import scope_of
from bummerl.rulesets.texts import holes
from bummerl.rulesets.typed import Typed
from bummerl.rulesets.typist import Typist

from .image import Answer, Row
from .masks import Masks

KNOWN: Final = scope_of(*SCOPED)
"""What a rule's text may name besides the facts that are known everywhere."""
UNSAID: Final = "unit"
"""The kind of rule whose words are not filled in: those of the match."""
ON_CARDS: Final = (".suit", ".rank", ".colour", ".points", ".printed_suit")
"""What a card has; of it the card is told."""
UNTOLD: Final = ("ends", "irregularities")
"""Lists of rules whose conditions no explanation shows."""
NO_CALL: Final = -1
Parts = dict[tuple[int, str], tuple[Row, ...]]
Strengths = tuple[object, int]


def facts_named(ruleset: Ruleset) -> dict[str, str]:
    """Every fact that the text of a rule names, in any language, with the place of one such text."""
    found: dict[str, str] = {}
    for rule in ruleset.rules.values():
        for text in rule.texts.values() if rule.kind != UNSAID else ():
            for hole in holes(text):
                if hole.name is not None:
                    found.setdefault(hole.name, f"{rule.path}/text")
    return found


def leaves(node: Typed | None) -> Iterator[Typed]:
    """The facts in a condition: what is read off the table, not what is made of it."""
    if node is None or node.op == "const":
        return
    if node.op in ("attr", "mem", "talon_size", "each"):
        if node.value not in ("card", "player", "actor"):
            yield node
    elif node.op in ON_CARDS and node.args[0].type == "card":
        yield from leaves(node.args[0])
    elif node.op.startswith((".", "where_", "most_", "least_")):
        if not node.deps & {"card", "player"}:
            yield node
    else:
        for arg in node.args:
            yield from leaves(arg)


def words_of(leaf: Typed) -> str:
    """What a fact in a condition is called."""
    if leaf.op in ("attr", "mem"):
        return str(leaf.value)
    return "talon.size" if leaf.op == "talon_size" else str(leaf.source)


class Answers:
    """Writes the programs. `strengths` are those of each contract, because a program may rank cards."""

    def __init__(self, writer: Masks, typist: Typist, strengths: Mapping[int, Strengths]) -> None:
        self.w, self.typist, self.strengths = writer, typist, strengths
        self._written: dict[tuple[int, object], tuple[Typed, int]] = {}
        self._leaves: dict[int, tuple[Typed, tuple[Typed, ...]]] = {}

    def facts(self, named: Mapping[str, str]) -> dict[tuple[int, str], Answer]:
        """By contract and name: the facts that texts name, where there is such a fact. Raises `RulesetError` at the
        text if one takes too long to work out.
        """
        found = {}
        for contract in self.strengths:
            typist = self.typist.under(contract)
            for name, place in named.items():
                try:
                    node = typist.typed(name, None, KNOWN, "text")
                except RulesetError:  # named in a text of another contract only
                    continue
                try:
                    found[contract, name] = Answer(name, node.type, self.program(node, contract))
                except RulesetError as error:
                    raise RulesetError(tuple(replace(p, path=p.path or place) for p in error.problems)) from None
        return found

    def rows(self, parts: Parts) -> Parts:
        """The rules with programs for their conditions. Who calls a contract does so under the game without one."""
        found = dict(parts)
        for (contract, part), rows in parts.items():
            if part not in UNTOLD:
                found[contract, part] = tuple(self.row(row, NO_CALL if part == "call" else contract) for row in rows)
        return found

    def row(self, row: Row, contract: int) -> Row:
        """One rule with its programs."""
        conditions = [node for node in (row.when, row.that) if node is not None]
        texts = [node.source.text for node in conditions if node.source is not None]
        seen: dict[str, Answer] = {}
        for leaf in (leaf for node in conditions for leaf in self.leaves(node)):
            name = words_of(leaf)
            if name not in seen:
                seen[name] = Answer(name, leaf.type, self.program(leaf, contract))
        return replace(
            row,
            asks_when=None if row.when is None else self.program(row.when, contract),
            asks_that=None if row.that is None else self.program(row.that, contract),
            seen=tuple(seen.values()),
            said=": ".join(texts) or None,
        )

    def leaves(self, node: Typed) -> Sequence[Typed]:
        """The facts in a condition; conditions are shared by many contracts."""
        if id(node) not in self._leaves:
            self._leaves[id(node)] = (node, tuple(leaves(node)))
        return self._leaves[id(node)][1]

    def program(self, node: Typed, contract: int) -> int:
        """The program of an expression under a contract."""
        w = self.w
        w.power_key, w.power_at = self.strengths[contract]
        key = (id(node), w.power_key)
        if key not in self._written:
            self._written[key] = (node, w.cond(node) if node.type == "truth" else w.value(node))
        return self._written[key][1]
