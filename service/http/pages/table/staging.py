"""Makes the steps of a hand from its moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..hands import Judged
from .captions import Captions, side_points
from .views import PLACES, Call, Held, Laid, Note, Pile, Seated, Step, Stock, Swap, Trump
from .walk import Happening, draws, one, tricks_of

SAYINGS = ("lead", "play", "meld", "meld-lead", "drawn", "exchange", "close", "begin", "claim", "concede")
"""The kinds of moves that are not calls."""


class Staging:
    """Goes through a hand and keeps in mind what a position does not say: tricks, calls, who plays the contract."""

    def __init__(self, judged: Judged, steps: list[Happening], captions: Captions) -> None:
        assert judged.pack is not None
        self.judged, self.steps, self.captions = judged, steps, captions
        self.pack, self.w = judged.pack, captions.w
        first, last = steps[0].now, steps[-1]
        self.midway = "position" in judged.record
        playing = {seat for step in steps for side in step.now["sides"] for seat in side} | {last.seat}
        self.seats = [seat for seat in first["hands"] if seat in playing]
        self.place = dict(zip(self.seats, PLACES[len(self.seats)], strict=True))
        self.total, self.tricks = last.number, tricks_of(steps)
        self.had_talon = any(step.now["talon"]["size"] for step in steps) or draws(self.judged)
        won = (first["position"] or {}).get("seats", {})
        self.won: list[tuple[str, list[str]]] = [
            (seat, list(trick)) for seat, had in won.items() for trick in had.get("won", ())
        ]
        recorded = {seat: sum(winner == seat for winner, _ in self.won) for seat in first["hands"]}
        self.unknown = {
            seat: max(0, (first["points"][seat]["tricks"] or 0) - recorded[seat]) for seat in first["hands"]
        }
        self.calls: list[Call] = []
        self.declarer: str | None = None
        self.doubled: list[str] = []

    def all(self) -> list[Step]:
        """Every step, first to last."""
        found = []
        for step in self.steps:
            self._hear(step)
            found.append(self._step(step))
            if taken := step.now["taken"]:
                cards = [laid["card"] for laid in taken["cards"]]
                self.won.append((one(taken["winner"]) or "", cards))
        return found

    def _hear(self, step: Happening) -> None:
        """Keeps what was said about the game that is to be played."""
        if step.kind in SAYINGS or step.seat is None:
            return
        self.calls.append(Call(step.seat, self.captions.saying(step), step.violation is not None))
        if step.violation is not None or step.before is None:
            return
        if step.now["contract"] and step.now["contract"] != step.before["contract"]:
            self.declarer = step.seat
        elif step.in_play:
            self.doubled.append(self.captions.saying(step))

    def _step(self, step: Happening) -> Step:
        laid = self._laid(step)
        return Step(
            step.number,
            step.trick,
            self._at(step),
            self.captions.of(step),
            step.violation is not None,
            [self._seated(step, seat) for seat in self.seats],
            laid,
            self._piles(step.now),
            self._stock(step.now),
            self._trump(step),
            self._swap(step),
            None if laid else self._note(step),
            [] if laid or step.trick > 1 or self.midway else list(self.calls),
        )

    def _at(self, step: Happening) -> str:
        if step.number == 0:
            return self.w("table.at.midway" if self.midway else "table.at.deal", trick=step.trick)
        key = "table.at" if step.in_play and step.trick <= self.tricks else "table.at.call"
        return self.w(key, trick=step.trick, n=step.number, of=self.total)

    def _seated(self, step: Happening, seat: str) -> Seated:
        now, drawn, legal = step.now, step.drawn_by(seat), self._legal(step, seat)
        hand = self.pack.sorted(now["hands"][seat])
        held = [Held(card, card in drawn, card in legal) for card in hand]
        held += [Held("?") for _ in range(now["hidden"][seat])]
        return Seated(seat, self.place[seat], held, all(seat not in side for side in now["sides"]))

    def _legal(self, step: Happening, seat: str) -> set[str]:
        """The cards that could be played where the hand stops, unless those are all that are held."""
        if step is not self.steps[-1]:
            return set()
        if step.violation is not None:
            tokens = step.violation["legal"] if step.seat == seat else ()
            held = set(step.now["hands"][seat]) | {step.token.card}
        else:
            tokens = self.judged.verdict["legal"] if one(self.judged.verdict["to_move"]) == seat else ()
            held = set(step.now["hands"][seat])
        legal = set(tokens) & held
        return legal if legal != held else set()

    def _laid(self, step: Happening) -> list[Laid]:
        taken = step.now["taken"]
        winner = one(taken["winner"]) if taken else None
        cards = step.lying
        found = []
        for played in cards:
            seat, card = played["seat"], played["card"]
            role, note = "", self.w("table.leads") if played is cards[0] else ""
            if step.violation is not None and seat == step.seat and card == step.token.card:
                role, note = "bad", self.w("table.illegal")
            elif seat == winner and taken:
                role, note = "won", self.w("table.takes", n=taken["points"])
            elif step.kind == "meld-lead" and seat == step.seat:
                note = self.w("table.declared", n=step.token.number)
            found.append(Laid(seat, self.place[seat], card, role, note))
        return found

    def _piles(self, now: Mapping[str, Any]) -> list[Pile]:
        """What each side has, the side of the player in front last."""
        sides = [list(side) for side in now["sides"]]
        ordered = sorted(sides, key=lambda side: self.seats[0] in side)
        return [
            Pile(
                side,
                side_points(now, side[0]),
                sum(now["points"][seat]["waiting"] for seat in side),
                [cards for seat, cards in self.won if seat in side],
                sum(self.unknown[seat] for seat in side),
                bool(now["taken"]) and one(now["taken"]["winner"]) in side,
            )
            for side in ordered
        ]

    def _stock(self, now: Mapping[str, Any]) -> Stock:
        size, w = now["talon"]["size"], self.w
        if not size:
            state = "used" if self.had_talon else "none"
            return Stock(state, 0, None, w("talon.used"), "")
        with_up = size > len(now["talon"]["cards"]) and now["turn_up"]
        state = "open" if now["talon"]["open"] else "closed" if draws(self.judged) else "lies"
        up = now["turn_up"] if with_up and state != "closed" else None
        count = w.count("talon.with" if with_up else "talon.cards", size)
        label = f"{w(f'talon.{state}')}: {count}"
        return Stock(state, size, up, f"{label}: {self.pack.name(up)}" if up and up != "?" else label, count)

    def _trump(self, step: Happening) -> Trump:
        now, w = step.now, self.w
        contract = self.captions.contract(now["contract"]) if now["contract"] else None
        if now["trump"]:
            label = self.pack.suit_name(now["trump"])
            label = label[:1].upper() + label[1:]
        else:
            label = w("trump.none" if now["stage"] == "play" else "trump.open")
        return Trump(now["trump"], label, contract, self.declarer if contract else None, list(self.doubled))

    def _swap(self, step: Happening) -> Swap | None:
        if step.kind != "exchange" or step.before is None or step.violation is not None or step.seat is None:
            return None
        return Swap(step.now["turn_up"], step.before["turn_up"], step.seat)

    def _note(self, step: Happening) -> Note | None:
        points = side_points(step.now, step.seat) if step.kind == "claim" else None
        if points is not None:
            return Note(self.captions.who(step.seat), points)
        if step.kind == "begin":
            return Note(self.captions.of(step))
        return Note(self.captions.move(step))
