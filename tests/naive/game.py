"""A ruleset with its options fixed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .overlays import overlaid, written_out
from .values import Card, Rank, Seat, Suit, Word

STARTS: dict[str, Any] = {
    "player": frozenset(),
    "players": frozenset(),
    "cards": frozenset(),
    "card": None,
    "suit": None,
    "number": 0,
    "truth": False,
    "yes": True,
    "no": False,
}


class Game:
    """Seats, pack, deal, options, and the rules in force under each contract.

    Args:
        data: the ruleset as it is resolved: plain maps and lists.
        options: the house rules that differ from the defaults.
    """

    def __init__(self, data: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> None:
        self.data = dict(data)
        self.seats = [Seat(x) for x in "ABCDEF"[: data["seats"]]]
        self.suits = [Suit(x) for x in data["deck"]["suits"]]
        self.ranks = [Rank(x) for x in data["deck"]["ranks"]]  # strongest first
        self.copies = data["deck"].get("copies", 1)
        self.deck = [
            Card(suit + rank + "'" * copy) for suit in self.suits for rank in self.ranks for copy in range(self.copies)
        ]
        self.rank_points = {str(rank): points for rank, points in data["deck"]["ranks"].items()}
        colours = data["deck"].get("colours", {})
        self.colours = {suit: Word(colour) for colour, suits in colours.items() for suit in suits}
        self.options = {
            name: self.settled(option, (options or {}).get(name, option["default"]))
            for name, option in data.get("options", {}).items()
        }
        self.contracts = {contract["id"]: contract for contract in data.get("contracts", [])}
        self.base = self.data
        self.under = {name: overlaid(self.base, contract) for name, contract in written_out(data).items()}
        self.stages = data.get("stages") or [{"id": "play", "moves": list(data.get("moves", {}))}]
        self.words = {"deal", "card", "trick", *data.get("moves", {}), *self.contracts, *self.colours.values()}
        for option in data.get("options", {}).values():
            if option["type"] == "word":
                self.words |= set(option["allowed"])

    @staticmethod
    def settled(option: Mapping[str, Any], value: Any) -> Any:
        if option["type"] == "truth":
            return value in (True, "yes")
        return Word(value) if option["type"] == "word" else value

    # -- the deal
    @property
    def hand_size(self) -> int:
        return sum(packet.get("hands", 0) for packet in self.data["deal"])

    @property
    def first_packet(self) -> int:
        return next(int(packet["hands"]) for packet in self.data["deal"] if "hands" in packet)

    @property
    def turns_up(self) -> bool:
        """A card is turned up beside the talon."""
        return any("turn_up" in packet for packet in self.data["deal"])

    @property
    def shows_card(self) -> bool:
        """The dealer shows one of his own cards."""
        return any("show" in packet for packet in self.data["deal"])

    @property
    def talon_size(self) -> int:
        """Face-down cards, without the turn-up."""
        size = next((packet["talon"] for packet in self.data["deal"] if "talon" in packet), 0)
        if size != "rest":
            return int(size)
        dealt_to = len(self.seats) - ("sits_out" in self.data)
        return len(self.deck) - dealt_to * self.hand_size - self.turns_up

    def points_of_rank(self, code: str) -> int:
        """What this card counts, unless the ruleset says otherwise of it."""
        return int(self.rank_points[code[1]])

    # -- memory
    def memory(self) -> tuple[dict[str, Any], dict[str, dict[Seat, Any]]]:
        """What the table keeps in mind when a hand begins: one value a name, and one value a name and seat."""
        shared, each = {}, {}
        for name, kind in self.data.get("memory", {}).items():
            words = str(kind).split()
            if words[0] == "each":
                each[name] = dict.fromkeys(self.seats, STARTS[words[1]])
            else:
                shared[name] = STARTS[kind] if kind in STARTS else int(kind)
        return shared, each
