"""Numbers of the machine as values for people and programs: seats, cards, suits, contracts."""

from __future__ import annotations

from .rules import Rules

Value = str | int | bool | list[str] | None


def members(number: int) -> list[int]:
    """The members of a set of bits, lowest first."""
    found, i = [], 0
    while number:
        if number & 1:
            found.append(i)
        number >>= 1
        i += 1
    return found


def cards(rules: Rules, number: int) -> list[str]:
    """The codes of a set of cards, in the pack's order."""
    return [rules.codes[i] for i in members(number)]


def players(rules: Rules, number: int) -> str | list[str] | None:
    """A seat, a list of seats, or nobody."""
    seats = [rules.seats[i] for i in members(number)]
    return seats[0] if len(seats) == 1 else seats or None


def value(rules: Rules, kind: str, number: int) -> Value:
    """A value of the ruleset language as JSON: none is `None`."""
    if kind == "players":
        return players(rules, number)
    if kind == "cards":
        return cards(rules, number)
    if kind == "truth":
        return bool(number)
    if kind == "number":
        return number
    if kind in ("suits", "ranks"):
        return [str(named(rules, kind[:-1], i)) for i in members(number)]
    return named(rules, kind, number)


def named(rules: Rules, kind: str, number: int) -> str | int | None:
    """The name of a card, suit, rank, contract, move or colour."""
    if number < 0:
        return None
    names = rules.names(kind)
    return names[number] if number < len(names) else number
