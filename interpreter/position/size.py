"""How many cards lie where: hands, talon and tricks of a position have to come out even.

With `d` cards drawn since the deal, everyone who plays holds `hand + d / players - tricks` cards, and the talon has `d`
fewer than at first. Of hand, talon and tricks, any that is not said follows from the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bummerl.interpreter import core as C

from .. import machine
from ..faults import is_number
from ..pieces import Pieces
from ..sheet import HIDDEN
from .reads import sets
from .seats import Seats
from .start import Open

PATH: Final = "/position"


@dataclass(frozen=True, slots=True)
class Said:
    """What a position says of how many cards there are: hands, the talon (`None`: not said), the turn-up. `state` has
    contract and memory in it, `playing` are the seats that play, `seats` what they have; `open_memory`: something of
    the memory is said not to be known.
    """

    hands: Sequence[list[int] | None]
    talon: list[int] | None
    turn_up: int
    trick: Any
    state: machine.Ints
    playing: Sequence[int]
    seats: Seats
    open_memory: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """Tricks taken, hands and talon with `HIDDEN` for every card that is not recorded, and how they were come by.

    `players`: how many cards make a trick; `up`: the turn-up lies under the talon. `undrawn`: the cards for the last
    trick are still to be drawn. `blurred`: hands may have taken cards since the deal. `names_trump`: a move can name
    trumps, `renames_trump`: while cards are played. `open_talon`: the turn-up may still come into somebody's hand;
    `loose_talon`: nobody knows how large the talon is.
    """

    playing: Sequence[int]
    hands: list[list[int]]
    talon: list[int]
    turn_up: int
    tricks: int
    up: bool
    undrawn: bool
    blurred: bool
    names_trump: bool
    renames_trump: bool
    open_talon: bool
    loose_talon: bool

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.playing)

    def left_open(self) -> list[Open]:
        """What cannot be known of a talon that nobody recorded: how large it is, and what lies turned up."""
        found = []
        if self.loose_talon:
            found.append(Open(("talon-rest", ""), (C.TALON_SIZE,)))
        if self.up and self.turn_up == HIDDEN and not self.open_talon:
            found.append(Open(("turn-up", ""), (C.TURN_UP,)))
        return found


def lay_out(pieces: Pieces, said: Said) -> Layout | None:
    """How many cards lie where; `None` and a fault if they do not come out even."""
    return Laying(pieces, said).layout()


class Laying:
    """The cards while they are laid out. `draws`: cards are drawn as long as there are some; `None`: who knows."""

    def __init__(self, pieces: Pieces, position: Said) -> None:
        self.position, self.pieces, self.rules = position, pieces, pieces.rules
        self.playing, self.given = position.playing, position.hands
        self.hands: list[list[int]] = [[] for _ in position.hands]
        self.talon: list[int] = []
        self.turn_up = position.turn_up
        self.tricks, self.up, self.undrawn = 0, False, False
        R, p = self.rules.R, position.state[C.RULES]
        self.players = len(self.playing)
        self.whole_talon = self.rules.talon_size + self.rules.turned
        self.can_draw = R[p + C.P_DRAW] != C.NO_PROGRAM and self.whole_talon > 0
        table = R[p + C.P_MOVES] + C.MOVES
        self.moves = [place for place in R[table : table + len(self.rules.moves)] if place]
        self.picks = any(R[m + C.M_PICKS] or R[m + C.M_DISCARDS] != C.NO_PROGRAM for m in self.moves)
        self.picks_up = any(R[m + C.M_PICKS] == C.PICKS_TURN_UP for m in self.moves)
        self.said = [len(hand) for i in self.playing if (hand := self.given[i]) is not None]
        self.draws: bool | None = self._draws(position.state)

    def layout(self) -> Layout | None:
        """The steps, one after the other; each needs that the one before found no fault."""
        if not (self._even() and self._count_tricks(self.position.trick) and self._lay_out()):
            return None
        R, p = self.rules.R, self.position.state[C.RULES]
        return Layout(
            self.playing, self.hands, self.talon, self.turn_up, self.tricks, self.up, self.undrawn,
            blurred=self.can_draw or self.picks or any(R[m + C.M_SWAPS] != C.NO_PROGRAM for m in self.moves),
            names_trump=self._names_trump(self.moves), renames_trump=self._names_trump(self._made_in_play(p)),
            open_talon=self.draws is not False or not self.can_draw,
            loose_talon=self.picks and self.position.talon is None and self.whole_talon > 0,
        )  # fmt: skip

    def _names_trump(self, places: Sequence[int]) -> bool:
        return any(how & C.SET_TRUMP for m in places for _, _, how in sets(self.rules.R, m))

    def _made_in_play(self, p: int) -> list[int]:
        """The places of the moves that may be made while cards are played."""
        R, stage = self.rules.R, self.rules.R[C.STAGES]
        while R[stage + C.G_KIND] == C.G_WORDS:
            stage += C.G_WIDTH
        moves = range(C.MOVES, C.MOVES + len(self.rules.moves))
        return [R[R[p + C.P_MOVES] + m] for m in moves if R[stage + C.G_MOVES] >> m & 1 and R[R[p + C.P_MOVES] + m]]

    def _draws(self, S: machine.Ints) -> bool | None:
        """Are cards drawn now? `None` if that hangs on memory that is not known."""
        if not self.can_draw or self.position.open_memory:
            return None if self.can_draw else False
        S = S[:]
        S[C.TALON_SIZE] = 1
        return bool(machine.value(S, self.rules.R, self.rules.R[S[C.RULES] + C.P_DRAW]))

    # ---- hands against each other
    def _even(self) -> bool:
        """Does everyone hold as many cards? At the end of a talon that does not come out even, some hold one more."""
        most = max(self.said, default=0)
        apart = 1 if self.can_draw and self.whole_talon % self.players else 0
        for i in self.playing:
            hand = self.given[i]
            if hand is not None and len(hand) < most - apart:
                self._fault("record.hand-size", "hand-size.uneven", f"{PATH}/hands/{self.rules.seats[i]}",
                            seat=self.rules.seats[i], n=len(hand), size=most)  # fmt: skip
                return False
        return True

    def _fault(self, code: str, message: str, path: str, **values: Any) -> None:
        self.pieces.fault(code, message, path, **values)

    # ---- tricks
    def _count_tricks(self, trick: Any) -> bool:
        """How many tricks have been taken: by the number of this one, by those that each side has, or by the cards."""
        rules, seats, path = self.rules, self.position.seats, f"{PATH}/trick"
        most = rules.hand_size + -(-self.whole_talon // self.players)
        if trick is not None and not (is_number(trick) and 1 <= trick <= most + 1):
            self._fault("record.trick", "position.trick-range", path, most=most)
            return False
        taken = seats.taken()
        found = trick - 1 if trick is not None else taken if taken is not None else self._by_cards()
        if found is None:
            self._fault("record.trick", "position.how-far", PATH)
            return False
        said = seats.said_tricks()
        if (taken is not None and taken != found) or said > found:
            self._fault("record.trick", "position.trick-sum", path if trick is not None else PATH,
                        n=found, stated=said)  # fmt: skip
            return False
        self.tricks = found
        return True

    def _by_cards(self) -> int | None:
        """The tricks that must have been taken for hands and talon to be as they are; `None` if it does not follow."""
        if not self.said:
            return None
        hand, drawn = max(self.said), 0
        if self.can_draw:
            talon = self.position.talon
            if talon:
                drawn = self.whole_talon - len(talon) - self.rules.turned
            elif self.draws and hand < self.rules.hand_size and talon is not None:
                drawn = self.whole_talon
            else:
                return None
        tricks = self.rules.hand_size - hand + -(-drawn // self.players)
        return tricks if tricks >= 0 else None

    # ---- hands and talon
    def _lay_out(self) -> bool:
        rules = self.rules
        due = min(self.whole_talon, self.tricks * self.players) if self.can_draw else 0
        drawn = self._drawn(due)
        if drawn is None:
            return False
        left = self.whole_talon - drawn
        left = self._loose_talon(left) if self.picks else left
        talon = self.position.talon
        if talon == [] and left and self.can_draw and not self.draws:
            talon = None  # it was closed, and plays no part any more
        self.up = bool(rules.turned and left)
        if self.picks_up and self.turn_up == HIDDEN and talon is not None and len(talon) == left:
            self.up = False
        if rules.turned and not self.up and self.turn_up != HIDDEN and not self.picks:
            code = rules.codes[self.turn_up]
            self._fault("record.turn-up", "turn-up.gone", f"{PATH}/turn_up", card=code)
            return False
        if self.up and self.turn_up != HIDDEN:
            self.turn_up = self.pieces.lie(self.turn_up, f"{PATH}/turn_up")
        down = left - self.up
        if talon is not None and len(talon) != down:
            self._fault("record.talon-size", "talon-size.position", f"{PATH}/talon", n=len(talon), size=down,
                        trick=self.tricks + 1)  # fmt: skip
            return False
        self.talon = talon if talon is not None else [HIDDEN] * down
        self._fill_hands(drawn)
        return not self.pieces.faults

    def _drawn(self, due: int) -> int | None:
        """How many cards have been drawn since the deal; `None` and a fault if hands, tricks and talon do not fit."""
        rules, k = self.rules, self.players
        lazy = bool(rules.R[self.position.state[C.RULES] + C.P_LAZY])
        held = k * (rules.hand_size - self.tricks)  # without drawing
        talon = self.position.talon
        if self.said and len(self.said) == k:
            drawn = sum(self.said) - held
        elif self.said:
            drawn = min(k * max(self.said) - held, max(due, 0))
        elif talon and self.can_draw:
            drawn = self.whole_talon - len(talon) - rules.turned
        elif self.draws or not self.can_draw:
            drawn = due
        else:
            self._fault("record.position", "position.no-cards", PATH)
            return None
        if self.picks and not self.can_draw:
            return 0
        before = min(self.whole_talon, max(self.tricks - 1, 0) * k)
        if self.draws and lazy and drawn == before < due:
            self.undrawn = True
        elif drawn != due if self.draws or not self.can_draw else not 0 <= drawn <= due or (drawn % k and drawn != due):
            size = max(self.said, default=0)
            expected = (held + due) // k
            message = "hand-size.open" if self.draws else "hand-size.trick"
            seat = next((f"/hands/{rules.seats[i]}" for i in self.playing if self.given[i] is not None), "")
            self._fault("record.hand-size", message, PATH + seat, n=size, size=expected, trick=self.tricks + 1)
            return None
        return drawn

    def _loose_talon(self, left: int) -> int:
        """What is left of a talon that can be taken up: what was recorded, or all that there can be."""
        talon = self.position.talon
        held = sum(self.said) if len(self.said) == self.players else self.players * max(self.said, default=0)
        sitting = sum(1 for hand in self.given) - self.players - self.rules.sits_out
        room = len(self.rules.codes) - held - sitting * self.rules.hand_size - self.tricks * self.players
        if talon is not None:
            return min(len(talon) + int(self.rules.turned and self.turn_up != HIDDEN), self.whole_talon)
        return max(min(left, room), 0)

    def _fill_hands(self, drawn: int) -> None:
        rules = self.rules
        each = rules.hand_size - self.tricks + -(-drawn // self.players)
        if self.said:
            each = max(self.said)
        everyone = self.position.state[C.ALL]
        for i, hand in enumerate(self.given):
            size = 0 if not everyone >> i & 1 else each if i in self.playing else rules.hand_size
            self.hands[i] = list(hand) if hand is not None else [HIDDEN] * size
