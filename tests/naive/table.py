"""The state of one hand, and every fact the language can ask of it. A card lies in exactly one place at a time."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from .expressions import Known, value
from .game import Game
from .values import NOBODY, Card, Seat, Set, Suit, Value, Word

Rule = Mapping[str, Any]


@dataclass
class Meld:
    """Points that were declared, and the condition under which they count."""

    seat: Seat
    points: int
    counts: Any


class Table:
    """One hand of `game`, as the record deals it. Facts are asked with `fact`, `group` and `of_players`."""

    FACTS: ClassVar = (
        "everyone",
        "nobody",
        "dealer",
        "forehand",
        "leader",
        "turn",
        "trump",
        "turn_up",
        "led",
        "best",
        "undrawn",
        "last_move",
        "cards_left",
        "contract",
    )

    def __init__(self, game: Game, record: Mapping[str, Any]) -> None:
        deal = record["deal"]
        self.game = game
        self.rules = game.base  # those of the contract, once the play begins
        self.trump: Suit | None = None
        self.contract: Word | None = None
        self.memory, self.each = game.memory()
        self.dealer = frozenset([Seat(record["dealer"])])
        self.forehand = self.next(self.dealer)
        self.everyone = frozenset(game.seats)
        self.everyone -= value(game.data.get("sits_out", "nobody"), self)
        pack = list(game.deck)

        def take(code: str) -> Card:
            card = next(card for card in pack if card.code == code)
            pack.remove(card)
            return card

        self.hands = {seat: [take(code) for code in deal["hands"].get(seat, [])] for seat in game.seats}
        self.first_packet = {seat: frozenset(hand[: game.first_packet]) for seat, hand in self.hands.items()}
        self.dealt = {seat: frozenset(hand) for seat, hand in self.hands.items()}
        self.turn_up: Card | None = None
        if game.turns_up and "turn_up" in deal:
            self.turn_up = take(deal["turn_up"])
        elif game.shows_card:
            own = self.hands[min(self.dealer)]
            shown = deal.get("turn_up", own[-1].code if own else None)
            self.turn_up = Card(shown) if shown else None
        self.talon = [take(code) for code in deal.get("talon", [])]
        if game.turns_up and self.turn_up:
            self.talon.append(self.turn_up)
        self.stage = 0
        self.in_play = self.everyone
        self.leader = self.turn = self.forehand
        self.trick: list[tuple[Seat, Card]] = []  # who played what to the trick on the table
        self.trick_points = 0
        self.tricks: list[tuple[Seat, list[Card], int]] = []  # who won which cards, and what they were worth
        self.melds: list[Meld] = []
        self.melded: dict[Seat, Set] = dict.fromkeys(game.seats, NOBODY)
        self.declared: dict[Seat, Set] = dict.fromkeys(game.seats, NOBODY)
        self.bonuses = dict.fromkeys(game.seats, 0)
        self.brought = {seat: record.get("brought", {}).get(seat, 0) for seat in game.seats}
        self.discarded: list[Card] = []
        self.drawn: list[tuple[Seat, Card]] = []  # by the last draw, while the log may still name it
        self.undrawn = False
        self.last_move = Word("deal")
        self.over: Rule | None = None  # which end was reached

    def copy(self) -> Table:
        """Another table in the same state."""
        other = copy.copy(self)
        for name, kept in vars(self).items():
            if isinstance(kept, list):
                setattr(other, name, list(kept))
            elif isinstance(kept, dict) and name not in ("rules", "dealt", "first_packet", "brought"):
                setattr(other, name, {key: list(x) if isinstance(x, list) else x for key, x in kept.items()})
        return other

    # -------------------------------------------------------------------------------- the facts
    def fact(self, name: str) -> Value:
        match name:
            case "nobody":
                return NOBODY
            case "led":
                return self.led
            case "best":
                return self.best[1] if self.trick else None
            case "cards_left":
                return sum(len(self.hands[seat]) for seat in self.in_play)
        return getattr(self, name)

    def group(self, group: str, name: str) -> Value:
        match group, name:
            case "trick", "number":
                return len(self.tricks) + 1
            case "trick", "size":
                return len(self.trick)
            case "trick", "cards":
                return frozenset(card for _, card in self.trick)
            case "trick", "winner":
                return frozenset([self.best[0]]) if self.trick else NOBODY
            case "talon", "size":
                return len(self.talon)
            case "last_trick", "winner":
                return frozenset([self.tricks[-1][0]]) if self.tricks else NOBODY
            case "last_trick", "cards":
                return frozenset(self.tricks[-1][1]) if self.tricks else NOBODY
        raise AssertionError((group, name))

    def of_players(self, players: Set, name: str) -> Value:
        side = self.side(players)
        match name:
            case "tricks":
                return self.tricks_of(side)
            case "own_tricks":
                return self.tricks_of(players)
            case "points":
                return self.count_points(side)
            case "own_points":
                return self.count_points(players)
            case "card_points":
                return self.card_points(side)
            case "meld_points":
                return self.meld_points(side)
            case "brought":
                return sum(self.brought[seat] for seat in players)
            case "hand":
                return frozenset(card for seat in players for card in self.hands[seat])
            case "won":
                return frozenset(card for seat, cards, _ in self.tricks if seat in players for card in cards)
            case "declared" | "first_packet" | "melded":
                return frozenset(x for seat in players for x in getattr(self, name)[seat])
            case "side":
                return side
            case "opponents":
                return self.everyone - side if players else NOBODY
            case "partner":
                return side - players
            case "next":
                return self.next(players)
            case "place":
                return self.place(players)
        raise AssertionError(name)

    def is_truth(self, name: str) -> bool:
        return bool(self.game.data["memory"][name] == "each truth")

    # -- players
    def next(self, players: Set) -> Set:
        seats = self.game.seats
        return frozenset(seats[(seats.index(seat) + 1) % len(seats)] for seat in players)

    def place(self, players: Set) -> int:
        """Counted from forehand, who is 1; of several players the last seat counts."""
        seats = self.game.seats
        if not players:
            return 0
        return (seats.index(max(players)) - seats.index(max(self.forehand))) % len(seats) + 1

    def side(self, players: Set) -> Set:
        """The whole side of these players."""
        partners = self.game.data.get("partners")
        if partners is None:
            return players
        if isinstance(partners, list):
            return players | {Seat(seat) for pair in partners for seat in pair if players & {Seat(x) for x in pair}}
        these = value(partners, self)
        if not these:
            return players
        side: Set = NOBODY
        if players & these:
            side |= these
        if players - these:
            side |= self.everyone - these
        return side

    def first_of(self, players: Set, start: Set) -> Set:
        """The first of these players in order of play, looking from `start`."""
        if not players:
            return NOBODY
        seats = self.game.seats
        at = min((seats.index(seat) for seat in start), default=0)
        return frozenset([next(seat for seat in seats[at:] + seats[:at] if seat in players)])

    # -- cards
    def suit_of(self, card: Card) -> Suit:
        """The suit a card belongs to under this trump: its own, unless a line of `belongs` fits."""
        for line in self.game.data["deck"].get("belongs", []):
            if value(line["cards"], PrintedSuits(self), {"card": card}):  # type: ignore[arg-type]
                suit = value(line["suit"], PrintedSuits(self), {"card": card})  # type: ignore[arg-type]
                return card.printed_suit if suit is None else Suit(suit)
        return card.printed_suit

    def points_of(self, card: Card) -> int:
        for line in self.game.data["deck"].get("points", []):
            if value(line["cards"], self, {"card": card}):
                return int(line["points"])
        return int(self.game.rank_points[card.rank])

    @property
    def led(self) -> Card | None:
        return self.trick[0][1] if self.trick else None

    @property
    def best(self) -> tuple[Seat, Card]:
        """Who wins the trick so far, with which card."""
        best = self.trick[0]
        for played in self.trick[1:]:
            if self.beats(played[1], best[1]):
                best = played
        return best

    def beats(self, card: Card | None, other: Card | None) -> bool:
        """Would it win over the other, under the trump, rank order and suit led of this moment?"""
        if card is None or other is None:
            return card is not None
        mine, its = self.strength(card), self.strength(other)
        return mine is not None and (its is None or mine > its)

    def strength(self, card: Card) -> tuple[int, int] | None:
        """The line of `wins` a card fits, the order within it; None if it can win nothing."""
        play = self.rules["play"]
        lines = play.get("wins", [{"cards": "card.suit is trump"}, {"cards": "card.suit is led.suit"}])
        for place, line in enumerate(lines):
            if self.fits(line["cards"], card):
                order = [str(rank) for rank in line.get("order", play.get("order", self.game.ranks))]
                return -place, -order.index(card.rank)
        return None

    def fits(self, cards: Any, card: Card) -> bool:
        return bool(value(cards, self, {"card": card}))

    # -- tricks and points
    def tricks_of(self, players: Set) -> int:
        return sum(seat in players for seat, _, _ in self.tricks)

    def card_points(self, players: Set) -> int:
        return sum(points for seat, _, points in self.tricks if seat in players)

    def meld_points(self, players: Set) -> int:
        return sum(
            meld.points
            for meld in self.melds
            if meld.seat in players and value(meld.counts, self, {"player": frozenset([meld.seat])})
        )

    def bonus_points(self, players: Set) -> int:
        return sum(self.bonuses[seat] for seat in players)

    def count_points(self, players: Set) -> int:
        return self.card_points(players) + self.meld_points(players) + self.bonus_points(players)

    @property
    def gone(self) -> Set:
        """Cards played or put away."""
        taken = [card for _, cards, _ in self.tricks for card in cards]
        return frozenset([*self.discarded, *(card for _, card in self.trick), *taken])

    # -- rules
    def holds(self, rule: Rule, key: str = "when", known: Known | None = None) -> bool:
        """Does this rule's condition hold?  Without one it always does."""
        return key not in rule or bool(value(rule[key], self, known))

    def playing(self) -> bool:
        """Is this the stage with tricks?"""
        return bool(self.game.stages[self.stage]["id"] == "play")

    def move(self, name: str) -> Rule | None:
        """What the rules in force say of this move; None if it is off or unknown."""
        move = self.rules.get("moves", {}).get(name)
        return move if isinstance(move, Mapping) else None


def sitting_out(game: Game, dealer: Seat) -> Set:
    """Who gets no cards when this player deals."""
    return frozenset(game.seats) - Table(game, {"dealer": dealer, "deal": {"hands": {}}}).everyone


class PrintedSuits:
    """The table as `belongs` sees it: every card has the suit that is printed on it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def suit_of(self, card: Card) -> Suit:
        return card.printed_suit

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)
