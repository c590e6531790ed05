"""Checks of seats, deck and deal: the sums must come out before anything is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.grammar import SEATS, suggest

from . import limits
from .context import Context
from .source import Steps


def check_deck(context: Context) -> None:
    """At most 62 cards; no more dealt than there are; partners, colours and orders of ranks that fit."""
    data, deck = context.data, context.data["deck"]
    cards = len(deck["suits"]) * len(deck["ranks"]) * deck.get("copies", 1)
    if cards > limits.CARDS:
        context.problem(
            ("deck",),
            "deck-size",
            f"the deck has {cards} cards, and at most {limits.CARDS} can be played with",
            key=True,
        )
    _colours(context, deck)
    _deal(context, data, cards)
    _partners(context, data)


def _colours(context: Context, deck: Mapping[str, Any]) -> None:
    seen: dict[str, str] = {}
    for colour, suits in deck.get("colours", {}).items():
        for i, suit in enumerate(suits):
            path: Steps = ("deck", "colours", colour, i)
            if suit not in deck["suits"]:
                context.problem(
                    path,
                    "unknown-word",
                    f"`{suit}` is no suit of the deck",
                    token=suit,
                    suggestion=suggest(suit, deck["suits"]),
                )
            elif suit in seen:
                context.problem(path, "deck", f"suit `{suit}` is {seen[suit]} already", token=suit)
            seen[suit] = colour


def _deal(context: Context, data: Mapping[str, Any], cards: int) -> None:
    packets: list[Mapping[str, Any]] = data["deal"]
    kinds = [next(iter(packet)) for packet in packets]
    for kind in ("turn_up", "talon", "show"):
        if kinds.count(kind) > 1:
            again = len(kinds) - 1 - kinds[::-1].index(kind)
            context.problem(("deal", again), "deal", f"`{kind}` comes once only", token=kind)
            return
    if "hands" not in kinds:
        context.problem(("deal",), "deal", "nobody is dealt a card: `hands` is missing", key=True)
        return
    if "turn_up" in kinds and "show" in kinds:
        context.problem(("deal", kinds.index("show")), "deal", "a card is turned up already", token="show")
    players = data["seats"] - ("sits_out" in data)
    each = sum(packet["hands"] for packet in packets if "hands" in packet)
    talon = next((packet["talon"] for packet in packets if "talon" in packet), 0)
    dealt = players * each + ("turn_up" in kinds) + (0 if talon == "rest" else talon)
    if dealt > cards:
        context.problem(
            context.own_one(("deal",), ("deck",), ("seats",)),
            "deal",
            f"{dealt} cards are dealt ({players} players, {each} each), and the deck has {cards}",
            key=True,
        )


def _partners(context: Context, data: Mapping[str, Any]) -> None:
    groups = data.get("partners")
    seen = set()
    for i, group in enumerate(groups if isinstance(groups, list) else []):
        for j, seat in enumerate(group):
            if SEATS.index(seat) >= data["seats"]:
                context.problem(
                    ("partners", i, j),
                    "partners",
                    f"there is no seat {seat}: the seats are {SEATS[: data['seats']]}",
                    token=seat,
                )
            elif seat in seen:
                context.problem(("partners", i, j), "partners", f"{seat} has partners already", token=seat)
            seen.add(seat)


def check_orders(context: Context) -> None:
    """Orders of ranks: each is a rank of the deck, once; `play.order` has them all."""
    play, ranks = context.data.get("play", {}), list(context.data["deck"]["ranks"])
    if "order" in play:
        missing = [rank for rank in ranks if rank not in _order(context, ("play", "order"), play["order"], ranks)]
        if missing:
            context.warn(
                ("play", "order"),
                "order",
                f"the order says nothing of {', '.join(missing)}: they are all equally weak",
                key=True,
            )
    for i, line in enumerate(play.get("wins", [])):
        if "order" in line:
            _order(context, ("play", "wins", i, "order"), line["order"], ranks)


def _order(context: Context, path: Steps, order: list[Any], ranks: list[str]) -> list[str]:
    seen: list[str] = []
    for i, given in enumerate(order):
        rank = str(given)
        if rank not in ranks:
            context.problem(
                (*path, i),
                "unknown-word",
                f"`{rank}` is no rank of the deck",
                token=rank,
                suggestion=suggest(rank, ranks),
            )
        elif rank in seen:
            context.problem((*path, i), "order", f"`{rank}` stands in the order twice", token=rank)
        seen.append(rank)
    return seen
