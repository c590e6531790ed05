"""What a step shows, ready to be drawn: who holds what, what lies on the table, who has won what."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

PLACES = {
    1: ("south",),
    2: ("south", "north"),
    3: ("south", "west", "east"),
    4: ("south", "west", "north", "east"),
    5: ("south", "west", "north", "north", "east"),
    6: ("south", "west", "north", "north", "north", "east"),
}
"""Where the players sit, in the order of play, by how many there are."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand; `?` is one that nobody recorded."""

    card: str
    drawn: bool = False
    """It came into the hand with this move."""
    legal: bool = False
    """It could have been played, or may be played now."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player with a hand."""

    seat: str
    place: str
    hand: list[Held]
    out: bool
    """Sits this contract out."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table; `role` is `bad`, `won` or empty, `note` says what it did."""

    seat: str
    place: str
    card: str
    role: str
    note: str


@dataclass(frozen=True, slots=True)
class Pile:
    """What players have won together."""

    seats: list[str]
    points: int | None
    waiting: int
    """Declared points that do not count yet."""
    tricks: list[list[str]]
    unknown: int
    """Tricks whose cards were not recorded."""
    taking: bool
    """Whether the trick on the table is theirs."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The talon; `up` is the turn-up if it lies there open, `label` says everything, `count` the number."""

    state: str
    """`open`, `closed`, `lies` (cards are not drawn from it), `used` or `none`."""
    size: int
    up: str | None
    label: str
    count: str


@dataclass(frozen=True, slots=True)
class Trump:
    """What stands where the trump disc is."""

    suit: str | None
    label: str
    contract: str | None
    declarer: str | None
    said: list[str]
    """What was said about the contract, such as that it is doubled."""


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchange: `given` goes to the talon, `got` to the player."""

    given: str
    got: str
    seat: str


@dataclass(frozen=True, slots=True)
class Note:
    """What the middle of the table says when nothing lies there: a number, if there is one, and words."""

    words: Markup
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Something that somebody said before the play."""

    seat: str
    words: str
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the replay."""

    number: int
    trick: int
    at: str
    caption: Markup
    illegal: bool
    seated: list[Seated]
    laid: list[Laid]
    piles: list[Pile]
    stock: Stock
    trump: Trump
    swap: Swap | None
    note: Note | None
    calls: list[Call]

    def side(self, seat: str) -> str:
        """The first of the players that this one plays with: partners have markers of one shape."""
        return next((pile.seats[0] for pile in self.piles if seat in pile.seats), seat)


@dataclass(frozen=True, slots=True)
class TrickLink:
    """The step that a trick begins with, or, for the trick of the illegal move, that move."""

    trick: int
    step: int
    illegal: bool
