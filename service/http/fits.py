"""Does a record plainly fit the published schema?  The quick answer for nearly every record that is sent.

`plainly_fits` may decline anything and then the schema decides; it must never accept what the schema refuses.  It saves
the two or three hundred microseconds that the validator needs, several times what the ruling takes.
"""

from __future__ import annotations

from typing import Any

LONGEST_TOKEN = 200
_KEYS = frozenset({"ruleset", "options", "players", "dealer", "deal", "moves", "result"})
_DEAL = frozenset({"hands", "turn_up", "talon"})
_RESULT = frozenset({"winner", "game_points"})
_SEATS = frozenset("ABCDEF")
_MOST = 1_000_000


def plainly_fits(record: Any) -> bool:
    """True if the record fits the schema `Record`; False says nothing."""
    if type(record) is not dict or not _KEYS.issuperset(record):
        return False
    get = record.get
    ruleset = get("ruleset", "")
    if type(ruleset) is not str or len(ruleset) > LONGEST_TOKEN or not _seat(get("dealer", "A")):
        return False
    moves = get("moves")
    try:
        if type(moves) is not list or len(moves) > 200 or (moves and max(map(len, moves)) > LONGEST_TOKEN):
            return False
        "".join(moves)
        if "deal" in record and not _deal(record["deal"]):
            return False
    except TypeError:
        return False
    return (
        ("players" not in record or _players(record["players"]))
        and ("result" not in record or _result(record["result"]))
        and ("options" not in record or _options(record["options"]))
    )


def _seat(value: Any) -> bool:
    return type(value) is str and value in _SEATS


def _deal(deal: Any) -> bool:
    """May raise `TypeError`, which means no."""
    if type(deal) is not dict or not _DEAL.issuperset(deal):
        return False
    hands, turn_up, talon = deal.get("hands", {}), deal.get("turn_up", ""), deal.get("talon", [])
    if type(hands) is not dict or not _SEATS.issuperset(hands) or type(talon) is not list or type(turn_up) is not str:
        return False
    size = len("".join(talon)) + len(turn_up)
    for cards in hands.values():
        if type(cards) is not list:
            return False
        size += len("".join(cards)) + len(cards)
    return size <= LONGEST_TOKEN and len(talon) <= 100


def _players(players: Any) -> bool:
    return (
        type(players) is dict
        and _SEATS.issuperset(players)
        and all(type(name) is str and len(name) <= LONGEST_TOKEN for name in players.values())
    )


def _result(result: Any) -> bool:
    if type(result) is not dict or not _RESULT.issuperset(result):
        return False
    points = result.get("game_points", 0)
    winner = result.get("winner")
    return type(points) is int and -_MOST <= points <= _MOST and (winner is None or _seat(winner))


def _options(options: Any) -> bool:
    return (
        type(options) is dict
        and len(options) <= 40
        and all(len(name) <= LONGEST_TOKEN and _option(value) for name, value in options.items())
    )


def _option(value: Any) -> bool:
    kind = type(value)
    return kind is bool or (kind is int and -_MOST <= value <= _MOST) or (kind is str and len(value) <= LONGEST_TOKEN)
