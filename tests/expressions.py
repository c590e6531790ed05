"""Random expressions of every type, deep enough to meet each operator in each other's company."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .naive import Game

TYPES = ("number", "truth", "card", "suit", "cards", "players")
COMPARISONS = ("<", "<=", ">", ">=", "is", "is not")


class Expressions:
    """Writes expressions that this game's ruleset could contain, anywhere."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.inside: list[str] = []  # what is looked at: card, player
        kinds = {name: str(kind) for name, kind in game.data.get("memory", {}).items()}
        self.kept = {
            "number": [name for name, kind in kinds.items() if kind == "number" or kind.isdigit()],
            "players": [name for name, kind in kinds.items() if kind in ("player", "players")],
            "each": [name for name, kind in kinds.items() if kind == "each number"],
        }

    def write(self, kind: str, depth: int) -> str:
        """An expression of this type."""
        return str(getattr(self, kind)(depth))

    def one(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def some(self, *choices: Callable[[], str]) -> str:
        return self.rng.choice(choices)()

    def rank(self) -> str:
        return self.rng.choice(self.game.ranks)

    def within(self, name: str, write: Callable[[], str]) -> str:
        self.inside.append(name)
        try:
            return write()
        finally:
            self.inside.pop()

    def number(self, d: int) -> str:
        plain = [
            lambda: str(self.rng.randrange(70)),
            lambda: self.one("trick.number", "trick.size", "talon.size", "cards_left", "contract.value"),
        ]
        plain += [lambda: self.one(*self.kept["number"])] * bool(self.kept["number"])
        plain += [lambda: "card.points"] * ("card" in self.inside)
        if not d:
            return self.some(*plain)
        members = ["tricks", "points", "card_points", "meld_points", "own_tricks", "own_points", "brought"]
        members += self.kept["each"]
        return self.some(
            *plain,
            *[lambda: f"({self.players(d - 1)}).{self.one(*members)}"] * 4,
            lambda: f"count({self.cards(d - 1)})",
            lambda: f"count({self.players(d - 1)})",
            lambda: f"suits({self.cards(d - 1)})",
            lambda: f"(({self.number(d - 1)}) {self.one('+', '-', '*')} ({self.number(d - 1)}))",
            lambda: f"-({self.number(d - 1)})",
            lambda: f"(({self.number(d - 1)}) if ({self.truth(d - 1)}) else ({self.number(d - 1)}))",
            lambda: f"({self.card(d - 1)}).points",
        )

    def truth(self, d: int) -> str:
        plain = [
            lambda: self.one("yes", "no", "undrawn", "trump is none", "led is none"),
            lambda: self.one("turn_up is not none", "contract is none"),
            lambda: self.one("last_move is card", "last_move is trick", "last_move is not deal"),
            lambda: f"({self.number(0)}) {self.one(*COMPARISONS)} ({self.number(0)})",
        ]
        if not d:
            return self.some(*plain)
        return self.some(
            *plain,
            lambda: f"({self.number(d - 1)}) {self.one(*COMPARISONS)} ({self.number(d - 1)})",
            lambda: f"({self.card(d - 1)}) {self.one('in', 'not in')} ({self.cards(d - 1)})",
            lambda: f"({self.cards(d - 1)}) {self.one('in', 'not in', 'is', 'is not')} ({self.cards(d - 1)})",
            lambda: f"({self.players(d - 1)}) {self.one('in', 'not in', 'is', 'is not')} ({self.players(d - 1)})",
            lambda: f"({self.players(d - 1)}) is somebody",
            lambda: f"({self.suit(d - 1)}) {self.one('is', 'is not')} ({self.suit(d - 1)})",
            lambda: f"({self.suit(d - 1)}) in ({self.players(d - 1)}).melded",
            lambda: f"({self.card(d - 1)}).rank {self.one('in', 'not in')} ({self.rank()} {self.rank()})",
            lambda: f"({self.card(d - 1)}).rank is {self.rank()}",
            lambda: f"({self.suit(d - 1)}) is {self.rng.choice(self.game.suits)}",
            lambda: f"played({self.card(d - 1)})",
            lambda: f"({self.card(d - 1)}) is none",
            lambda: f"({self.card(d - 1)}) beats ({self.card(d - 1)})",
            lambda: f"({self.truth(d - 1)}) {self.one('and', 'or')} ({self.truth(d - 1)})",
            lambda: f"not ({self.truth(d - 1)})",
            lambda: f"({self.truth(d - 1)}) if ({self.truth(d - 1)}) else ({self.truth(d - 1)})",
        )

    def card(self, d: int) -> str:
        plain = [lambda: self.one("led", "best", "turn_up")]
        plain += [lambda: "card"] * ("card" in self.inside)
        if self.game.copies == 1:
            plain += [lambda: f"{self.rank()} of trump"]
        if not d:
            return self.some(*plain)
        named = [lambda: f"{self.rank()} of ({self.suit(d - 1)})"] * (self.game.copies == 1)
        chosen = [lambda: f"({self.card(d - 1)}) if ({self.truth(d - 1)}) else ({self.card(d - 1)})"]
        return self.some(*plain, *named, *chosen)

    def suit(self, d: int) -> str:
        plain = [lambda: self.one("trump", "led.suit", "best.suit", "turn_up.printed_suit")]
        if not d:
            return self.some(*plain)
        return self.some(
            *plain,
            lambda: f"({self.card(d - 1)}).{self.one('suit', 'printed_suit')}",
            lambda: f"({self.suit(d - 1)}) if ({self.truth(d - 1)}) else ({self.suit(d - 1)})",
        )

    def cards(self, d: int) -> str:
        members = ("hand", "won", "declared", "first_packet")
        plain = [lambda: f"{self.one('everyone', 'turn', 'leader')}.{self.one(*members)}"]
        if not d:
            return self.some(*plain)
        more = [
            lambda: f"({self.players(d - 1)}).{self.one(*members)}",
            lambda: f"({self.cards(d - 1)}) {self.one('with', 'except')} ({self.cards(d - 1)})",
        ]
        more += [lambda: f"({self.rank()} {self.rank()}) of ({self.suit(d - 1)})"] * (self.game.copies == 1)
        if "card" not in self.inside:
            more += [
                lambda: f"({self.cards(0)}) where ({self.within('card', lambda: self.truth(d - 1))})",
                lambda: (
                    f"({self.cards(0)}) where {self.one('most', 'least')} "
                    f"({self.within('card', lambda: self.number(d - 1))})"
                ),
            ]
        return self.some(*plain, *more)

    def players(self, d: int) -> str:
        plain = [lambda: self.one("everyone", "nobody", "dealer", "forehand", "leader", "turn", "last_trick.winner")]
        plain += [lambda: self.one(*self.kept["players"])] * bool(self.kept["players"])
        plain += [lambda: "player"] * ("player" in self.inside)
        if not d:
            return self.some(*plain)
        more = [
            *[lambda: f"({self.players(d - 1)}).{self.one('side', 'opponents', 'partner', 'next')}"] * 2,
            lambda: f"({self.players(d - 1)}) {self.one('with', 'except')} ({self.players(d - 1)})",
            lambda: f"({self.players(d - 1)}) if ({self.truth(d - 1)}) else ({self.players(d - 1)})",
        ]
        more += [lambda: f"holder({self.card(d - 1)})"] * (self.game.copies == 1)
        if "player" not in self.inside:
            more += [
                lambda: f"({self.players(0)}) where ({self.within('player', lambda: self.truth(d - 1))})",
                lambda: (
                    f"({self.players(0)}) where {self.one('most', 'least')} "
                    f"({self.within('player', lambda: self.number(d - 1))})"
                ),
            ]
        return self.some(*plain, *more)
