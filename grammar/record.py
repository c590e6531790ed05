"""The record of a hand: the one form that logs are read to, as plain JSON (the format's section 3)."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Cards = list[str]
"""Card codes as somebody wrote them; `?` is a card that nobody recorded."""


class Deal(TypedDict, total=False):
    """What was dealt, as far as it was written down."""

    hands: dict[str, Cards]
    turn_up: str | None
    talon: Cards


class Comment(TypedDict):
    """What somebody remarked before the move with that index; the number of moves for a remark after the last."""

    before: int
    text: str
    form: Literal["brace", "line"]


class Result(TypedDict):
    """What the players wrote down: who won (a list for partners, nobody in a void hand) how many game points."""

    winner: str | list[str] | None
    game_points: int


class Position(TypedDict, total=False):
    """Where a record begins that does not begin with a deal; every part may be missing."""

    trick: int
    leader: str | None
    trump: str | None
    hands: dict[str, Cards]
    turn_up: str | None
    talon: Cards
    seats: dict[str, dict[str, Any]]
    memory: dict[str, Any]


class Record(TypedDict):
    """One hand: which rules, what was dealt, what was played, what the players made of it.

    `score` is how the match stood after it, as the players wrote it; `number` the how manieth hand of the match it is.

    The last five keys hold what the text form has beyond the JSON form: a lexicon's id, the language of the log, other
    headers by name, comments, and the trick numbers that were written, by the index of the move behind them.
    """

    ruleset: NotRequired[str | dict[str, Any]]
    options: NotRequired[dict[str, str | int | bool]]
    players: NotRequired[dict[str, str]]
    dealer: NotRequired[str]
    deal: NotRequired[Deal]
    position: NotRequired[Position]
    moves: list[str]
    result: NotRequired[Result]
    score: NotRequired[dict[str, int]]
    number: NotRequired[int]
    cards: NotRequired[str]
    language: NotRequired[str]
    headers: NotRequired[dict[str, str]]
    comments: NotRequired[list[Comment]]
    trick_numbers: NotRequired[dict[str, int]]
