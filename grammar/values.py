"""What stands between the quotes of a header, read: one function for each form of value."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NoReturn

from .diagnostics import Severity, shown
from .messages import say
from .notation import LONGEST_WORD, SEATS, are_cards, is_card

Part = tuple[int, int] | None
Found = tuple[Part, str, str, str | None, tuple[str, ...], str | None, Severity]


class Wrong(Exception):
    """A value that cannot be read, with everything that is wrong in it."""

    def __init__(
        self,
        part: Part,
        code: str,
        message: str,
        token: str | None = None,
        expected: tuple[str, ...] = (),
        suggestion: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Say what is wrong with the part of the value from the first offset to before the second."""
        super().__init__(message)
        self.found: list[Found] = [(part, code, message, token, expected, suggestion, severity)]


def _refuse(value: str, expected: str, suggestion: str | None = None) -> NoReturn:
    found = shown(value)
    message = say("value.found", expected=expected, found=found) if value else say("value.expected", expected=expected)
    raise Wrong((0, len(value)), "log.value", message, shown(value), (expected,), suggestion)


def some_text(value: str) -> str:
    """Any text, but some."""
    if not value.strip():
        _refuse(value, say("expected.text"))
    return value


def seat(value: str) -> str:
    """A seat's letter."""
    if value not in SEATS or len(value) != 1:
        upper = value.strip().upper()
        _refuse(value, say("expected.seat"), upper if upper in SEATS and len(upper) == 1 else None)
    return value


def card(value: str) -> str:
    """One card, or a suit."""
    if not is_card(value) or value == "-":
        _refuse(value, say("expected.card-such"))
    return value


def name_or_none(read: Callable[[str], str]) -> Callable[[str], str | None]:
    """A reader for what `read` reads, or `-` for none."""
    return lambda value: None if value == "-" else read(value)


def card_list(value: str) -> list[str]:
    """Cards with blanks between them, `?` for each that nobody recorded."""
    cards = value.split()
    if are_cards(cards):
        return cards
    wrong: Wrong | None = None
    for piece in re.finditer(r"\S+", value):
        if not is_card(piece[0]):
            bare = piece[0].strip(",;.!")
            text = shown(piece[0])
            more = Wrong(piece.span(), "log.card", say("card.none", piece=text), text, (say("expected.card-such"),),
                         bare if is_card(bare) else None)  # fmt: skip
            if wrong is None:
                wrong = more
            else:
                wrong.found += more.found
    assert wrong is not None
    raise wrong


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,6})")
_TRUTH: Final = {"yes": True, "no": False}


def scalar(text: str) -> str | int | bool:
    """A word of an option or of memory: a number, `yes` or `no`, or the text itself.

    >>> scalar("10"), scalar("yes"), scalar("three"), scalar("007")
    (10, True, 'three', '007')
    """
    if text in _TRUTH:
        return _TRUTH[text]
    return int(text) if _NUMBER.fullmatch(text) and text != "-0" else text


@lru_cache(maxsize=256)
def option(value: str) -> tuple[str, str | int | bool]:
    """`name=value`, as in an `Option` header and on the command line.

    >>> option("last_trick_bonus=10")
    ('last_trick_bonus', 10)
    """
    name, sign, chosen = value.partition("=")
    name, chosen = name.strip(), chosen.strip()
    if not sign or not name or not chosen or len(name) > LONGEST_WORD or len(chosen) > LONGEST_WORD:
        _refuse(value, say("expected.option"))
    return name, scalar(chosen)


def players(value: str) -> dict[str, str]:
    """Names by seat in the order of play, with semicolons between them; a seat may be left empty."""
    names = [name.strip() for name in value.split(";")]
    if len(names) > len(SEATS):
        _refuse(value, say("expected.names", most=len(SEATS)))
    return {place: name for place, name in zip(SEATS, names, strict=False) if name}


_RESULT = re.compile(r"([A-F]{1,6}|-)[ \t]{1,9}([0-9]{1,4})")


def result(value: str) -> dict[str, Any]:
    """`A 2`: who won how many game points; `AC 3` for partners, `- 0` for a void hand."""
    won, points = _won(value)
    winner = None if won == "-" else won if len(won) == 1 else list(won)
    return {"winner": winner, "game_points": points}


@lru_cache(maxsize=256)
def _won(value: str) -> tuple[str, int]:
    found = _RESULT.fullmatch(value)
    if not found or len(set(found[1])) < len(found[1]):
        _refuse(value, say("expected.result"))
    return found[1], int(found[2])


_HAND_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


def hand_number(value: str) -> int:
    """`4`: the how manieth hand of its match this is."""
    if not _HAND_NUMBER.fullmatch(value):
        _refuse(value, say("expected.hand-number"))
    return int(value)


_SCORE = re.compile(r"(?:[A-F]{1,6}[ \t]{1,9}-?[0-9]{1,4}(?:[ \t]{1,9}|$)){1,6}")
_TWO_FIGURES = re.compile(r"(-?[0-9]{1,4})\s*[-:/]\s*(-?[0-9]{1,4})")


def score(value: str) -> dict[str, int]:
    """`A 5 B 7`: how the match stands after the hand; partners may stand together, `AC 12 BD 3`.

    >>> score("AC 12 BD 3")
    {'A': 12, 'C': 12, 'B': 3, 'D': 3}
    """
    words = value.split()
    seats = "".join(words[::2])
    if not _SCORE.fullmatch(value) or len(set(seats)) < len(seats):
        two = _TWO_FIGURES.fullmatch(value.strip())
        _refuse(value, say("expected.score"), f"A {two[1]} B {two[2]}" if two else None)
    return {seat: int(points) for side, points in zip(words[::2], words[1::2], strict=True) for seat in side}


def _clauses(value: str) -> list[list[str]]:
    return [words for clause in value.split(";") if (words := clause.split())]


def _count(words: list[str], value: str, expected: str) -> int:
    number = scalar(words[-1])
    if len(words) != 2 or isinstance(number, bool) or not isinstance(number, int):
        _refuse(value, expected)
    return number


def trick_number(value: str) -> int | None:
    """`trick 6`: the number of the trick that is next to be played; empty if it is not known."""
    expected = say("expected.trick-number")
    clauses = _clauses(value)
    if not clauses:
        return None
    if len(clauses) > 1 or clauses[0][0] != "trick":
        _refuse(value, expected)
    return _count(clauses[0], value, expected)


def seat_facts(value: str) -> dict[str, Any]:
    """`tricks 3; points 41; meld D 20; won SK SQ; played SK`: what a seat has by the time the position begins."""
    expected = say("expected.seat-facts")
    facts: dict[str, Any] = {}
    for words in _clauses(value):
        what = words[0]
        if what == "won" and len(words) > 1 and all(map(is_card, words[1:])):
            facts.setdefault("won", []).append(words[1:])
        elif what == "played" and len(words) > 1 and "played" not in facts and all(map(is_card, words[1:])):
            facts["played"] = words[1:]
        elif what == "meld" and len(words) == 3 and words[1] not in facts.get("melds", {}):
            facts.setdefault("melds", {})[words[1]] = _count(words[1:], value, expected)
        elif what in ("tricks", "points") and (key := {"points": "trick_points"}.get(what, what)) not in facts:
            facts[key] = _count(words, value, expected)
        else:
            _refuse(value, expected)
    return facts


def memory(value: str) -> dict[str, Any]:
    """`closer B; tricks_at_close 1`: what the ruleset keeps in mind, by its own names.

    >>> memory("closer B; passed A C; bid.A 7; bid.C 8")
    {'closer': 'B', 'passed': ['A', 'C'], 'bid': {'A': 7, 'C': 8}}
    """
    expected = say("expected.memory")
    kept: dict[str, Any] = {}
    for words in _clauses(value):
        name, dot, seat = words[0].partition(".")
        values = [None if word == "-" else scalar(word) for word in words[1:]]
        where = kept.setdefault(name, {}) if dot else kept
        if not values or not isinstance(where, dict) or (seat if dot else name) in where:
            _refuse(value, expected)
        where[seat if dot else name] = values[0] if len(values) == 1 else values
    return kept


def json_object(value: str) -> dict[str, Any]:
    """A JSON object: parts of a record for which the text form has no header."""
    expected = say("expected.json")
    try:
        read = json.loads(value, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        _refuse(value, expected)
    if not isinstance(read, dict):
        _refuse(value, expected)
    return read


def _finite(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(written)
    return number
