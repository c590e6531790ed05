"""A ruleset as the quick question sees it: its score table, what the table looks at, and what each of that can be."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bummerl.rulesets.facts import FACTS, MEMBERS
from bummerl.rulesets.places import move_scope, scope_of, settable
from bummerl.rulesets.typed import Typed
from bummerl.rulesets.typist import Typist

from ..image import Row
from ..image.pack import Seating
from ..rules import Rules
from ..values import members
from .announced import Announced, announced
from .domains import FIGURES, domains, hangs_on_contract
from .evaluation import LIMIT, OWN, SIDED, Scope, TooMuch, Work
from .standing import unnamed
from .values import EITHER, Among, Span

SIDES: Final = scope_of("winner", "loser")
PARTS: Final = ("bonuses", "score", "tiers", "ends")
"""The parts of a section that say how a hand comes out."""
PREPARING_WORK: Final = 60_000
"""Steps for finding out what a ruleset hangs on: five times what the largest shipped one takes."""


class Setting(NamedTuple):
    """A move that sets a name, and what it may set it to (differently under some contract)."""

    move: str
    to: tuple[Typed, ...]


def key_of(rules: Rules) -> tuple[str, str]:
    """What tells rules apart from all others."""
    return rules.ruleset.digest, repr(sorted(rules.options.items()))


class Table:
    """One ruleset under its options. Built once, never changed: threads share it."""

    def __init__(self, rules: Rules, work: Work | None = None) -> None:
        """What takes long is done in the steps that `work` has left."""
        work = Work(PREPARING_WORK) if work is None else work
        self.rules, self.key, image = rules, key_of(rules), rules.image
        self.names, self.pack, self.deal = image.names, image.pack, image.deal
        ruleset, data = rules.ruleset, rules.ruleset.data
        checked = ruleset.typist
        self.typist = checked if checked is not None and not rules.chosen else Typist(ruleset, rules.options)
        seating = Seating.of(self.names.seats, data.get("partners"))
        self.seats, self.sides, self.after = rules.seats, seating.sides, seating.after
        self.all = (1 << len(self.seats)) - 1
        partners = data.get("partners")
        self.partners = self._players(partners) if isinstance(partners, str) else None
        self.sits_out = self._players(data["sits_out"]) if self.names.sits_out else None
        self.contracts = range(-1, len(self.names.contracts))
        self.under = {contract: self.typist.under(contract) for contract in self.contracts}
        self.settings = self._settings()
        self.domains: Mapping[str, Among] = MappingProxyType({})
        self.hidden: Mapping[str, tuple[Typed, Scope]] = MappingProxyType({})
        """Expressions over cards that nobody told of, by their words: they are facts of their own."""
        self.too_large = False
        """Would it take too long to ask about it? Then not all such expressions are known."""
        self.domains = MappingProxyType(domains(self, work))
        try:
            self.hidden = MappingProxyType(unnamed(self, work))
        except TooMuch:
            self.too_large = True

    def written_in(self, rules: Rules) -> Table:
        """The same table, with cards as these rules write them: the same rules in a lexicon."""
        here = copy.copy(self)
        here.rules = rules
        return here

    def _players(self, text: str) -> Typed:
        return self.typist.typed(text, "players", {})

    # ---- rules
    def rows(self, contract: int, part: str) -> tuple[Row, ...]:
        """The rules of a part under a contract (-1: of the game without one)."""
        return self.rules.parts(contract, part)

    @cached_property
    def times(self) -> dict[int, Typed | None]:
        """What the figure is multiplied by, by contract."""
        found = {}
        for contract, typist in self.under.items():
            text = typist.data.get("multiply")
            found[contract] = None if text is None else typist.typed(text, "number", SIDES)
        return found

    def moves(self, contract: int) -> Mapping[str, Mapping[str, Any]]:
        """The moves that can be made under a contract: not those that are off, or ask for what never holds."""
        typist = self.under[contract]
        found = {}
        for name, said in typist.data.get("moves", {}).items():
            if said != "off" and not any(map(self._never, self.rows(contract, f"require:{name}"))):
                found[name] = said
        return found

    @staticmethod
    def _never(row: Row) -> bool:
        return row.when is None and row.that is not None and row.that.op == "const" and not row.that.value

    @cached_property
    def presumed(self) -> Mapping[str, Among]:
        """What is taken to be as it starts where nobody tells it."""
        found = dict[str, Among]()
        for name, said in self.typist.data.get("facts", {}).items():
            kept = self.names.memory[name]
            if said.get("presumed") and kept.type == "number":
                found[name] = Span(kept.start, kept.start)
            elif said.get("presumed"):
                found[name] = frozenset((bool(kept.start) if kept.type == "truth" else kept.start,))
        return found

    def _settings(self) -> dict[str, tuple[Setting, ...]]:
        """What sets each name, over all contracts."""
        found: dict[str, dict[str, dict[int, Typed]]] = {}
        for contract in self.contracts:
            for move, said in self.moves(contract).items():
                scope = scope_of(*move_scope(said))
                for target, text in said.get("set", {}).items():
                    kind = settable(target, self.names)
                    if kind is not None:
                        to = self.under[contract].typed(text, kind, scope)
                        found.setdefault(target, {}).setdefault(move, {})[id(to)] = to
        return {
            target: tuple(Setting(move, tuple(to.values())) for move, to in by_move.items())
            for target, by_move in found.items()
        }

    def contracts_of(self, node: Typed) -> Iterable[int]:
        """The contracts under which an expression that a move works out may come to something different."""
        return self.contracts if hangs_on_contract(node) else (-1,)

    def counts(self, contract: int, said: Mapping[str, Any]) -> Typed:
        """Whether what a move announces counts, asked of each player."""
        return self.under[contract].typed(said.get("counts", "yes"), "truth", {"player": "players"})

    # ---- seats
    def letter(self, one: int) -> str:
        """The letter of a player."""
        return self.seats[one.bit_length() - 1]

    def seat(self, letter: str) -> int:
        """The player of a letter; 0 if there is none."""
        return 1 << self.seats.index(letter) if letter in self.seats else 0

    def plays_alone(self, one: int) -> bool:
        """Is this player always a side by himself?"""
        return self.partners is None and self.sides[one] == one

    @cached_property
    def each_side(self) -> tuple[int, ...]:
        """The sides, where they are the same in every hand; else every player."""
        ones = [1 << i for i in range(len(self.seats))]
        return tuple(dict.fromkeys(ones if self.partners is not None else [self.sides[one] for one in ones]))

    def place(self, players: int, forehand: int) -> int:
        """A player's number from forehand, who is 1; 0 for nobody."""
        n = len(self.seats)
        return (players.bit_length() - forehand.bit_length()) % n + 1 if players else 0

    # ---- what is worked out from values
    def works(self, op: str, value: Any) -> Callable[..., Any] | None:
        """How an operator works on values; None if that hangs on cards, or on what is trump."""
        names, pack = self.names, self.pack
        ranks = len(names.ranks)

        def of(rank: int, suit: int) -> int:
            return -1 if suit < 0 else (suit * ranks + rank) * names.copies

        found: dict[str, Callable[..., Any]] = {
            "count": lambda them: len(members(them)),
            ".next": lambda them: self.after[them],
            ".value": self._value,
            "card_set": lambda card: 1 << card if card >= 0 else 0,
            "of": of,
            "of_set": lambda suit: sum(1 << of(rank, suit) for rank in set(value)) if suit >= 0 else 0,
            ".rank": lambda card: pack.rank[card] if card >= 0 else -1,
            ".printed_suit": lambda card: pack.suit[card] if card >= 0 else -1,
            ".colour": self._colour,
        }
        if not names.suits_move:
            found[".suit"] = found[".printed_suit"]
        if not names.points_vary:
            found[".points"] = lambda card: pack.worth[card] if card >= 0 else 0
            found["points"] = lambda cards: sum(pack.worth[card] for card in members(cards))
        return found.get(op)

    def _value(self, contract: int) -> int:
        """What a contract counts, which options may say."""
        if contract < 0:
            return 0
        value = self.rules.ruleset.data["contracts"][contract].get("value", 0)
        found = self.typist.typed(value, "number", {})
        return int(found.value) if found.op == "const" else 0

    def _colour(self, suit: int) -> str | None:
        number = self.names.suit_colours.get(tuple(self.names.suits)[suit], -1) if suit >= 0 else -1
        return self.rules.colours[number] if number >= 0 else None

    def spelled(self, node: Typed, scope: Mapping[str, Any]) -> str:
        """The words of an expression, with those it speaks of named: what a fact is called that has no other name."""
        words = str(node.source) if node.source is not None else repr(node)
        for name in ("winner", "loser", "player", "actor"):
            if name in scope and name in node.deps:
                them = "(" + " with ".join(self.seats[i] for i in members(scope[name])) + ")"
                words = re.sub(rf"(?<![\w.]){name}\b", them.strip("()") if " " not in them else them, words)
        return words

    # ---- what facts there are, and what each can be
    def kind(self, name: str) -> str | None:
        """The type of a fact; None if this ruleset has no such fact."""
        kind = self._kind(name)
        return None if kind in ("cards", "suits") else kind

    def _kind(self, name: str) -> str | None:
        if name in FACTS:
            return FACTS[name].type
        if name in self.names.memory and not self.names.memory[name].each:
            return self.names.memory[name].type
        seat, _, member = name.partition(".")
        if member and self.seat(seat):
            if member in self.names.each:
                return self.names.memory[member].type
            if member in FIGURES:
                return MEMBERS["players"][member].type
        return self.hidden[name][0].type if name in self.hidden else None

    def domain(self, name: str) -> Among:
        """What a fact can be, as far as that is certain from the deck, the seats and the moves there are."""
        found = self.domains.get(name)
        return self.any_of(self.kind(name) or "number") if found is None else found

    def any_of(self, kind: str) -> Among:
        """Everything of a type."""
        names = self.names
        if kind == "number":
            return Span(-LIMIT, LIMIT)
        if kind == "truth":
            return EITHER
        if kind == "players":
            return frozenset(range(self.all + 1))
        if kind == "actor":
            return frozenset(1 << i for i in range(len(self.seats)))
        if kind == "move":
            return frozenset(names.moves)
        if kind == "colour":
            return frozenset((*names.colours, None))
        sizes = {"card": self.pack.size, "suit": self.pack.suits, "rank": len(names.ranks)}
        return frozenset(range(-1, sizes.get(kind, len(names.contracts))))

    # ---- bounds that follow from the deck
    @cached_property
    def least_in_trick(self) -> int:
        """How many play to a trick at least."""
        if any("players" in self.under[contract].data["play"] for contract in self.contracts):
            return 1
        return self.deal.hands

    @cached_property
    def most_tricks(self) -> int:
        """How many tricks a hand can have at most."""
        longest = self.deal.hand_size + self.deal.talon + self.deal.turned
        return min(longest, self.pack.size // self.least_in_trick)

    @cached_property
    def worths(self) -> tuple[int, ...] | None:
        """What the cards count, the dearest first; None if that varies, or some count less than nothing."""
        worths = tuple(sorted(self.pack.worth, reverse=True))
        return None if self.names.points_vary or (worths and worths[-1] < 0) else worths

    @cached_property
    def announcements(self) -> Announced:
        """How many points announcements can make in a hand at most."""
        return announced(self)

    @property
    def most_melded(self) -> int:
        """How many points announcements of one side can make at most."""
        return self.announcements.side

    def melded(self, tricks: int) -> int:
        """How many points announcements can make in so many tricks: one before each trick, and one after the last."""
        every_trick = max((node.most for node in self._announced), default=0) * (tricks + 1)
        return min(every_trick, self.announcements.all)

    @cached_property
    def melds_add(self) -> bool:
        """Does no announcement take points away?"""
        return all(map(_never_negative, self._announced))

    @cached_property
    def _announced(self) -> list[Typed]:
        """What announcements score."""
        return [
            self.under[contract].typed(said["scores"], "number", scope_of(*move_scope(said)))
            for contract in self.contracts
            for said in self.moves(contract).values()
            if "scores" in said
        ]

    # ---- what the table looks at
    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts that the score table rests on, in the order in which it looks at them."""
        found: dict[str, None] = {"contract": None} if len(self.contracts) > 1 else {}
        for part in ("score", "tiers", "times", "bonuses"):
            for contract in self.contracts:
                for node in self._nodes(contract, part):
                    for leaf in node.walk():
                        found |= dict.fromkeys(self._named(leaf))
        return tuple(name for name in found if not _single(self.domain(name)))

    @cached_property
    def looked_at(self) -> frozenset[str]:
        """The facts that make a difference: those of the score table, and those that say how the hand ended."""
        found = {
            name
            for contract in self.contracts
            for node in self._nodes(contract, "ends")
            for leaf in node.walk()
            for name in self._named(leaf)
        }
        tricks = {f"{seat}.tricks" for seat in self.seats}
        others = {f"{seat}{name[1:]}" for name in self.facts if name[:2] == f"{self.seats[0]}." for seat in self.seats}
        return frozenset(self.facts) | found | tricks | others | frozenset(self.hidden)

    def _nodes(self, contract: int, part: str) -> list[Typed]:
        if part == "times":
            times = self.times[contract]
            return [times] if times is not None else []
        rows = self.rows(contract, part)
        return [node for row in rows for node in (row.when, *row.more.values()) if node is not None]

    def _named(self, leaf: Typed) -> list[str]:
        """The facts that a node reads off the table itself."""
        if leaf.op == "talon_size":
            return ["talon.size"]
        if leaf.op == "mem" and leaf.type not in ("cards", "suits"):
            return [str(leaf.value)]
        if leaf.op == "attr" and leaf.value in FACTS and leaf.type not in ("cards", "suits"):
            name = {"forehand": "dealer", "everyone": "dealer"}.get(str(leaf.value), str(leaf.value))
            return [name]
        if leaf.op == "each":
            return [f"{seat}.{leaf.value}" for seat in self.seats]
        if leaf.op in SIDED:
            return [f"{self.letter(side & -side)}{leaf.op}" for side in self.each_side]
        if leaf.op in OWN:
            alone = leaf.op != ".brought" and self.partners is None and len(self.each_side) == len(self.seats)
            member = f".{OWN[leaf.op].removeprefix('own_')}" if alone else leaf.op
            return [f"{seat}{member}" for seat in self.seats]
        return []


def _single(among: Among) -> bool:
    return len(among) == 1 if isinstance(among, frozenset) else among.least == among.most


def _never_negative(node: Typed) -> bool:
    """Is a number zero or more, whatever there is? Only what is plain to see counts."""
    if node.op == "const":
        return bool(node.value >= 0)
    if node.op == "choose":
        return _never_negative(node.args[0]) and _never_negative(node.args[2])
    return node.op in ("add", "mul") and all(map(_never_negative, node.args))
