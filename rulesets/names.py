"""The names a ruleset brings: its suits, ranks and cards, memory, terms, options, moves and contracts, each with its
type and number.

The numbers are the ones that typed expressions and the interpreter's image use: suits, ranks and contracts in the
order of the file, cards suit by suit and rank by rank (copies side by side, a code standing for the first of them),
moves from 3 on behind `deal`, `card` and `trick`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

HAPPENED: Final = ("deal", "card", "trick")
"""What `last_move` may be besides the name of a move."""

DIRECTIONS: Final = frozenset({"up", "down"})
"""Ways to write scores: from nothing up, or from the target down."""

START: Final[dict[str, tuple[str, int]]] = {
    "player": ("players", 0), "players": ("players", 0), "number": ("number", 0), "truth": ("truth", 0),
    "card": ("card", -1), "cards": ("cards", 0), "suit": ("suit", -1),
}  # fmt: skip
"""Kinds of memory: type, and what it starts as."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A name that the table keeps in mind: its type, its value at the start of a hand, whether each player has one."""

    type: str
    start: int
    each: bool = False

    @classmethod
    def of(cls, kind: str | int | bool) -> Memory:
        """What the declaration says: a kind, `each` kind, `yes`/`no`, or a number to start at."""
        if isinstance(kind, bool) or kind in ("yes", "no"):
            return cls("truth", int(kind in (True, "yes")))
        if isinstance(kind, int):
            return cls("number", kind)
        each = kind.startswith("each ")
        return cls(*START[kind.removeprefix("each ")], each)


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a ruleset with its options settled. `under` gives those that hold under a contract."""

    seats: int
    suits: dict[str, int]
    ranks: dict[str, int]
    cards: dict[str, int]
    copies: int
    colours: dict[str, int]
    suit_colours: dict[str, int]
    moves: dict[str, int]
    contracts: dict[str, int]
    memory: dict[str, Memory]
    options: dict[str, tuple[Any, str]]
    choices: dict[str, frozenset[str]]
    terms: dict[str, str | int | bool]
    sits_out: bool
    suits_move: bool
    points_vary: bool
    turned: bool
    each: frozenset[str] = field(default=frozenset())

    @classmethod
    def of(cls, data: Mapping[str, Any], settled: Mapping[str, Any]) -> Names:
        """The names of resolved rules; `settled` has the value of every option that is not at its default."""
        deck = data["deck"]
        suits = {suit: index for index, suit in enumerate(deck["suits"])}
        ranks = {str(rank): index for index, rank in enumerate(deck["ranks"])}
        copies = deck.get("copies", 1)
        colours = {colour: index for index, colour in enumerate(deck.get("colours", {}))}
        memory = {name: Memory.of(kind) for name, kind in data.get("memory", {}).items()}
        options, choices = _options(data.get("options", {}), settled)
        return cls(
            seats=data["seats"],
            suits=suits,
            ranks=ranks,
            cards={s + r: (i * len(ranks) + j) * copies for s, i in suits.items() for r, j in ranks.items()},
            copies=copies,
            colours=colours,
            suit_colours={s: colours[c] for c, them in deck.get("colours", {}).items() for s in them},
            moves={name: index for index, name in enumerate((*HAPPENED, *data.get("moves", {})))},
            contracts={contract["id"]: index for index, contract in enumerate(data.get("contracts", []))},
            memory=memory,
            options=options,
            choices=choices,
            terms=data.get("terms", {}),
            sits_out="sits_out" in data,
            suits_move=bool(deck.get("belongs")),
            points_vary=bool(deck.get("points")),
            turned=any("turn_up" in packet or "show" in packet for packet in data["deal"]),
            each=frozenset(name for name, kept in memory.items() if kept.each),
        )

    def literals(self, type: str) -> Mapping[str, int] | frozenset[str] | None:
        """The words that are constants of this type, or None if a bare word can be none."""
        match type:
            case "suit" | "suits":
                return self.suits
            case "rank":
                return self.ranks
            case "card" | "cards":
                return self.cards
            case "contract":
                return self.contracts
            case "move":
                return frozenset(self.moves)
            case "colour":
                return frozenset(self.colours)
            case "direction":
                return DIRECTIONS
            case _:
                return self.choices.get(type)


def _options(
    declared: Mapping[str, Any], settled: Mapping[str, Any]
) -> tuple[dict[str, tuple[Any, str]], dict[str, frozenset[str]]]:
    """Value and type of each option, and the words of each word type (`word:NAME`)."""
    options: dict[str, tuple[Any, str]] = {}
    choices: dict[str, frozenset[str]] = {}
    for name, option in declared.items():
        value = settled.get(name, option["default"])
        type = option["type"] if option["type"] != "word" else f"word:{name}"
        if type == "truth":
            value = value in (True, "yes")
        elif type != "number":
            choices[type] = frozenset(map(str, option.get("allowed", [option["default"]])))
        options[name] = (value, type)
    return options, choices
