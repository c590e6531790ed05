"""Rules, cards and players in words: a ruleset's texts with their placeholders filled in.

A text may name any fact that is known at its place: `{actor}`, `{led.suit}`, `{claimer.points}`. It is worked out
by the machine in the state that is being explained, and said in the reader's language: players by their names,
cards and suits by the names of their pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bummerl.interpreter import core as C
from bummerl.rulesets.texts import holes, in_case

from .machine import Ints
from .messages import listed, say
from .rules import Rules
from .values import members

MOST_TOLD: Final = 120
"""Characters of somebody's text that are repeated in a message."""
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Wording:
    """Says things about one hand in one language. `names` are the players' names by seat."""

    def __init__(self, rules: Rules, lang: str, names: Mapping[str, str]) -> None:
        self.rules, self.lang, self.names = rules, lang, names

    def player(self, seat: str) -> str:
        """A player's name, or the seat's letter."""
        return self.names.get(seat, seat)

    def players(self, number: int) -> str:
        """The players of a set, by name."""
        found = [self.player(self.rules.seats[i]) for i in members(number)]
        return listed(self.lang, found, "and") if found else say(self.lang, "value.nobody")

    def card(self, number: int) -> str:
        """A card by the names of its pack."""
        return self.rules.card_names(self.lang)[number]

    def cards(self, numbers: Iterable[int], joined: str = "and") -> str:
        """Several cards."""
        return listed(self.lang, [self.card(number) for number in numbers], joined)

    def value(self, kind: str, number: int) -> str:
        """A value of the ruleset language in words."""
        if kind == "players":
            return self.players(number)
        if kind == "card":
            return self.card(number) if number >= 0 else say(self.lang, "value.no-card")
        if kind == "cards":
            return self.cards(members(number)) if number else say(self.lang, "value.no-cards")
        if kind == "suit":
            if number < 0:
                return say(self.lang, "value.no-suit")
            return self.suit(number)
        if kind == "suits":
            return listed(self.lang, map(self.suit, members(number)), "and") or say(self.lang, "value.none")
        if kind == "rank":
            return self.rank(number) if number >= 0 else say(self.lang, "value.no-rank")
        if kind == "ranks":
            return listed(self.lang, map(self.rank, members(number)), "and") or say(self.lang, "value.none")
        if kind == "colour":
            return self.rules.colours[number] if number >= 0 else say(self.lang, "value.no-colour")
        if kind == "move":
            return self.move(number)
        if kind == "truth":
            return say(self.lang, "value.yes" if number else "value.no")
        if kind == "contract":
            return self.contract(number)
        return str(number)

    def suit(self, number: int) -> str:
        """A suit by the names of its pack."""
        return self.rules.suit_name(self.lang, number)

    def rank(self, number: int) -> str:
        """A rank by the names of its pack."""
        return self.rules.rank_name(self.lang, number)

    def move(self, number: int) -> str:
        """What was done: a move by its word, as it stands in a log."""
        if number < 0:
            return say(self.lang, "value.none")
        name = self.rules.move_names[number]
        return say(self.lang, f"value.move.{name}") if number < C.MOVES else name

    def contract(self, number: int) -> str:
        """The name of a contract."""
        if number < 0:
            return say(self.lang, "value.no-contract")
        found = self.rules.ruleset.data["contracts"][number]
        text = found.get("text")
        text = text.get(self.lang) or text.get("en") if isinstance(text, Mapping) else text
        return str(text or found["id"])

    def text(self, rule_id: str, S: Ints) -> str:
        """A rule's text as it reads in this state, or nothing if it has none."""
        template = self.rules.ruleset.text(rule_id, self.lang)
        return self.filled(template, S) if template else ""

    def filled(self, template: str, S: Ints) -> str:
        """A text in the case that there is, with its placeholders filled in; one that cannot be worked out stays as its
        name.
        """

        def holds(condition: str) -> bool:
            fact = self.rules.fact(condition, S)
            return fact is not None and bool(fact[1])

        def fill(found: re.Match[str]) -> str:
            fact = self.rules.fact(found[1], S)
            return found[1] if fact is None else self.value(*fact)

        return _PLACEHOLDER.sub(fill, in_case(template, holds)) if "{" in template else template


def short(text: str) -> str:
    """A piece of somebody's record as it is told: of a very long one the beginning."""
    return text if len(text) <= MOST_TOLD else f"{text[: MOST_TOLD - 1]}…"


def sentence(text: str) -> str:
    """A text that others may follow: it ends with a full stop, if it has no end of its own."""
    bare = text.rstrip().rstrip("\"'”’“»«)")
    return text if not bare or bare[-1] in ".!?…:" else f"{text.rstrip()}."


def placeholders(template: str | None) -> list[str]:
    """The facts that a text names, and the conditions that it asks."""
    return [hole.name for hole in holes(template or "") if hole.name is not None]


def as_judged(S: Ints, card: int = -1) -> Ints:
    """The state in which a refusal is put into words: whoever moved is the actor, and the card played is the card."""
    S = S[:]
    S[C.ACTOR] = S[C.BLAME]
    if card >= 0:
        S[C.CARD] = card
    return S
