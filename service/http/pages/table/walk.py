"""The moves of a hand one after the other, each with the positions before and after it.

A replay stops before the illegal move; here that move is the last step.  What a move was is told by what it changed;
only what changes nothing that lies on a table is told by its word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bummerl.grammar import NOTATION_WORDS

from ..hands import Judged
from ..tokens import Token, read

Position = Mapping[str, Any]
NOTHING = Token()
PLAY = "play"
"""The stage that has tricks, in every ruleset."""
WORD = "word"
"""The kind of a move that only its ruleset knows."""


@dataclass(frozen=True)
class Happening:
    """One step: the start (`number` 0, no token), or the move `number`, counted from 1."""

    number: int
    kind: str
    """`begin`, `lead`, `play`, `meld`, `meld-lead`, `drawn`, a word of the notation, or `word`."""
    now: Position
    before: Position | None = None
    token: Token = NOTHING
    seat: str | None = None
    violation: Mapping[str, Any] | None = None

    @property
    def trick(self) -> int:
        """The trick that the move belongs to, from 1."""
        taken = self.now["taken"]
        return int(taken["trick"] if taken else self.now["trick"])

    @property
    def lying(self) -> list[dict[str, str]]:
        """The cards on the table in the order they were played; a trick stays until the next move."""
        taken = self.now["taken"]
        return list(taken["cards"] if taken else self.now["table"])

    @property
    def in_play(self) -> bool:
        """Whether this belongs to the part of the hand that has tricks."""
        return bool((self.before or self.now)["stage"] == PLAY)

    def drawn_by(self, seat: str) -> list[str]:
        """The cards that came into a hand with this move."""
        return [] if self.before is None else _more(self.now["hands"][seat], self.before["hands"][seat])

    def left(self, seat: str) -> list[str]:
        """The cards that went out of a hand with this move."""
        return [] if self.before is None else _more(self.before["hands"][seat], self.now["hands"][seat])


def walk(judged: Judged) -> list[Happening]:
    """Every step of a hand, the illegal move included."""
    return list(_walk(judged))


def _walk(judged: Judged) -> Iterator[Happening]:
    if judged.pack is None or not judged.replay:
        return
    cards = frozenset(judged.pack.cards)
    before = judged.replay[0]
    yield Happening(0, "begin", before)
    for now in judged.replay[1:]:
        token = read(now["token"], cards)
        yield Happening(now["move"] + 1, _kind(token, before, now), now, before, token, one(now["seat"]))
        before = now
    if judged.verdict["violations"]:
        yield _illegal(judged.verdict["violations"][0], before, cards)


def _illegal(violation: Mapping[str, Any], before: Position, cards: frozenset[str]) -> Happening:
    token = read(violation["token"], cards)
    seat = one(violation["seat"])
    now = {**before, "taken": None, "gained": []}
    if token.card is not None and seat is not None:
        hand = list(before["hands"][seat])
        hidden = before["hidden"][seat]
        if token.card in hand:
            hand.remove(token.card)
        elif hidden:
            now["hidden"] = {**before["hidden"], seat: hidden - 1}
        now["hands"] = {**before["hands"], seat: hand}
        now["table"] = [*before["table"], {"seat": seat, "card": token.card}]
    kind = _kind(token, before, now)
    return Happening(violation["move"] + 1, kind, now, before, token, seat, violation)


def _kind(token: Token, before: Position, now: Position) -> str:
    if token.drawn is not None:
        return "drawn"
    if token.number is not None:
        return "meld" if token.card is None else "meld-lead"
    if token.card is not None:
        return "play" if before["table"] else "lead"
    up_before, up_now = before["turn_up"], now["turn_up"]
    if up_before and up_now and up_before != up_now:
        return "exchange"
    if before["talon"]["open"] and not now["talon"]["open"] and now["talon"]["size"]:
        return "close"
    return token.word if token.word in NOTATION_WORDS else WORD


def tricks_of(steps: Sequence[Happening]) -> int:
    """How many tricks the hand can have; words after the last one belong to none."""
    now = steps[0].now
    playing = [seat for side in steps[-1].now["sides"] for seat in side]
    cards = sum(len(now["hands"][seat]) + now["hidden"][seat] for seat in playing)
    cards += now["talon"]["size"] if now["talon"]["open"] else 0
    return int(now["trick"] - 1 + cards // len(playing))


def draws(judged: Judged) -> bool:
    """Whether cards are drawn from a talon in this game at all."""
    if judged.ruleset is None:
        return False
    rules = judged.ruleset.data
    draw = rules["play"].get("draw")
    has_talon = any("talon" in dealt for dealt in rules["deal"])
    return has_talon and bool(draw) and draw.get("when") not in ("no", False)


def one(seats: str | list[str] | None) -> str | None:
    """The seat, or the first of several."""
    return seats[0] if isinstance(seats, list) else seats


def _more(more: list[str], less: list[str]) -> list[str]:
    left = list(less)
    found = []
    for card in more:
        if card in left:
            left.remove(card)
        else:
            found.append(card)
    return found
