"""Small rulesets of our own, random hands of any ruleset, and both machines."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from bummerl.interpreter import core as C
from bummerl.interpreter import machine
from bummerl.interpreter.image import Image, build
from bummerl.rulesets import load

try:
    from bummerl.interpreter import _core

    COMPILED: ModuleType | None = _core if machine.is_current(_core) else None
except ImportError:
    COMPILED = None

MACHINES = [C] if COMPILED is None else [C, COMPILED]
SMALL = {"suits": ["S", "H"], "ranks": {"A": 11, "K": 4, "Q": 3, "J": 2}}
MOVES = 60
"""More moves than any hand here has."""


def ints(core: ModuleType, values: Sequence[int]) -> Any:
    """A sequence as this machine wants it."""
    return list(values) if core is C else array("q", values)


def house(**parts: Any) -> Image:
    """The image of a game for two with eight cards: three each, one turned up, one in the talon. `parts` are laid
    over it."""
    rules = {
        "ruleset": "house", "version": "1.0.0", "title": "House", "extends": "trick-taking", "seats": 2, "deck": SMALL,
        "deal": [{"hands": 3}, {"turn_up": 1}, {"talon": "rest"}],
        "play": {"leader": "forehand", "trump": "turn_up.suit"},
        "ends": [{"id": "end.cards", "when": "cards_left is 0"}],
        "score": [{"id": "score.last", "winner": "last_trick.winner", "worth": 1}],
    }  # fmt: skip
    return build(load({**rules, **parts}))


@cache
def shipped(id: str) -> Image:
    """The image of a shipped ruleset."""
    return build(load(id))


class Table:
    """A hand at one machine."""

    def __init__(self, image: Image, deal: Sequence[int], core: ModuleType = C) -> None:
        self.image, self.core = image, core
        self.R, self.T, self.S = (ints(core, values) for values in (image.R, [*deal, 0], image.init))
        assert core.begin(self.S, self.R, self.T)

    def say(self, word: str, number: int = 0, seat: int = 0) -> str:
        """One token by its word; the id of the rule that forbids it, or nothing."""
        token = self.image.words[word] | seat << C.TOKEN_SEAT_AT | number << C.TOKEN_REST_AT
        return self.image.rule_ids[self.core.play_on(self.S, self.R, self.T, token)]

    def legal(self) -> list[int]:
        """Every token that may come next."""
        out = ints(self.core, [0] * self.image.room)
        return list(dict.fromkeys(out[: self.core.next_tokens(self.S[:], self.R, self.T, out)]))

    def words(self) -> set[str]:
        """The words of the tokens that may come next, with their numbers."""
        found = set()
        for token in self.legal():
            word, number = self.image.texts[token & C.TOKEN_ROW], token >> C.TOKEN_REST_AT
            found.add(f"{word}{number}" if word[-1] in "+#" else word)
        return found

    def memory(self, name: str) -> int:
        """A name of the ruleset's memory."""
        return int(self.S[self.image.memory[name].at])


def deals(image: Image, rng: Random) -> Iterator[list[int]]:
    """Random deals."""
    while True:
        cards = list(range(len(image.codes)))
        rng.shuffle(cards)
        hands = image.deal_size - 2 - image.talon
        dealt = [cards.pop() for _ in range(hands)]
        turned = cards.pop() if image.turned else dealt[0] if image.shown else -1
        yield [rng.randrange(image.n), *dealt, turned, *(cards.pop() for _ in range(image.talon))]


def hands(
    image: Image, rng: Random, rarely: Sequence[str] = ("claim", "concede", "misdeal")
) -> Iterator[tuple[list[int], list[int]]]:
    """Random legal hands: deal and moves. Words that end a hand early are rare."""
    for deal in deals(image, rng):
        table, moves = Table(image, deal), list[int]()
        while len(moves) < MOVES and not table.S[C.OVER]:
            legal = table.legal()
            lively = [t for t in legal if image.texts[t & C.TOKEN_ROW] not in rarely or rng.random() < 0.02]
            if not lively:
                break
            moves.append(rng.choice(lively))
            assert table.core.play_on(table.S, table.R, table.T, moves[-1]) == 0
        yield deal, moves


def verdict(image: Image, record: Sequence[int], core: ModuleType) -> list[int]:
    """The verdict row of a record."""
    out = ints(core, [0] * (C.V_SEATS + C.V_SEAT_WIDTH * image.n))
    core.replay_one(
        ints(core, image.init), ints(core, image.R), ints(core, [*record, 0]), image.deal_size, len(record), out
    )
    return list(out)
