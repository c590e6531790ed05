"""Random deals, random legal hands and spoilt tokens of any ruleset, and Hypothesis strategies made of them.

Nothing here asks the interpreter anything but `legal`; what a deal looks like and which words exist comes from the
ruleset's data (`naive.Game`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bummerl.interpreter import legal
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from .naive import Game, Table, begin, sitting_out, step
from .tables import THOROUGH, draw_options, game, ruleset

Record = dict[str, Any]

RARELY = ("claim", "concede", "knock", "misdeal", "shoot")
"""Words that end a hand early: with them at full weight no random hand would get anywhere."""
SAID = (20, 40, 60)
NUMBERS = range(14)


def deal(game: Game, rng: Random) -> Record:
    """A complete record without moves."""
    pack = [card.code for card in game.deck]
    rng.shuffle(pack)
    dealer = rng.choice(game.seats)

    def take(count: int) -> list[str]:
        return [pack.pop() for _ in range(count)]

    hands = {str(seat): take(game.hand_size) for seat in game.seats if seat not in sitting_out(game, dealer)}
    dealt: dict[str, Any] = {"hands": hands}
    if game.turns_up:
        dealt["turn_up"] = take(1)[0]
    elif game.shows_card:
        hand = hands[str(dealer)]
        shown = rng.choice(hand)
        hand.append(hand.pop(hand.index(shown)))  # his last card
        dealt["turn_up"] = shown
    if game.talon_size:
        dealt["talon"] = take(game.talon_size)
    return {"ruleset": game.data["ruleset"], "dealer": str(dealer), "deal": dealt, "moves": []}


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
    """The word of a token, without seat and argument; `card` for a card, `meld` for a meld."""
    parts = token.split(":")
    word = parts[1] if len(parts[0]) == 1 and len(parts) > 1 else parts[0]
    return "meld" if "+" in word else "card" if word.isupper() or word[0].isupper() else word


def choose(legal: list[str], rng: Random) -> str:
    """A token to go on with: first its kind, so that ten bids are no likelier than one pass, then which of them."""
    if rng.random() < 0.04:
        return rng.choice(legal)
    likely = [token for token in legal if bare(token) not in RARELY] or legal
    kinds = sorted({bare(token) for token in likely})
    kind = rng.choices(kinds, [4 if kind == "card" else 1 for kind in kinds])[0]
    return rng.choice([token for token in likely if bare(token) == kind])


def go_on(record: Record, legal: Callable[[Record], list[str]], rng: Random, moves: int) -> Record:
    """The record with up to so many random legal moves more."""
    record = {**record, "moves": list(record["moves"])}
    for _ in range(moves):
        tokens = legal(record)
        if not tokens:
            break
        record["moves"].append(choose(tokens, rng))
    return record


def spoil(record: Record, tokens: list[str], rng: Random, more: bool = True) -> Record:
    """The record with a token somewhere that is probably illegal, and perhaps something after it, if `more`.

    Now one of these tokens, now a word, now a card of the player whose turn it is: random cards would nearly all be
    refused for not being held, and no duty would ever be broken.
    """
    cut = max(rng.randrange(len(record["moves"]) + 1) for _ in range(2))
    before = record["moves"][:cut]
    words = [token for token in tokens if bare(token) != "card"]
    wrong = rng.choice(rng.choice([tokens, words or tokens, *[own_cards({**record, "moves": before}) or tokens] * 2]))
    after = [rng.choice(tokens)] if more and rng.random() < 0.3 else []
    return {**record, "moves": [*before, wrong, *after]}


def own_cards(record: Record) -> list[str]:
    """What the player holds whose turn it is."""
    table = naive_table(record["ruleset"], record)
    return [card.code for seat in sorted(table.turn) for card in table.hands[seat]]


def naive_table(name: str, record: Record) -> Table:
    """The hand of a legal record on the naive table."""
    table = begin(game(name, tuple(sorted(record.get("options", {}).items()))), record)
    for token in record["moves"]:
        assert step(table, token) is None, (token, record)
    return table


# ------------------------------------------------------------------------------------------------ for Hypothesis
def seeds() -> st.SearchStrategy[Random]:
    """A source of chance for a whole hand, evenly distributed; Hypothesis only chooses where it begins."""
    return st.integers(0, 2**64 - 1).map(Random)


def examples(count: int) -> settings:
    """So many examples, the same ones in every run; thirty times as many, and new ones, when the run is thorough.

    A seed cannot be made simpler, so Hypothesis does not try: a failure shows the record as it is.
    """
    phases = [Phase.explicit, Phase.generate]
    slow = [HealthCheck.too_slow]
    return settings(
        max_examples=30 * count if THOROUGH else count,
        derandomize=not THOROUGH,
        database=None,
        deadline=None,
        suppress_health_check=slow,
        phases=phases,
    )


def hand(name: str, rng: Random, moves: int | None = None) -> Record:
    """A random legal hand of a ruleset, with random house rules, broken off after so many moves or anywhere."""
    options = draw_options(name, rng)
    record = deal(game(name, options), rng)
    if options:
        record["options"] = dict(options)
    rules = ruleset(name)
    moves = rng.randrange(90) if moves is None else moves
    return go_on(record, lambda so_far: legal(so_far, ruleset=rules), rng, moves)
