"""What happened at a step, in sentences.  A name stands as it is in each of them, so none needs to be inflected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bummerl.grammar import NOTATION_WORDS
from markupsafe import Markup

from ..hands import Judged
from ..saying import Saying
from ..words import PageWords, words
from .walk import Happening, one

Seats = str | list[str] | None


class Captions:
    """Says what happened, for one reader of one hand."""

    def __init__(self, judged: Judged) -> None:
        assert judged.pack is not None
        self.w: PageWords = words(judged.frame.lang, "table")
        self.pack, self.people = judged.pack, judged.people
        self.names = judged.people.names
        contracts = judged.ruleset.data.get("contracts", []) if judged.ruleset else []
        self._saying = Saying(self.w, self.pack, contracts)
        self._begins_midway = "position" in judged.record

    def who(self, seats: Seats) -> Markup:
        """A player, or several, by name."""
        return self.people.who(seats)

    def name(self, seat: str) -> str:
        """A player by name, or by the seat where nobody wrote a name down."""
        return self.names.get(seat, seat)

    def cards(self, cards: list[str]) -> str:
        """Cards by name."""
        return self.w.listed([self.w("card.unknown") if card == "?" else self.pack.name(card) for card in cards])

    def contract(self, id: str) -> str:
        """The name of a contract."""
        return self._saying.contract(id)

    def of(self, step: Happening) -> Markup:
        """What happened at this step."""
        return Markup(" ").join(self._sentences(step))

    def said(self, step: Happening) -> Markup:
        """What was said or done besides playing a card."""
        said = self.move(step)
        if step.kind == "meld-lead":
            said = self.w.html("move.meld-only", player=self.who(step.seat), n=step.token.number)
        return Markup(" ").join([said, *(self._gained(step) if not step.now["taken"] else ())])

    def _sentences(self, step: Happening) -> Iterator[Markup]:
        if step.kind == "begin":
            yield from self._begin(step.now)
            return
        yield self.move(step)
        if step.violation is None:
            yield from self._taken(step.now["taken"])
            yield from self._gained(step)

    def _begin(self, now: Any) -> Iterator[Markup]:
        w = self.w
        yield w.html("begin.midway", n=now["trick"]) if self._begins_midway else w.html("begin.deal")
        if now["turn_up"]:
            shown = "begin.turned" if now["talon"]["size"] > len(now["talon"]["cards"]) else "begin.shown"
            yield w.html(shown, card=self.pack.name(now["turn_up"]))
        elif now["trump"]:
            yield w.html("begin.trumps", suit=self.pack.suit_name(now["trump"]))
        if now["to_move"]:
            yield w.html("begin.player", player=self.who(one(now["to_move"])))

    def move(self, step: Happening) -> Markup:
        """The move itself, without what came of it."""
        w, token, player = self.w, step.token, self.who(step.seat)
        card = self.pack.name(token.card) if token.card else ""
        match step.kind:
            case "lead" | "play":
                return w.html(f"move.{step.kind}", player=player, card=card)
            case "meld-lead":
                return w.html("move.meld-lead", player=player, n=token.number, card=card)
            case "meld":
                suit = self.pack.suit_name(token.about) if token.about in self.pack.suits else token.about or ""
                return w.html("move.meld", player=player, n=token.number, suit=suit)
            case "drawn":
                return w.html("move.drawn", cards=self.cards(list(token.drawn or ())))
            case "exchange" if step.violation is None and step.before is not None:
                given, got = step.now["turn_up"], step.before["turn_up"]
                return w.html("move.swap", player=player, card=self.pack.name(given), other=self.pack.name(got))
            case "take" if step.seat is not None and step.drawn_by(step.seat):
                return w.html("move.take-cards", player=player, cards=self.cards(step.drawn_by(step.seat)))
            case "claim" if (points := side_points(step.now, step.seat)) is not None:
                return w.html_count("move.claim-with", points, player=player)
        key = f"does.{token.word}.about" if token.about else f"does.{token.word}"
        if w.has(key):
            return w.html(key, player=player, about=self._saying.about(token.about or ""))
        return w.html("move.word", player=player, word=self._saying.text(token))

    def saying(self, step: Happening) -> str:
        """What was said, in a word or two."""
        token = step.token
        if token.about and token.word in NOTATION_WORDS:
            return self._saying.about(token.about)
        key = f"word.{token.word}"
        return self.w(key) if not token.about and self.w.has(key) else self._saying.text(token)

    def _taken(self, taken: Any) -> Iterator[Markup]:
        if taken is not None:
            yield self.w.html_count("move.taken", taken["points"], winner=self.who(one(taken["winner"])))

    def _gained(self, step: Happening) -> Iterator[Markup]:
        for gain in step.now["gained"]:
            player, points = self.who(gain["seat"]), gain["points"]
            if gain["reason"] == "meld" and gain["declared"] and not points:
                yield self.w.html("gain.waits")
            elif gain["reason"] == "meld-counts":
                yield self.w.html_count("gain.counts", points, player=player)
            elif gain["reason"] == "bonus":
                yield self.w.html_count("gain.bonus", points, player=player)


def side_points(now: Any, seat: str | None) -> int | None:
    """The points that a player has together with partners; `None` where the record does not say."""
    side = next((side for side in now["sides"] if seat in side), [seat] if seat else [])
    points = [now["points"][each]["points"] for each in side]
    return None if not points or None in points else sum(points)
