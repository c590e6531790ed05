"""An image: the integers the core reads, and the names that make them readable again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bummerl.grammar import SEATS
from bummerl.interpreter import core as C
from bummerl.rulesets.model import Ruleset
from bummerl.rulesets.names import Names
from bummerl.rulesets.typed import Typed

from .pack import Deal, Pack

if TYPE_CHECKING:
    from .masks import Masks


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a name of the ruleset's memory lies in S: one place, or a row with a place for each seat."""

    at: int
    type: str
    each: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A fact that an explanation may name: its words, its type, and the program that works it out."""

    name: str
    type: str
    program: int


@dataclass(frozen=True, slots=True)
class Row:
    """A rule as a section holds it: `when` it exists (None: always), and what it says.

    `that` is the condition of a requirement, or the `play` of a duty (None: any card may be played); `more` has the
    other expressions of the rule by their keys (`winner`, `worth`, `pays`, `to`, `points`). For explanations:
    `asks_when` and `asks_that` are programs for the two conditions, `seen` the facts they look at, `said` their words.
    """

    id: str
    number: int
    when: Typed | None
    that: Typed | None = None
    more: Mapping[str, Typed] = field(default_factory=dict)
    asks_when: int | None = None
    asks_that: int | None = None
    seen: tuple[Answer, ...] = ()
    said: str | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """What a finished game is worth: programs for its condition and its figure."""

    id: str
    when: int
    worth: int


@dataclass(frozen=True, slots=True)
class Match:
    """The match's expressions as programs of the image, to be asked after a hand (`WINNER` and `LOSER` in S say who
    won).

    `target`, `exact`: of the game. `dealer`, `carry`, `forfeit`, `goes_on` (card points are brought into the next
    hand): of the hand that has just ended. `write`: `up` or `down`. `best_of`, `first_to`: games of a series and games
    that win it, 0 if there is none. `units`: the first that holds says what a game is worth.
    """

    target: int
    write: str
    dealer: int
    carry: int
    forfeit: int
    exact: int
    goes_on: int
    best_of: int
    first_to: int
    units: tuple[Unit, ...]


class Image:
    """A ruleset under its options as integers; the package's page lists the attributes. Never changes, may be shared
    by threads."""

    def __init__(
        self,
        ruleset: Ruleset,
        options: Mapping[str, Any],
        writer: Masks,
        names: Names,
        pack: Pack,
        deal: Deal,
        *,
        words: Mapping[str, int],
        number_words: Mapping[str, int],
        melds: Mapping[str, int],
        stages: tuple[str, ...],
        match: Match,
        parts: Mapping[tuple[int, str], tuple[Row, ...]],
        facts: Mapping[tuple[int, str], Answer],
        first_packets: bool,
    ) -> None:
        """Called by `build` only."""
        self.ruleset, self.options, self.id = ruleset, dict(options), ruleset.id
        self.names, self.pack, self.deal = names, pack, deal
        self.R: list[int] = list(writer.R)
        self.init: list[int] = list(writer.init)
        self.n = names.seats
        self.seats: tuple[str, ...] = tuple(SEATS[: names.seats])
        self.codes, self.first, self.copies = pack.codes, pack.first, pack.copies
        self.hand_size, self.talon, self.deal_size = deal.hand_size, deal.talon, deal.size
        self.turned, self.shown, self.sits_out = deal.turned, deal.shown, names.sits_out
        self.suits, self.ranks = tuple(names.suits), tuple(names.ranks)
        self.contracts: tuple[str, ...] = tuple(names.contracts)
        self.moves: dict[str, int] = {name: number for name, number in names.moves.items() if number >= C.MOVES}
        self.rule_ids: tuple[str, ...] = tuple(writer.rule_ids)
        self.memory: dict[str, Slot] = {
            name: Slot(at, kept.type, kept.each) for name, (at, kept) in writer.memory.items()
        }
        self.notes: dict[int, Typed] = dict(writer.notes)
        self.constants = {slot: value for value, slot in writer.constants.items()}
        self.scratch = {slot: depth for depth, slot in writer.scratch.items()}
        self.words, self.number_words = words, number_words
        self.texts: tuple[str, ...] = tuple(words)
        self.room: int = self.R[C.ROOM]
        self.melds, self.stages, self.match, self.facts = melds, stages, match, facts
        self.first_packets = first_packets
        self._parts, self._writer = parts, writer

    def parts(self, contract: int, part: str) -> tuple[Row, ...]:
        """The rules of a section in their order; those that options rule out are left out."""
        return self._parts.get((contract, part), ())

    def evaluate(self, S: Sequence[int], node: Typed) -> int:
        """The value of any expression in a state: its program is written behind a copy of the image, which is then
        thrown away. For trying things out; what judging and explaining ask stands in the image already.

        Raises `RulesetError` if it takes too long to work out.
        """
        writer = self._writer.copy()
        pc = writer.cond(node) if node.type == "truth" else writer.value(node)
        return C.run([*S, *writer.init[len(S) :]], writer.R, pc)
