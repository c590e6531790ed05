"""Where the cards of a deal go: a zone for each hand, the card turned up, the talon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from bummerl.grammar import SEATS
from bummerl.interpreter import CODES, replay
from bummerl.rulesets import Ruleset

from .logtext import UNKNOWN, LogText
from .spelt import Spelt

TURN_UP: Final = "TurnUp"
TALON: Final = "Talon"


@dataclass(frozen=True)
class Sizes:
    """How many cards lie where before the first move.

    `forehand` is who leads, `shown` whether the card turned up is one of the dealer's own.
    """

    hands: Mapping[str, int]
    turn_up: bool
    shown: bool
    talon: int
    dealer: str
    forehand: str | None
    packets: tuple[int, ...] = ()
    """How many cards a player gets at a time."""
    ordered: bool = False
    """Whether a rule looks at the cards that were dealt first."""


@dataclass(frozen=True)
class Slot:
    """A place for one card: its code, or `?`; `next` is where the next card goes, `apart` where a packet begins."""

    card: str
    next: bool = False
    apart: bool = False


@dataclass(frozen=True)
class Zone:
    """One place for cards: its header in the log, the cards there by code, how many there are.

    `loose`: nothing says how many there are, so there are as many as are placed, and `size` at most.
    """

    key: str
    cards: tuple[str, ...]
    size: int
    loose: bool = False
    packets: tuple[int, ...] = ()

    @property
    def slots(self) -> list[Slot]:
        """The places that are shown: of a long row with unknown cards only the next one that is free."""
        cards, short = list(self.cards), self.loose or self.key == TALON
        if short:
            cards = [card for card in cards if card != UNKNOWN]
        cards += [UNKNOWN] * (min(1, self.size - self.known) if short else self.size - len(cards))
        free = cards.index(UNKNOWN) if UNKNOWN in cards else -1
        begins = set(accumulate(self.packets[:-1]))
        return [Slot(card, at == free, at in begins) for at, card in enumerate(cards)]

    @property
    def known(self) -> int:
        """How many cards are written down."""
        return sum(card != UNKNOWN for card in self.cards)

    @property
    def has_room(self) -> bool:
        """Whether a card is missing."""
        return self.known < self.size

    def with_card(self, card: str) -> list[str]:
        """The cards with one more, in the first free place."""
        cards = [*self.cards, *[UNKNOWN] * (self.loose or self.size - len(self.cards))]
        if UNKNOWN in cards:
            cards[cards.index(UNKNOWN)] = card
        while self.loose and cards and cards[-1] == UNKNOWN:
            cards.pop()
        return cards

    def without_card(self) -> list[str]:
        """The cards without the last one that is known."""
        cards = list(self.cards)
        last = max((at for at, card in enumerate(cards) if card != UNKNOWN), default=None)
        if last is not None:
            cards[last] = UNKNOWN
        return cards


@dataclass(frozen=True)
class Deal:
    """The zones of a hand, in the order in which they are filled."""

    zones: tuple[Zone, ...]
    sizes: Sizes

    def zone(self, key: str) -> Zone | None:
        """The zone of this header."""
        return next((zone for zone in self.zones if zone.key == key), None)

    def next(self, key: str = "") -> Zone | None:
        """Where the next card goes: into this zone if it has room, else into the next one that has."""
        keys = [zone.key for zone in self.zones]
        at = keys.index(key) if key in keys else 0
        return next((zone for zone in (*self.zones[at:], *self.zones[:at]) if zone.has_room), None)

    def last(self, key: str) -> Zone | None:
        """Where the last card was put: into this zone if it has any, else into the nearest one before it that has."""
        keys = [zone.key for zone in self.zones]
        at = keys.index(key) if key in keys else len(keys) - 1
        before = [*reversed(self.zones[: at + 1]), *reversed(self.zones[at + 1 :])]
        return next((zone for zone in before if zone.known), None)

    def owners(self, card: str) -> list[str]:
        """The zones in which a card lies, once for each copy."""
        own = [zone.key for zone in self.zones for each in zone.cards if each == card]
        return [key for key in own if key != TURN_UP or not self.sizes.shown]

    @property
    def placed(self) -> int:
        """How many cards have a place."""
        return sum(zone.known for zone in self.zones if zone.key != TURN_UP or not self.sizes.shown)


def sizes(ruleset: Ruleset, options: Mapping[str, Any], dealer: str | None) -> Sizes:
    """How a ruleset deals when this seat deals; the last seat if nobody said who does."""
    seats = SEATS[: ruleset.data["seats"]]
    dealer = dealer if dealer and dealer in seats else seats[-1]
    return _sizes(ruleset, tuple(sorted(options.items())), dealer)


@lru_cache(maxsize=64)
def _sizes(ruleset: Ruleset, options: tuple[tuple[str, Any], ...], dealer: str) -> Sizes:
    seats = SEATS[: ruleset.data["seats"]]
    empty = {"options": dict(options), "dealer": dealer, "moves": []}
    first = replay(empty, ruleset=ruleset, cards=CODES)["positions"][0]
    packets = ruleset.data["deal"]
    up = any("turn_up" in packet for packet in packets)
    shown = any("show" in packet for packet in packets)
    hands = {seat: len(first["hands"][seat]) + first["hidden"][seat] for seat in seats}
    leader = first["leader"]
    forehand = leader if isinstance(leader, str) else None
    dealt = tuple(packet["hands"] for packet in packets if isinstance(packet.get("hands"), int))
    dealt = dealt if len(dealt) > 1 and sum(dealt) == max(hands.values()) else ()
    return Sizes(hands, up or shown, shown, first["talon"]["size"] - up, dealer, forehand, dealt, _ordered(ruleset))


def _ordered(ruleset: Ruleset) -> bool:
    return ".first_packet" in str({name: ruleset.data.get(name) for name in ("moves", "stages", "terms", "play")})


def deal_of(ruleset: Ruleset, log: LogText, sizes: Sizes, spelt: Spelt, *, loose: bool = False) -> Deal:
    """The deal as a log has it, whatever else may be wrong with it; fixed partners stand together.

    `loose`: nothing says how many cards are in a hand.
    """
    places = [*((seat, size) for seat, size in sizes.hands.items() if size)]
    sides = sides_of(ruleset)
    places.sort(key=lambda place: next((at for at, side in enumerate(sides) if place[0] in side), 0))
    places += [(TURN_UP, 1)] if sizes.turn_up else []
    places += [(TALON, sizes.talon)] if sizes.talon else []
    return Deal(tuple(_zone(key, size, log, sizes, spelt, loose) for key, size in places), sizes)


def sides_of(ruleset: Ruleset) -> list[list[str]]:
    """The partners, where they are the same in every hand."""
    partners = ruleset.data.get("partners")
    return [list(side) for side in partners] if isinstance(partners, list) else []


def _zone(key: str, size: int, log: LogText, sizes: Sizes, spelt: Spelt, loose: bool) -> Zone:
    cards = tuple(map(spelt.read, log.cards(key)[: 2 * size]))
    hand = len(key) == 1
    return Zone(key, cards, size, loose and hand, sizes.packets if hand else ())
