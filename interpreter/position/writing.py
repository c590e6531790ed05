"""A state of the machine, written down as a position with which a record may begin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from bummerl.interpreter import core as C

from .. import machine
from ..filling import completions
from ..judged import Judged
from ..machine import Ints
from ..rules import Rules
from ..sheet import HIDDEN
from ..values import cards, members, players, value
from .remembered import CONTRACT
from .seats import melding


class Writer:
    """Watches a hand as `replay` plays it through, for what a state does not keep: tricks, melds, and who played what.

    Nothing is written where something was tried every way: the states are those of one way then.
    """

    def __init__(self, judged: Judged) -> None:
        self.rules, start = judged.rules, judged.sheet.start
        self.one_way = not judged.given_up and len(list(islice(completions(self.rules, judged.sheet), 2))) == 1
        self.open = start.open if start is not None else ()
        seats, n = start.seats if start is not None else None, self.rules.n
        self.won: list[list[list[int]] | None] = [[] for _ in range(n)]
        self.melds: list[dict[str, int]] = [{} for _ in range(n)]
        self.played: list[list[int]] = [[] for _ in range(n)]
        for i in range(n if seats is not None else 0):
            known = seats.won[i] if seats is not None else None
            self.won[i] = [*known] if known is not None else [] if seats and seats.tricks[i] == 0 else None
            self.played[i] = members(seats.played[i] or 0) if seats is not None else []
        for meld in seats.melds if seats is not None else ():
            self.declare(meld.seat, meld.key, meld.points)

    def declare(self, seat: int, key: str, points: int) -> None:
        """Somebody has declared something."""
        self.melds[seat][key] = self.melds[seat].get(key, 0) + points

    def watch(self, before: Ints, S: Ints, table: Sequence[tuple[int, int]]) -> None:
        """One move; `table` are the cards of the trick that it ended, with who played them, if it ended one."""
        by_suit = melding(self.rules)
        for move, at in self.rules.melds.items():
            for i in range(self.rules.n):
                if S[at + i] != before[at + i]:
                    key = self.rules.suits[S[C.SUIT]] if move == by_suit else move
                    self.declare(i, key, S[at + i] - before[at + i])
        for seat, card in table:
            self.played[seat].append(card)
        winner = self.won[S[C.LAST_WINNER].bit_length() - 1] if table else None
        if winner is not None:
            winner.append([card for _, card in table])

    def position(self, S: Ints, talon: list[str]) -> dict[str, Any] | None:
        """The position as it is now, at the beginning of a trick; `None` where no position can say it.

        Who plays is fixed with the first trick. Where something was said since that would have changed it, the memory
        does not tell any more.
        """
        rules, R = self.rules, self.rules.R
        plays = machine.value(S[:], R, R[S[C.RULES] + C.P_PLAYERS]) & S[C.ALL] or S[C.ALL]
        if not self.one_way or plays != S[C.IN_PLAY]:
            return None
        unknown = {slot for each in self.open for slot in each.slots}
        found: dict[str, Any] = {
            "trick": S[C.TRICK_NUMBER],
            "leader": players(rules, S[C.LEADER]),
            "trump": value(rules, "suit", S[C.TRUMP]),
            "talon": talon,
            "hands": {
                seat: [*cards(rules, S[C.HAND + i]), *["?"] * S[C.HIDDEN + i]]
                for i, seat in enumerate(rules.seats)
                if S[C.ALL] >> i & 1
            },
            "seats": {seat: self.seat(S, i, unknown) for i, seat in enumerate(rules.seats) if S[C.ALL] >> i & 1},
        }
        if S[C.TURN_UP] != HIDDEN:
            found["turn_up"] = rules.codes[S[C.TURN_UP]]
        memory = self.memory(S)
        return found | {"memory": memory} if memory else found

    def seat(self, S: Ints, i: int, unknown: set[int]) -> dict[str, Any]:
        """What this seat has."""
        won, codes = self.won[i], self.rules.codes
        told: dict[str, Any] = {}
        if C.TRICKS + i not in unknown:
            told["tricks"] = S[C.TRICKS + i]
        if C.CARD_POINTS + i not in unknown:
            told["trick_points"] = S[C.CARD_POINTS + i]
        if won:
            told["won"] = [["?" if card == HIDDEN else codes[card] for card in trick] for trick in won]
        if self.melds[i]:
            told["melds"] = dict(self.melds[i])
        if self.played[i]:
            told["played"] = [codes[card] for card in self.played[i]]
        return told

    def memory(self, S: Ints) -> dict[str, Any]:
        """What the ruleset keeps in mind, by name; `?` for what is open since the record began."""
        rules = self.rules
        unknown = {each.need[1] for each in self.open if each.need[0] == "memory"}
        found = remembered(rules, S)
        if rules.contracts and S[C.CONTRACT] >= 0:
            found[CONTRACT] = value(rules, "contract", S[C.CONTRACT])
        return found | {str(name): "?" for name in unknown}


def remembered(rules: Rules, S: Ints) -> dict[str, Any]:
    """The ruleset's memory, by name; by seat where each has his own."""
    found = dict[str, Any]()
    for name, slot in rules.memory.items():
        if slot.each:
            found[name] = {seat: value(rules, slot.type, S[slot.at + i]) for i, seat in enumerate(rules.seats)}
        else:
            found[name] = value(rules, slot.type, S[slot.at])
    return found
