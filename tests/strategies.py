"""Random deals, random legal hands and spoilt tokens of any ruleset, and Hypothesis strategies made of them.

Nothing here asks the interpreter anything but `legal`; what a deal looks like and which words exist comes from the
ruleset's data (`naive.Game`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .naive import Game

Record = dict[str, Any]

RARELY = ("claim", "concede", "knock", "shoot")
"""Words that end a hand early: with them at full weight no random hand would get anywhere."""
SAID = (20, 40, 60)
NUMBERS = range(14)


def deal(game: Game, rng: Random) -> Record:
    """A complete record without moves."""
    pack = [card.code for card in game.deck]
    rng.shuffle(pack)
    take = lambda count: [pack.pop() for _ in range(count)]  # noqa: E731
    dealer = rng.choice(game.seats)
    empty = {"deal": {"hands": {}}, "dealer": str(dealer)}
    out = sitting_out(game, empty)
    hands = {str(seat): take(game.hand_size) for seat in game.seats if seat not in out}
    dealt: dict[str, Any] = {"hands": hands}
    if game.turns_up:
        dealt["turn_up"] = take(1)[0]
    elif game.shows_card:
        dealt["turn_up"] = rng.choice(hands[str(dealer)])
    if game.talon_size:
        dealt["talon"] = take(game.talon_size)
    return {"ruleset": game.data["ruleset"], "dealer": str(dealer), "deal": dealt, "moves": []}


def sitting_out(game: Game, record: Record) -> frozenset[Any]:
    """Who gets no cards."""
    from .naive.expressions import value
    from .naive.table import Table

    if "sits_out" not in game.data:
        return frozenset()
    bare = Table.__new__(Table)
    bare.game, bare.rules, bare.dealer = game, game.base, frozenset([game.seats[game.seats.index(record["dealer"])]])
    bare.memory, bare.each = game.memory()
    return frozenset(value(game.data["sits_out"], bare))


def vocabulary(game: Game) -> list[str]:
    """Every token this ruleset could read, without a seat."""
    tokens = [card.code for card in game.deck]
    for name, move in game.data.get("moves", {}).items():
        kind = move.get("names") if isinstance(move, dict) else None
        if kind == "meld":
            tokens += [f"{suit}+{said}" for suit in game.suits for said in SAID]
            tokens += [f"{card.code}+{said}" for card in game.deck for said in SAID]
        elif kind == "suit":
            tokens += [f"{name}:{suit}" for suit in game.suits]
        elif kind == "card":
            tokens += [f"{name}:{card.code}" for card in game.deck]
        elif kind == "contract":
            tokens += [f"{name}:{contract}" for contract in game.contracts]
        elif kind == "number":
            tokens += [f"{name}:{number}" for number in NUMBERS]
        else:
            tokens.append(name)
    return list(dict.fromkeys(tokens))


def seated(game: Game, tokens: list[str]) -> list[str]:
    """The same tokens, and each with every seat in front of it."""
    return tokens + [f"{seat}:{token}" for seat in game.seats for token in tokens]


def bare(token: str) -> str:
    """The word of a token, without seat and argument."""
    parts = token.split(":")
    return parts[1] if len(parts[0]) == 1 and len(parts) > 1 else parts[0]


def choose(legal: list[str], rng: Random) -> str:
    """A token to go on with."""
    if rng.random() < 0.04:
        return rng.choice(legal)
    return rng.choice([token for token in legal if bare(token) not in RARELY] or legal)


def go_on(record: Record, legal: Callable[[Record], list[str]], rng: Random, moves: int) -> Record:
    """The record with up to so many random legal moves more."""
    record = {**record, "moves": list(record["moves"])}
    for _ in range(moves):
        tokens = legal(record)
        if not tokens:
            break
        record["moves"].append(choose(tokens, rng))
    return record
